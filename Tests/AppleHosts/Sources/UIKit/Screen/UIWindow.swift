// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A window, which calls the appearance methods of all controllers in it.
///
/// After each change, it compares the controllers that are shown with those that should be. Each
/// difference is a transition in two phases: `will` at the start, and `did` at the end. An animated
/// transition ends in ``settle()``, and one that a gesture drives ends with the gesture.
@MainActor
open class UIWindow: UIView {
  /// When the completions of a transition coordinator are called, which Apple does not document.
  ///
  /// In the last case, they are called after the delegate, and the controllers keep the coordinator
  /// until all transitions have ended.
  public enum CoordinatorOrder: CaseIterable, Sendable {
    case beforeDelegate, afterDelegate, beforeRelease
  }

  open weak var windowScene: UIWindowScene?
  /// What the app has changed: `push`, `pop`, `present` and `dismiss`, each with `animated` or `at
  /// once`.
  public internal(set) var moves: [String] = []
  public var coordinatorOrder = CoordinatorOrder.beforeDelegate
  /// What UIKit calls when the user cancels a swipe back, beside the appearance methods.
  ///
  /// Completions: PresenterKit report 38. `didShow`: on iOS 18, report 17 of
  /// heinzl/swift-composable-navigation; not before, rdar 21137690.
  public enum CancelReport: CaseIterable, Sendable {
    case completions, completionsAndDidShow, nothing
  }
  public var cancelReport = CancelReport.completions
  /// Whether `isBeingDismissed` is true for what is dismissed because something below it is, which
  /// Apple does not document.
  public var marksDismissalsAbove = true
  /// Whether a tab bar with more than five tabs has "More", as on a phone.
  public var hasMore = true
  /// Whether the selected controller of a tab bar is the one of "More" while that shows a tab.
  ///
  /// UITabBarController.h: it may be.
  public var selectsMore = true
  /// Whether `selectedViewController` is the old one until the change of tabs has ended.
  ///
  /// Pull request 4675 of react-native-screens: iOS 27 does so for bars with `tabs`.
  public var selectsLate = false
  var lateTabs: [(bar: UITabBarController, tab: UIViewController)] = []
  /// What the delegate of a tab bar is asked before the user selects a tab, in this order.
  ///
  /// Report 529 of callstack/react-native-bottom-tabs, forum thread 831295: the bar of SwiftUI asks
  /// only about the tab in a beta of iOS 27. Apple does not say whether both methods are called.
  public var tabQuestions = [TabQuestion.controller]

  public enum TabQuestion: Sendable {
    case controller, tab

    /// What a system may ask.
    public static let readings: [[TabQuestion]] = [
      [.controller], [.tab], [.controller, .tab], [.tab, .controller],
    ]
  }
  /// Whether the window has place for two columns.
  public var isWide = false {
    didSet {
      for handler in layers.flatMap(tree).flatMap(\.traitHandlers) { handler() }
      settle()
    }
  }
  /// Whether the detail of a split view appears before the list, which Apple does not document.
  public var showsDetailFirst = false
  /// What UIKit would warn about, or ignore.
  public private(set) var problems: [String] = []

  /// The transitions that are under way, oldest first.
  private var running: [StubTransition] = []
  /// The ended transitions that controllers still have.
  private var unreleased: [StubTransition] = []
  /// The transition that the finger of the user drives.
  var gesture: StubTransition?
  /// The controllers that appear or have appeared.
  private(set) var shown: [UIViewController] = []
  private var isKeyAndVisible = false
  private var isPlacing = false

  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    self.windowScene = windowScene
  }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if isKeyAndVisible { viewsDidChange() }
    }
  }

  open func makeKeyAndVisible() {
    isKeyAndVisible = true
    windowScene?.keyWindow = self
    viewsDidChange()
    findStatusBarController()
  }

  /// The controller that decides about the status bar, as UIKit has last found it.
  public private(set) weak var statusBarController: UIViewController?

  func findStatusBarController() {
    statusBarController = rootViewController
    while let next = statusBarController?.childForStatusBarStyle { statusBarController = next }
  }

  open override var window: UIWindow? { self }

  // MARK: Transitions

  func report(_ problem: String) { problems.append(problem) }

  func viewsDidChange() {
    if !isPlacing { change(of: [], animated: false) {} }
  }

  /// Makes a change, and calls what it causes.
  @discardableResult
  func change(
    of owners: [UIViewController],
    animated: Bool,
    _ change: () -> Void,
    didDisappear: @escaping () -> Void = {},
    didEnd: @escaping () -> Void = {},
    revert: @escaping () -> Void = {}
  ) -> StubTransition {
    let transition = StubTransition(
      of: owners,
      animated: animated,
      didDisappear: didDisappear,
      didEnd: didEnd,
      revert: revert
    )
    placing(change)
    begin(transition)
    if animated { running.append(transition) } else { end(transition) }
    return transition
  }

  func note(_ move: String, animated: Bool) {
    moves.append("\(move) \(animated ? "animated" : "at once")")
  }

  private func begin(_ transition: StubTransition) {
    let wanted = wantedControllers()
    transition.leaving = shown.filter { !wanted.contains($0) }
    transition.arriving = wanted.filter { !$0.appearance.isShown }
    for controller in transition.leaving where controller.appearance.isShown {
      shown.removeAll { $0 === controller }
      controller.appearance = .disappearing
      controller.viewWillDisappear(transition.isAnimated)
    }
    for controller in transition.arriving where !controller.appearance.isShown {
      shown.append(controller)
      controller.appearance = .appearing
      controller.viewWillAppear(transition.isAnimated)
      placing { place(controller) }
    }
  }

  private func end(_ transition: StubTransition) {
    running.removeAll { $0 === transition }
    if gesture === transition { gesture = nil }
    transition.isRunning = false
    for controller in transition.leaving where controller.appearance == .disappearing {
      controller.appearance = .disappeared
      placing { unplace(controller) }
      controller.viewDidDisappear(transition.isAnimated)
    }
    for controller in transition.arriving where controller.appearance == .appearing {
      controller.appearance = .appeared
      controller.viewDidAppear(transition.isAnimated)
      // A navigation controller that appears shows its top controller.
      if let navigation = controller as? UINavigationController,
        !transition.owners.contains(navigation)
      {
        navigation.didShow(false)
      }
    }
    if transition.isAnimated { unreleased.append(transition) }
    transition.complete(coordinatorOrder)
  }

  /// Ends the transition of a gesture without its effect.
  func cancel(_ transition: StubTransition) {
    running.removeAll { $0 === transition }
    gesture = nil
    transition.isRunning = false
    change(of: [], animated: false) { transition.revert() }
    transition.cancel(calling: cancelReport != .nothing)
    if cancelReport == .completionsAndDidShow {
      for case let navigation as UINavigationController in transition.owners {
        navigation.didShow(true)
      }
    }
  }

  func finish(_ transition: StubTransition) { end(transition) }

  /// Ends all transitions except that of a gesture, and those that follow from them.
  public func settle() {
    lateTabs = []
    for _ in 0..<200 {
      guard let next = running.first(where: { $0 !== gesture }) else {
        for transition in unreleased { transition.leaveOwners() }
        unreleased = []
        return
      }
      end(next)
    }
    report("transitions follow each other forever")
  }

  // MARK: What should be shown

  /// The outermost controllers: the root, what it presents, and so on.
  var layers: [UIViewController] {
    var layers: [UIViewController] = []
    var next = rootViewController
    while let layer = next {
      layers.append(layer)
      next = layer.ownPresented.flatMap { $0.isDismissed ? nil : $0 }
    }
    return layers
  }

  /// `fullScreen` and `currentContext` remove the views of the presenting controller.
  private func wantedControllers() -> [UIViewController] {
    guard isKeyAndVisible else { return [] }
    let layers = layers
    return layers.indices.flatMap { index in
      let isCovered =
        index + 1 < layers.count
        && [.fullScreen, .currentContext].contains(layers[index + 1].modalPresentationStyle)
      return isCovered ? [] : tree(layers[index])
    }
  }

  func tree(_ controller: UIViewController) -> [UIViewController] {
    controller.loadViewIfNeeded()
    return [controller] + controller.shownChildren.flatMap(tree)
  }

  private func place(_ controller: UIViewController) {
    controller.lastWindow = self
    if let parent = controller.parent {
      if parent.placesChildren { parent.view.addSubview(controller.view) }
    } else {
      addSubview(controller.view)
    }
  }

  private func unplace(_ controller: UIViewController) {
    if controller.parent?.placesChildren ?? true { controller.view.removeFromSuperview() }
  }

  private func placing(_ body: () -> Void) {
    let wasPlacing = isPlacing
    isPlacing = true
    body()
    isPlacing = wasPlacing
  }
}
