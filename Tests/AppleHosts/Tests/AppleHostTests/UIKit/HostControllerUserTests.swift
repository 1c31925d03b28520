import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// What only a user of UIKit can do, in each order of its callbacks.
@MainActor
struct HostControllerUserTests {
  typealias Order = UIWindow.CoordinatorOrder

  nonisolated static let scenarios: Scenarios = [
    "a swipe keeps what the app has opened in between": [
      .push(.a), .push(.b), .beginSwipeBack, .app(.replaceAbove(.home, with: .c)), .push(.a),
      .finish, "[home, c, a]",
    ],
    // Reports 20 of Ramotion/navigation-stack and 3673 of the Composable Architecture: after a
    // cancelled swipe, the next change went wrong.
    "a push and a pop after a cancelled swipe are shown": [
      .push(.a), .beginSwipeBack, .cancel, .push(.b), "[home, a, b]", .beginSwipeBack, .cancel,
      .pop, "[home, a]",
    ],
    // The user goes back in the shown stack only, which is the presented one then.
    "a presentation while the user swipes back keeps the screen": [
      .push(.a), .beginSwipeBack, .present(.c), .finish, "[home, a] ▸ [c]", .dismiss,
      .beginSwipeBack, .present(.c), .cancel, "[home, a] ▸ [c]",
    ],
    "a presentation while the user drags a sheet follows the sheet": [
      .present(.a), .beginDismissal, .present(.b), .cancel, "[home] ▸ [a] ▸ [b]",
      .beginDismissal, .present(.c), .finish, "[home] ▸ [a]",
    ],
    "a dismissal by the app while the user drags the sheet happens once": [
      .present(.a), .present(.b), .present(.c), .beginDismissal, .dismiss, .finish,
      "[home] ▸ [a] ▸ [b]", .beginDismissal, .dismiss, .cancel, "[home] ▸ [a]",
    ],
    "a sheet that the app replaces while the user drags it keeps its successor": [
      .present(.a), .beginDismissal, .replacePresented(.b), .finish, "[home] ▸ [b]",
      .beginDismissal, .replacePresented(.c), .cancel, "[home] ▸ [c]",
    ],
    "a dismissal is reported although the app has closed a sheet under it in between": [
      .present(.a), .present(.b), .beginDismissal, .app(.below(.dismiss())), .finish, "[home]",
    ],
    // Pull request 332 of swift-navigation: the presenter was dismissed, too.
    "a sheet over a sheet is replaced while an earlier one leaves": [
      .present(.a), .present(.b), .atOnce([.replacePresented(.c), .replacePresented(.cover)]),
      "[home] ▸ [a] ▸ [cover]",
    ],
    // A cover is another presentation, and a sheet is not.
    "a dismissal by the host is none by the user, even if the app wants the stack again": [
      .present(.a), .atOnce([.tabs([.cover, .a]), .app(.replace(.b))]), "[home] ▸ {*[b] | [a]}",
    ],
    // Pull request 55005 of react-native: only the upper one was dismissed.
    "a sheet leaves together with what the app has presented over it": [
      .present(.a), .alert, .dismiss, "[home]", .present(.a), .atOnce([.alert, .dismiss]),
      "[home]",
    ],
    // UIKit then warns, and does nothing, as in any dismissal during a presentation.
    "a sheet leaves after what moves in above the sheet over it": [
      .present(.a), .present(.b), .atOnce([.alert, .app(.below(.dismiss()))]), .dismiss, "[home]",
    ],
    "a selection that UIKit carries out late is none by the user": [
      .uiKit { $0.window.selectsLate = true }, .tabs([.home, .a]), .tab(1), "{[home] | *[a]}",
      .app(.selectTab(0)), "{*[home] | [a]}",
    ],
    "the user returns from the list of More to the tab that was shown before": [
      .sixTabs, .push(.c), .tapMore, .tab(0), "{*[home, c] | [a] | [b] | [c] | [a] | [b]}",
    ],
    // Pull request 3877 of react-native-screens: the bar and its state differed.
    "a tab in More stays selected when the window becomes wide": [
      .sixTabs, .tab(5), .widen, "{[home] | [a] | [b] | [c] | [a] | *[b]}", .tab(1),
      "{[home] | *[a] | [b] | [c] | [a] | [b]}",
    ],
    // The tap is a second one then.
    "the list of More gives way to the selected tab when the window becomes wide": [
      .sixTabs, .push(.c), .tapMore, .widen, "{*[home, c] | [a] | [b] | [c] | [a] | [b]}",
      .tab(0), "{*[home] | [a] | [b] | [c] | [a] | [b]}",
    ],
  ]

  @Test(arguments: TestedHost.ofUIKit, scenarios.all)
  func `what only UIKit lets an app and its user do is shown`(
    host: TestedHost,
    scenario: Scenario
  ) async throws {
    try await host.scene().play(scenario)
  }

  // MARK: Gestures

  @Test(arguments: Order.allCases, UIWindow.CancelReport.allCases)
  func `what the app does during a swipe that the user cancels is shown`(
    order: Order,
    report: UIWindow.CancelReport
  ) async throws {
    for operation in [
      NavigationSpec<Place>?.none, .push(.b), .replace(.b), .present(.b), .tabs([.home]),
    ] {
      let scene = UIKitScene(order)
      scene.window.cancelReport = report
      try scene.perform(.push(.a))
      scene.window.beginSwipeBack()
      if let operation { try scene.driver.perform(operation, action: "test") }
      scene.window.cancelGesture()
      await until(scene.window.picture == "\(scene.driver.stack.current)")
      scene.window.settle()
      scene.expectShown()
      #expect(scene.top?.stage.current == .resumed)
    }
  }

  /// A sheet with `largestUndimmedDetentIdentifier` leaves the screens below it to the user.
  @Test(arguments: Order.allCases)
  func `a swipe below a sheet shows the screen again`(order: Order) throws {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a))
    let below: UINavigationController = try #require(scene.container())
    try scene.perform(.present(.b))
    below.setViewControllers([below.viewControllers[0]], animated: true)
    scene.window.settle()
    // The user goes back in the shown stack only.
    scene.expectPicture("[home, a] ▸ [b]")
  }

  /// Pull request 6 of lm/navigation-stack-backport: going back left two screens.
  @Test(arguments: Order.allCases)
  func `a controller that a screen pushes itself leaves alone`(order: Order) throws {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a))
    let path: UINavigationController = try #require(scene.container())
    path.pushViewController(PlaceController(.cover), animated: true)
    scene.window.settle()
    #expect(scene.window.picture == "[home, a, cover]")
    scene.window.swipeBack()
    scene.expectPicture("[home, a]")
    path.pushViewController(PlaceController(.cover), animated: true)
    scene.window.swipeBack(2)
    scene.expectPicture("[home]")
  }

  // MARK: Tabs

  /// UIKit may ask in one way about a tap in the bar, and in another about one in the sidebar.
  @Test func `a tap after one that UIKit asked about in another way counts, too`() async throws {
    let scene = UIKitScene()
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    // The next tap is an event of its own.
    await Task {}.value
    try scene.perform(.selectTab(0))
    scene.window.tabQuestions = [.tab]
    scene.window.selectTab(1)
    scene.expectPicture("{[home] | *[a]}")
  }

  @Test func `a tab that was tapped is released when it leaves the bar`() async throws {
    let scene = UIKitScene()
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    let bar: UITabBarController? = scene.container()
    weak let path = bar?.viewControllers?[1]
    #expect(path != nil)
    try scene.perform(.tabs([.b, .c]))
    await until(path == nil)
  }

  @Test(arguments: Order.allCases, [2, 6])
  func `a tab that UIKit selects without asking is selected in the stack`(
    order: Order,
    count: Int
  ) async throws {
    let scene = UIKitScene(order, tabQuestions: [])
    try scene.perform(.tabs((0..<count).map { Place.allCases[$0 % 4] }))
    let last = count - 1
    scene.window.selectTab(last)
    #expect(scene.driver.stack.current.layers[0].selected == last)
    scene.expectShown()
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.window.selectTab(last - 1)
    await until(wasAsked)
    scene.window.settle()
    #expect(scene.driver.stack.current.layers[0].selected == last)
    scene.expectShown()
    token.dispose()
  }

  // MARK: More

  static let sixTabs = [Place.home, .a, .b, .c, .a, .b]

  /// UIKit then selects the first tab, which has no controllers yet.
  @Test func `a restored tab in More stays selected when the window becomes wide`() throws {
    let scene = UIKitScene()
    try scene.perform(.tabs(Self.sixTabs, selected: 5))
    let restored = UIKitScene(.beforeDelegate, .places(restoring: scene.driver))
    restored.window.widen()
    restored.expectPicture("{[] | [] | [] | [] | [] | *[b]}")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a tab in More is selected in the stack`(order: Order, selectsMore: Bool) throws {
    let scene = UIKitScene(order)
    try scene.perform(.tabs(Self.sixTabs))
    scene.window.selectsMore = selectsMore
    scene.window.selectTab(4)
    scene.expectPicture("{[home] | [] | [] | [] | *[a] | []}")
    #expect(scene.top?.place == .a)
    try scene.perform(.push(.c))
    scene.expectPicture("{[home] | [] | [] | [] | *[a, c] | []}")
    scene.window.swipeBack()
    scene.expectPicture("{[home] | [] | [] | [] | *[a] | []}")
    scene.window.selectTab(5)
    scene.window.selectTab(0)
    scene.expectPicture("{*[home] | [] | [] | [] | [a] | [b]}")
    // "More" shows again what was chosen last.
    scene.window.tapMore()
    scene.expectPicture("{[home] | [] | [] | [] | [a] | *[b]}")
    try scene.perform(.selectTab(4))
    scene.expectPicture("{[home] | [] | [] | [] | *[a] | [b]}")
  }

  @Test(arguments: [true, false])
  func `the list of More stays until a tab is selected`(byUser: Bool) throws {
    let scene = UIKitScene()
    try scene.perform(.tabs(Self.sixTabs))
    scene.window.tapMore()
    try scene.perform(.push(.c))
    #expect(scene.window.titles == ["More"])
    #expect("\(scene.driver.stack.current)".hasPrefix("{*[home, c]"))
    if byUser { scene.window.selectTab(1) } else { try scene.perform(.selectTab(1)) }
    scene.expectShown()
    scene.window.selectTab(0)
    scene.expectPicture("{*[home, c] | [a] | [] | [] | [] | []}")
  }

  @Test(arguments: [true, false])
  func `paths keep their controllers when tabs move to More and back`(hasMore: Bool) throws {
    let scene = UIKitScene()
    scene.window.hasMore = hasMore
    try scene.perform(.push(.a))
    for tabs in [[Place.home, .b], [.home, .b, .c, .a, .b, .c], [.home, .b], [.home]] {
      try scene.perform(.tabs(tabs))
      scene.expectShown()
    }
    #expect(scene.madePlaces == [.home, .a])
  }
}
