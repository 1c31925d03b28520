#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What a user sees and does.
extension Renderer {
  /// The texts on the screen, those of presented screens last.
  public var texts: [String] {
    all { $0.isSeen ? $0.ownText : nil }
  }

  /// The texts of the topmost presented screen.
  public var topTexts: [String] {
    let top = layers.last
    return all { node in
      node.isSeen && node.environment.layer === top ? node.ownText : nil
    }
  }

  /// The screens in the notation of a back stack: `[home, details] ▸ [sheet]`, `[inbox ‖ mail]`.
  ///
  /// The name of a screen is its first text.
  public var picture: String {
    layers.map(picture).joined(separator: " ▸ ")
  }

  /// The kinds of the presented screens, lowest first.
  public var presentations: [String] {
    layers.dropFirst().map(\.kind)
  }

  /// The containers that arrange views, in the order of drawing.
  public var containers: [String] { all { ($0.view as? any StubContainer)?.kind } }

  /// The colors and materials on the screen that are not clear.
  public var shapes: [String] {
    all { $0.view is any StubTransparent ? nil : ($0.view as? any StubShape)?.shape }
  }

  /// The heights of each presented screen that has any, lowest first.
  public var detents: [Set<PresentationDetent>] {
    all { if case .detents(let detents) = $0.mark { detents } else { nil } }
  }

  /// Whether the user can use what is below each presented screen that says so, lowest first.
  public var backgroundInteractions: [PresentationBackgroundInteraction] {
    all { if case .interaction(let interaction) = $0.mark { interaction } else { nil } }
  }

  /// Scrolls the list until this row is the first one on the screen.
  public func scroll(toRow row: Int) {
    firstRow = row
    redraw()
  }

  /// Taps the topmost button with this title, or one of several by its offset.
  public func tap(_ title: String, at offset: Int? = nil) {
    let buttons = all { node in
      node.isSeen ? (node.view as? Button).map { (node, $0) } : nil
    }
    let found = buttons.filter { $1.shownText == title }
    guard let (node, button) = found.dropFirst(offset ?? max(0, found.count - 1)).first else {
      return report("there is no button \(title)")
    }
    guard let closeAlert = node.environment.closeAlert else {
      button.action()
      return settle()
    }
    // Report 35 of scgopi/GraphCode: SwiftUI may close an alert before the action.
    if reading.writing == .beforeAnimation {
      closeAlert()
      button.action()
    } else {
      button.action()
      closeAlert()
    }
    settle()
  }

  /// The alerts and dialogs on the screen, each as `alert Title: Message (Button | Button!)`.
  ///
  /// A `!` marks a button that destroys something, and `?` one that cancels.
  public var alerts: [String] {
    all { node in
      guard let alert = node.view as? any StubAlerting, alert.isShowing(node) else { return nil }
      let parts = node.children.filter { $0.key != AnyHashable("content") }
      var texts: [String] = []
      var buttons: [String] = []
      for part in parts {
        part.node.forEach { node in
          guard let text = node.ownText else { return }
          if let button = node.view as? Button {
            buttons.append(text + button.mark)
          } else {
            texts.append(text)
          }
        }
      }
      return "\(alert.kind) \(texts.joined(separator: ": ")) (\(buttons.joined(separator: " | ")))"
    }
  }

  /// Leaves a dialog by a tap beside it, or by the button that the system adds.
  public func leaveDialog() {
    let dialog = first { node -> (StubNode, any StubAlerting)? in
      guard let alert = node.view as? any StubAlerting, alert.isShowing(node) else { return nil }
      return (node, alert)
    }
    guard let (node, alert) = dialog, alert.kind == .dialog else {
      return report("there is no dialog")
    }
    alert.leave(node)
    settle()
  }

  /// Types a text into the field with this title, replacing the old one.
  public func type(_ text: String, into title: String) {
    let fields = all { $0.isSeen ? $0.view as? TextField : nil }
    guard let field = fields.last(where: { $0.title == title }) else {
      return report("there is no field \(title)")
    }
    field.text.wrappedValue = text
    settle()
  }

  /// Opens a link in the app, as another app does.
  public func open(link: URL) {
    for case .link(let action) in marks { action(link) }
    settle()
  }

  /// What the app offers to the user's other devices.
  public var userActivities: [NSUserActivity] {
    marks.compactMap { mark in
      guard case .activity(let type, let describe) = mark else { return nil }
      let activity = NSUserActivity(activityType: type)
      describe(activity)
      return activity
    }
  }

  /// Continues what the user did on another device.
  public func continueUserActivity(_ activity: NSUserActivity) {
    for case .continuation(activity.activityType, let action) in marks { action(activity) }
    settle()
  }

  /// Goes back one screen by a swipe, or several by the menu of the back button.
  public func swipeBack(_ count: Int = 1) {
    beginSwipeBack(count)
    finishSwipeBack()
  }

  /// Lets the screens above one move out, in the top layer or in one below it.
  ///
  /// Without a column, in the last one with a screen to go back to.
  public func beginSwipeBack(
    _ count: Int = 1,
    under layersAbove: Int = 0,
    inColumn column: Int? = nil
  ) {
    finishSwipeBack()
    let top = usedLayer(under: layersAbove)
    let stacks = all { node in
      node.isSeen && node.environment.layer === top
        && column.map { $0 == node.environment.column } != false
        ? (node.view as? any StubStack).map { (node, $0) } : nil
    }
    guard let (node, stack) = stacks.last(where: { $1.canGoBack($0) }) else {
      return report("there is no screen to go back to")
    }
    stack.beginGoingBack(count, node)
    swipe = { [reading] in
      let newest = node.view as? any StubStack
      (reading.comparison == .withScreen ? newest ?? stack : stack).finishGoingBack(node)
    }
    settle()
  }

  /// Ends the swipe that has begun.
  public func finishSwipeBack() {
    swipe?()
    swipe = nil
    settle()
  }

  /// Swipes the topmost sheet away.
  public func dismissSheet() {
    dismiss(fromTop: 1)
  }

  /// Dismisses the presented screen below this number of others, together with these.
  public func dismiss(fromTop count: Int) {
    beginDismissal(fromTop: count)
    finishDismissal()
  }

  /// Lets a presented screen move out.
  public func beginDismissal(fromTop count: Int = 1) {
    finishDismissal()
    let presenters = all { node in
      (node.view as? any StubPresenter).flatMap { $0.isShowing(node) ? (node, $0) : nil }
    }
    guard presenters.count >= count else { return report("nothing is presented") }
    let (node, presenter) = presenters.sorted { $0.0.depth < $1.0.depth }[presenters.count - count]
    presenter.beginDismissal(node)
    dismissals.append { [reading] in
      let newest = node.view as? any StubPresenter
      (reading.comparison == .withScreen ? newest ?? presenter : presenter).finishDismissal(node)
    }
    settle()
  }

  /// Whether something moves in or out.
  public var isMoving: Bool { swipe != nil || !dismissals.isEmpty }

  /// Ends the dismissals that have begun.
  public func finishDismissal() {
    let dismissals = self.dismissals
    self.dismissals = []
    for finish in dismissals { finish() }
    settle()
  }

  /// Taps a tab, which may be the selected one, in the top layer or in one below it.
  public func selectTab(_ index: Int, under layersAbove: Int = 0) {
    let layer = usedLayer(under: layersAbove)
    let bar = first { node in
      node.environment.layer === layer ? (node.view as? any StubTabBar).map { (node, $0) } : nil
    }
    guard let (node, bar) = bar, bar.select(index, node) else {
      return report("there is no tab \(index)")
    }
    settle()
  }

  /// The labels of the tabs of the topmost screen.
  public var tabLabels: [String] {
    let layer = layers.last
    return all { node in
      node.environment.layer === layer ? (node.view as? any StubTabLabel)?.label(node) : nil
    }
  }

  /// The numbers on the tabs of the topmost screen.
  public var tabBadges: [Int] {
    let layer = layers.last
    return all { node in
      guard node.environment.layer === layer, case .badge(let count) = node.mark else { return nil }
      return count
    }
  }

  // MARK: Reading

  private var marks: [StubMark] { all { $0.isSeen ? $0.mark : nil } }

  /// The layers on the screen: the base, and each presented screen.
  private var layers: [StubLayer] {
    var layers: [StubLayer] = []
    for layer in all({ $0.environment.layer }) where !layers.contains(where: { $0 === layer }) {
      layers.append(layer)
    }
    return layers
  }

  /// The layer under some that are presented, which must let the user use it.
  private func usedLayer(under layersAbove: Int) -> StubLayer? {
    let layers = layers
    guard layersAbove < layers.count else { return nil }
    if !layers.suffix(layersAbove).allSatisfy(letsUserUseBelow) {
      report("what is presented does not let the user use the screen below")
    }
    return layers[layers.count - 1 - layersAbove]
  }

  private func letsUserUseBelow(_ layer: StubLayer) -> Bool {
    var detents: Set<PresentationDetent> = [.large]
    var interaction = PresentationBackgroundInteraction.automatic
    for mark in all({ $0.environment.layer === layer ? $0.mark : nil }) {
      switch mark {
      case .detents(let found): detents = found
      case .interaction(let found): interaction = found
      default: break
      }
    }
    return layer.kind == "sheet" && interaction.isEnabled(detents)
  }

  private func picture(of layer: StubLayer) -> String {
    first { node -> String? in
      guard node.environment.layer === layer else { return nil }
      if let bar = node.view as? any StubTabBar { return bar.picture(node) }
      return node.view is any StubStack || node.view is any StubColumns ? node.stacksPicture : nil
    } ?? first { $0.environment.layer === layer ? $0.ownText : nil } ?? ""
  }
}

extension StubNode {
  /// The outermost navigation stacks in this view, as `[list ‖ detail]`, or nil if there are none.
  var stacksPicture: String? {
    let stacks = outermostStacks.sorted { $0.environment.column < $1.environment.column }
      .compactMap { node in (node.view as? any StubStack)?.picture(node).dropFirst().dropLast() }
    return stacks.isEmpty ? nil : "[\(stacks.joined(separator: " ‖ "))]"
  }

  private var outermostStacks: [StubNode] {
    if view is any StubStack { return [self] }
    return children.map(\.node).filter { $0.environment.layer === environment.layer }
      .flatMap(\.outermostStacks)
  }

  /// The first text in this view.
  var firstText: String? { first(\.ownText) }

  /// Whether the user can see this view, and act on it.
  fileprivate var isSeen: Bool { isVisible && !environment.isTransparent }

  var mark: StubMark? { (view as? any StubMarked)?.mark }

  /// The text that this view draws itself: a cast would find that of the view in an optional, too.
  fileprivate var ownText: String? {
    view is any StubTransparent ? nil : (view as? any StubText)?.shownText
  }
}

/// A layer of screens: the window, or one presentation.
@MainActor
final class StubLayer {
  let kind: String
  /// What is presented over the layer or moves out from over it: UIKit presents one at a time.
  weak var presentation: AnyObject?

  init(_ kind: String = "window") {
    self.kind = kind
  }
}

// What the renderer looks for on the screen.

@MainActor
protocol StubText: View { var shownText: String { get } }

@MainActor
protocol StubShape: View { var shape: String? { get } }

@MainActor
protocol StubContainer: View { var kind: String { get } }

@MainActor
protocol StubStack: View {
  func canGoBack(_ node: StubNode) -> Bool
  func beginGoingBack(_ count: Int, _ node: StubNode)
  func finishGoingBack(_ node: StubNode)
  func picture(_ node: StubNode) -> String
}

/// A view that arranges columns.
@MainActor
protocol StubColumns: View {}

@MainActor
protocol StubPresenter: View {
  func isShowing(_ node: StubNode) -> Bool
  func beginDismissal(_ node: StubNode)
  func finishDismissal(_ node: StubNode)
}

@MainActor
protocol StubTabBar: View {
  func select(_ index: Int, _ node: StubNode) -> Bool
  func picture(_ node: StubNode) -> String
}

@MainActor
protocol StubTabLabel: View { func label(_ node: StubNode) -> String? }
