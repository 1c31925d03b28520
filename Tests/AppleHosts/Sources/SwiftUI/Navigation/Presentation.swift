// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  @available(macOS 10.15, iOS 13, *)
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    StubPresentation(presenter: self, kind: "sheet", item: item, onDismiss, content)
  }

  @available(iOS 14, *)
  @available(macOS, unavailable)
  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    StubPresentation(presenter: self, kind: "cover", item: item, onDismiss, content)
  }
}

private struct StubPresentation<Presenter: View, Item: Identifiable, Content: View>:
  StubPrimitive, StubPresenter
{
  final class Shown {
    var hasBegun = false
    /// Nothing else is presented over the screen until then: UIKit presents one at a time.
    var isMovingOut = false
    var previous: Item.ID?
    var item: Item?
    var layer: StubLayer?
  }

  let presenter: Presenter
  let kind: String
  let item: Binding<Item?>
  let onDismiss: (() -> Void)?
  let content: (Item) -> Content

  init(
    presenter: Presenter,
    kind: String,
    item: Binding<Item?>,
    _ onDismiss: (() -> Void)?,
    _ content: @escaping (Item) -> Content
  ) {
    self.presenter = presenter
    self.kind = kind
    self.item = item
    self.onDismiss = onDismiss
    self.content = content
  }

  func update(_ node: StubNode) {
    node.add("presenter", presenter)
    let shown = shown(by: node)
    if shown.isMovingOut { return }
    let value = item.wrappedValue
    let reference = node.renderer.comparison == .withScreen ? shown.item?.id : shown.previous
    if value?.id != reference || !shown.hasBegun {
      show(value, shown, node)
    } else if let value, shown.item != nil {
      shown.item = value
    }
    shown.hasBegun = true
    shown.previous = value?.id
    guard let item = shown.item else { return }
    var environment = node.environment
    environment.layer = shown.layer
    environment.isVisible = true
    environment.isTransparent = false
    environment.stack = nil
    environment.tabs = nil
    node.add(
      [AnyHashable("presented"), AnyHashable(item.id)],
      content(item),
      environment,
      later: true
    )
  }

  private func show(_ item: Item?, _ shown: Shown, _ node: StubNode) {
    if shown.item != nil, let onDismiss { node.renderer.afterUpdate(onDismiss) }
    shown.item = item
    shown.layer = item == nil ? nil : StubLayer(kind)
  }

  func isShowing(_ node: StubNode) -> Bool { shown(by: node).item != nil }

  func beginDismissal(_ node: StubNode) {
    let shown = shown(by: node)
    show(nil, shown, node)
    shown.isMovingOut = true
    node.invalidate()
  }

  /// The binding is written at the very end of the dismissal: report 69 of FlowStacks.
  func finishDismissal(_ node: StubNode) {
    shown(by: node).isMovingOut = false
    item.wrappedValue = nil
    node.invalidate()
  }

  private func shown(by node: StubNode) -> Shown { node.stored("shown", Shown()) }
}
