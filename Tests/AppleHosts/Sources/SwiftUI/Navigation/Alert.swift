// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  public func alert<Actions: View>(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    StubAlert(
      content: self,
      kind: .alert,
      title: String(title),
      isPresented: isPresented,
      data: Optional(()),
      actions: actions,
      message: { EmptyView() }
    )
  }

  public func alert<Data, Actions: View, Message: View>(
    _ title: Text,
    isPresented: Binding<Bool>,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    @ViewBuilder message: @escaping (Data) -> Message
  ) -> some View {
    StubAlert(
      content: self,
      kind: .alert,
      title: title.shownText,
      isPresented: isPresented,
      data: data,
      actions: actions,
      message: message
    )
  }

  public func confirmationDialog<Data, Actions: View, Message: View>(
    _ title: Text,
    isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    presenting data: Data?,
    @ViewBuilder actions: @escaping (Data) -> Actions,
    @ViewBuilder message: @escaping (Data) -> Message
  ) -> some View {
    StubAlert(
      content: self,
      kind: .dialog,
      title: titleVisibility == .visible ? title.shownText : "",
      isPresented: isPresented,
      data: data,
      actions: actions,
      message: message
    )
  }
}

public enum Visibility: Hashable, Sendable {
  case automatic, visible, hidden
}

public struct ButtonRole: Hashable, Sendable {
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")

  let name: String
}

/// An alert or a dialog.
enum StubAlertKind {
  case alert, dialog
}

/// What the renderer looks for on the screen.
@MainActor
protocol StubAlerting: View {
  var kind: StubAlertKind { get }
  func isShowing(_ node: StubNode) -> Bool
  /// Lets the user leave it without a button of the app.
  func leave(_ node: StubNode)
}

private struct StubAlert<Content: View, Data, Actions: View, Message: View>:
  StubPrimitive, StubAlerting
{
  final class Shown {
    var hasBegun = false
    var previous = false
    /// What it was presented with: "changes that you make to `data` after the presentation occurs are
    /// ignored".
    var content: (title: String, data: Data)?
    var isMovingOut = false
  }

  let content: Content
  let kind: StubAlertKind
  let title: String
  let isPresented: Binding<Bool>
  let data: Data?
  let actions: (Data) -> Actions
  let message: (Data) -> Message

  func update(_ node: StubNode) {
    node.add("content", content)
    let shown = shown(by: node)
    let value = node.tracking { isPresented.wrappedValue }
    if shown.isMovingOut { return }
    let isShown = shown.content != nil
    let reference = node.renderer.reading.comparison == .withScreen ? isShown : shown.previous
    if value != reference || !shown.hasBegun {
      if value, !isShown { present(shown, node) }
      if !value, isShown { beginDismissal(shown, node) }
    }
    (shown.hasBegun, shown.previous) = (true, value)
    guard let presented = shown.content, !shown.isMovingOut else { return }
    var environment = node.environment
    environment.isVisible = true
    environment.closeAlert = { end(node, writes: true) }
    node.add("title", Text(verbatim: presented.title), environment)
    node.add("message", message(presented.data), environment)
    node.add("actions", actions(presented.data), environment)
  }

  private func present(_ shown: Shown, _ node: StubNode) {
    let layer = node.environment.layer
    if node.renderer.isCovered || layer?.presentation != nil {
      if !node.environment.isTransparent { node.renderer.refusedPresentations += 1 }
      if node.renderer.keepsRefusedItems { return }
      let binding = isPresented
      return node.renderer.afterUpdate { binding.wrappedValue = false }
    }
    guard let data else { return node.renderer.report("an alert has no data") }
    shown.content = (title, data)
    layer?.presentation = shown
  }

  private func beginDismissal(_ shown: Shown, _ node: StubNode) {
    if !node.renderer.dismissalsTakeTime { return end(node, writes: false) }
    shown.isMovingOut = true
    node.renderer.dismissals.append { end(node, writes: false) }
  }

  private func end(_ node: StubNode, writes: Bool) {
    let shown = shown(by: node)
    shown.content = nil
    shown.isMovingOut = false
    node.environment.layer?.presentation = nil
    if writes { isPresented.wrappedValue = false }
    if !node.renderer.isUpdating { node.invalidate() }
  }

  func isShowing(_ node: StubNode) -> Bool {
    let shown = shown(by: node)
    return shown.content != nil && !shown.isMovingOut
  }

  func leave(_ node: StubNode) { end(node, writes: true) }

  private func shown(by node: StubNode) -> Shown { node.stored("shown", Shown()) }
}
