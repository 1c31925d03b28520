// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    StubPresentation(self, "sheet", item, onDismiss, content)
  }

  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    StubPresentation(self, "cover", item, onDismiss, content)
  }

  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    attachmentAnchor: PopoverAttachmentAnchor = .rect,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    StubPresentation(self, "popover", item, nil, content)
  }

  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    StubModified(content: self, mark: .detents(detents))
  }

  public func presentationBackgroundInteraction(
    _ interaction: PresentationBackgroundInteraction
  ) -> some View {
    StubModified(content: self, mark: .interaction(interaction))
  }

  public func presentationBackground(@ViewBuilder content: () -> some View) -> some View {
    background(content: content)
  }
}

public enum PresentationDetent: Hashable, Sendable {
  case medium, large, fraction(CGFloat), height(CGFloat)
}

public struct PresentationBackgroundInteraction: Hashable, Sendable {
  private enum Kind {
    case automatic, enabled, disabled
  }

  public static let automatic = PresentationBackgroundInteraction(.automatic)
  public static let enabled = PresentationBackgroundInteraction(.enabled)
  public static let disabled = PresentationBackgroundInteraction(.disabled)

  private let kind: Kind
  private let largest: PresentationDetent?

  private init(_ kind: Kind, _ largest: PresentationDetent? = nil) {
    (self.kind, self.largest) = (kind, largest)
  }

  public static func enabled(
    upThrough detent: PresentationDetent
  ) -> PresentationBackgroundInteraction {
    PresentationBackgroundInteraction(.enabled, detent)
  }

  /// Whether the user can use what is below a sheet that has just been presented.
  func isEnabled(_ detents: Set<PresentationDetent>) -> Bool {
    kind == .enabled && largest.map(detents.contains) != false
  }
}

public enum PopoverAttachmentAnchor {
  case rect, point(UnitPoint)
}

public struct UnitPoint: Hashable, Sendable {
  public static let center = UnitPoint()
}

private struct StubPresentation<Presenter: View, Item: Identifiable, Content: View>:
  StubPrimitive, StubPresenter
{
  final class Shown {
    var hasBegun = false
    /// Nothing else is presented over the screen until then: UIKit presents one at a time.
    var isMovingOut = false
    /// Whether the app has dismissed it, so that nothing is written at the end.
    var isDismissedByApp = false
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
    _ presenter: Presenter,
    _ kind: String,
    _ item: Binding<Item?>,
    _ onDismiss: (() -> Void)?,
    _ content: @escaping (Item) -> Content
  ) {
    (self.presenter, self.kind, self.item) = (presenter, kind, item)
    (self.onDismiss, self.content) = (onDismiss, content)
  }

  func update(_ node: StubNode) {
    node.add("presenter", presenter)
    let shown = shown(by: node)
    let value = node.tracking { item.wrappedValue }
    if shown.isMovingOut { return add(shown, node) }
    let reference =
      node.renderer.reading.comparison == .withScreen ? shown.item?.id : shown.previous
    if value?.id != reference || !shown.hasBegun {
      if shown.item != nil, node.renderer.dismissalsTakeTime {
        node.renderer.note("dismiss")
        shown.isMovingOut = true
        shown.isDismissedByApp = true
        node.renderer.dismissals.append { finishDismissal(node) }
        return add(shown, node)
      }
      show(value, shown, node)
    } else if let value, shown.item != nil {
      shown.item = value
    }
    shown.hasBegun = true
    shown.previous = value?.id
    add(shown, node)
  }

  /// Adds what is presented, which stays until it has moved out, but can no longer be used.
  private func add(_ shown: Shown, _ node: StubNode) {
    guard let item = shown.item else { return }
    var environment = node.environment
    if !shown.isMovingOut { environment.layer = shown.layer }
    environment.isVisible = true
    environment.isTransparent = shown.isMovingOut
    environment.stack = nil
    environment.tabs = nil
    environment.column = 0
    if kind != "cover" { environment.horizontalSizeClass = .compact }
    node.add(
      [AnyHashable("presented"), AnyHashable(item.id)],
      content(item),
      environment,
      later: true
    )
  }

  private func show(_ item: Item?, _ shown: Shown, _ node: StubNode) {
    if shown.item != nil, let onDismiss { node.renderer.afterUpdate(onDismiss) }
    let layer = node.environment.layer
    if item != nil {
      let other = layer?.presentation
      if node.renderer.isCovered || other != nil && other !== shown {
        // "Attempt to present … which is already presenting", or "while a dismissal is in progress".
        // This is not known before the dismissal of the presenting screen itself is reported.
        if !node.environment.isTransparent { node.renderer.refusedPresentations += 1 }
        if node.renderer.keepsRefusedItems { return }
        let binding = self.item
        return node.renderer.afterUpdate { binding.wrappedValue = nil }
      }
    }
    if item != nil || shown.item != nil { node.renderer.note(item == nil ? "dismiss" : "present") }
    if item != nil {
      layer?.presentation = shown
    } else if layer?.presentation === shown {
      layer?.presentation = nil
    }
    shown.item = item
    shown.layer = item == nil ? nil : StubLayer(kind)
  }

  func isShowing(_ node: StubNode) -> Bool {
    let shown = shown(by: node)
    return shown.item != nil && !shown.isMovingOut
  }

  func beginDismissal(_ node: StubNode) {
    let shown = shown(by: node)
    shown.isMovingOut = true
    if node.renderer.reading.writing == .beforeAnimation { item.wrappedValue = nil }
    node.invalidate()
  }

  /// Report 69 of FlowStacks: the binding is written at the very end of the dismissal.
  func finishDismissal(_ node: StubNode) {
    let shown = shown(by: node)
    shown.isMovingOut = false
    shown.item = nil
    shown.layer = nil
    node.environment.layer?.presentation = nil
    if !shown.isDismissedByApp, node.renderer.reading.writing == .afterAnimation {
      item.wrappedValue = nil
    }
    shown.isDismissedByApp = false
    if let onDismiss { node.renderer.afterUpdate(onDismiss) }
    node.invalidate()
  }

  private func shown(by node: StubNode) -> Shown { node.stored("shown", Shown()) }
}
