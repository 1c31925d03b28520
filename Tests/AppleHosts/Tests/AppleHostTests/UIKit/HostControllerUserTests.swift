import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// What only a user of UIKit can do, in each order of its callbacks.
@MainActor
struct HostControllerUserTests {
  typealias Order = UIWindow.CoordinatorOrder
  typealias Question = UIWindow.TabQuestion

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

  /// Reports 20 of Ramotion/navigation-stack and 3673 of the Composable Architecture: after a
  /// cancelled swipe, the next change went wrong.
  @Test(arguments: Order.allCases)
  func `a push and a pop after a cancelled swipe are shown`(order: Order) throws {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a))
    for (operation, picture) in [
      (NavigationSpec<Place>.push(.b), "[home, a, b]"), (.pop(), "[home, a]"),
    ] {
      scene.window.beginSwipeBack()
      scene.window.cancelGesture()
      try scene.perform(operation)
      scene.expectPicture(picture)
    }
  }

  @Test(arguments: Order.allCases)
  func `a swipe keeps what the app has opened meanwhile`(order: Order) throws {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a), .push(.b))
    scene.window.beginSwipeBack()
    for operation in [NavigationSpec<Place>.replaceAbove(.home, with: .c), .push(.a)] {
      try scene.driver.perform(operation, action: "test")
    }
    scene.window.finishGesture()
    scene.expectPicture("[home, c, a]")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a presentation while the user swipes back keeps the screen`(order: Order, ends: Bool) throws
  {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a))
    scene.window.beginSwipeBack()
    try scene.driver.perform(.present(.c), action: "test")
    if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
    // The user goes back in the shown stack only, which is the presented one now.
    scene.expectPicture("[home, a] ▸ [c]")
  }

  @Test(
    arguments: Order.allCases,
    [
      // The sheet above leaves with the one that the user closes.
      (NavigationSpec<Place>.present(.c), "[home] ▸ [a]", "[home] ▸ [a] ▸ [b] ▸ [c]"),
      (.dismiss(), "[home] ▸ [a]", "[home] ▸ [a]"),
      (.replacePresented(.c), "[home] ▸ [a] ▸ [c]", "[home] ▸ [a] ▸ [c]"),
      (.below(.dismiss()), "[home]", "[home] ▸ [b]"),
    ]
  )
  func `what the app does while the user drags a sheet is shown`(
    order: Order,
    row: (operation: NavigationSpec<Place>, ended: String, cancelled: String)
  ) throws {
    for (ends, picture) in [(true, row.ended), (false, row.cancelled)] {
      let scene = UIKitScene(order)
      try scene.perform(.present(.a), .present(.b))
      scene.window.beginSwipeDown()
      try scene.driver.perform(row.operation, action: "test")
      if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
      scene.expectPicture(picture)
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

  @Test(arguments: Order.allCases, Question.readings)
  func `a selection that UIKit carries out late is none by the user`(
    order: Order,
    asked: [Question]
  ) throws {
    let scene = UIKitScene(order, tabQuestions: asked)
    scene.window.selectsLate = true
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    scene.expectPicture("{[home] | *[a]}")
    try scene.perform(.selectTab(0))
    scene.expectPicture("{*[home] | [a]}")
  }

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

  /// Six tabs, which have no place in the bar of a phone.
  private func makeMore(
    _ order: Order = .beforeDelegate,
    _ asked: [Question] = [.controller],
    _ specs: NavigationSpec<Place>...
  ) throws -> UIKitScene {
    let scene = UIKitScene(order, tabQuestions: asked)
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    for spec in specs { try scene.perform(spec) }
    return scene
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a tab in More is selected in the stack`(order: Order, selectsMore: Bool) throws {
    let scene = try makeMore(order)
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
    let scene = try makeMore()
    scene.window.tapMore()
    try scene.perform(.push(.c))
    #expect(scene.window.titles == ["More"])
    #expect("\(scene.driver.stack.current)".hasPrefix("{*[home, c]"))
    if byUser { scene.window.selectTab(1) } else { try scene.perform(.selectTab(1)) }
    scene.expectShown()
    scene.window.selectTab(0)
    scene.expectPicture("{*[home, c] | [a] | [] | [] | [] | []}")
  }

  /// Pull request 3877 of react-native-screens: the bar and its state differed.
  @Test(arguments: Order.allCases)
  func `a tab in More stays selected when the window becomes wide`(order: Order) throws {
    let scene = try makeMore(order)
    scene.window.selectTab(5)
    // A restored stack has no controllers for the first tab, which UIKit then selects.
    let restored = UIKitScene(order, .places(restoring: scene.driver))
    scene.window.widen()
    scene.expectPicture("{[home] | [] | [] | [] | [] | *[b]}")
    scene.window.selectTab(1)
    scene.expectPicture("{[home] | *[a] | [] | [] | [] | [b]}")
    restored.window.widen()
    restored.expectPicture("{[] | [] | [] | [] | [] | *[b]}")
  }

  @Test func `the list of More gives way to the selected tab when the window becomes wide`() throws
  {
    let scene = try makeMore(.beforeDelegate, [.controller], .push(.c))
    scene.window.tapMore()
    scene.window.widen()
    scene.expectPicture("{*[home, c] | [] | [] | [] | [] | []}")
    // It is a second tap now.
    scene.window.selectTab(0)
    scene.expectPicture("{*[home] | [] | [] | [] | [] | []}")
  }

  @Test(arguments: Question.readings)
  func `the user returns from the list of More to the tab that was shown before`(
    asked: [Question]
  ) throws {
    let scene = try makeMore(.beforeDelegate, asked, .push(.c))
    scene.window.tapMore()
    #expect(scene.window.titles == ["More"])
    scene.window.selectTab(0)
    scene.expectPicture("{*[home, c] | [] | [] | [] | [] | []}")
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
