import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// What the user does is reported to the driver, in each order of UIKit's callbacks.
@MainActor
struct HostUserTests {
  typealias Order = UIWindow.CoordinatorOrder
  typealias Question = UIWindow.TabQuestion

  @Test(arguments: Order.allCases)
  func `a swipe back pops the screen`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let left = scene.top
    scene.window.swipeBack()
    scene.expectShown("[home]")
    #expect(left?.stage.current == .cleared)
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: Order.allCases)
  func `the menu of the back button pops several screens`(order: Order) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b, .c] { try scene.perform(.push(place)) }
    scene.window.swipeBack(2)
    scene.expectShown("[home, a]")
  }

  @Test(arguments: Order.allCases, UIWindow.CancelReport.allCases)
  func `a swipe that the user cancels changes nothing`(
    order: Order,
    report: UIWindow.CancelReport
  ) throws {
    let scene = HostScene(order)
    scene.window.cancelReport = report
    try scene.perform(.push(.a))
    let model = scene.top
    scene.window.beginSwipeBack()
    scene.window.cancelGesture()
    scene.expectShown("[home, a]")
    #expect(model?.stage.current == .resumed)
  }

  @Test(arguments: Order.allCases, UIWindow.CancelReport.allCases)
  func `what the app does during a swipe that the user cancels is shown`(
    order: Order,
    report: UIWindow.CancelReport
  ) async throws {
    for operation in [NavigationSpec<Place>.push(.b), .replace(.b), .present(.b), .tabs([.home])] {
      let scene = HostScene(order)
      scene.window.cancelReport = report
      try scene.perform(.push(.a))
      scene.window.beginSwipeBack()
      try scene.driver.perform(operation, action: "test")
      scene.window.cancelGesture()
      await until(scene.window.picture == "\(scene.driver.stack.current)")
      scene.window.settle()
      scene.expectShown()
    }
  }

  @Test(arguments: Order.allCases)
  func `a swipe that a back handler intercepts shows the screen again`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    var asked = 0
    let token = scene.driver.onBack {
      asked += 1
      return .intercept
    }
    for _ in 0..<3 {
      scene.window.swipeBack()
      scene.expectShown("[home, a]")
    }
    #expect(asked == 3)
    token.dispose()
    scene.window.swipeBack()
    scene.expectShown("[home]")
  }

  @Test(arguments: Order.allCases)
  func `going back several screens stops at the one that intercepts`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let keeper = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: keeper) { .intercept }
    try scene.perform(.push(.b))
    try scene.perform(.push(.c))
    scene.window.swipeBack(3)
    scene.expectShown("[home, a]")
    token.dispose()
  }

  @Test(arguments: Order.allCases)
  func `a handler that presents a question shows it over the screen`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let token = scene.driver.onBack { [driver = scene.driver] in
      _ = try? driver.perform(.present(.c), action: "ask")
      return .intercept
    }
    scene.window.swipeBack()
    scene.expectShown("[home, a] ▸ [c]")
    token.dispose()
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a presentation while the user swipes back keeps the screen`(order: Order, ends: Bool) throws
  {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    scene.window.beginSwipeBack()
    try scene.driver.perform(.present(.c), action: "test")
    if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
    // The user goes back in the shown stack only, which is the presented one now.
    scene.expectShown("[home, a] ▸ [c]")
  }

  @Test(arguments: Order.allCases)
  func `a swipe keeps what the app has opened meanwhile`(order: Order) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.push(place)) }
    scene.window.beginSwipeBack()
    try scene.driver.perform(.replaceAbove(.home, with: .c), action: "test")
    try scene.driver.perform(.push(.a), action: "test")
    scene.window.finishGesture()
    scene.expectShown("[home, c, a]")
  }

  /// Pull request 243 of swift-navigation: the screen that was popped was pushed again.
  @Test(arguments: Order.allCases)
  func `a screen that changes the stack when it appears again keeps the way back`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let home = scene.driver.stack.current.entries[0].id
    scene.willAppear = { [driver = scene.driver] place in
      if place == .home { _ = try? driver.perform(.update(home, to: .c), action: "appear") }
    }
    scene.window.swipeBack()
    #expect(scene.window.picture == "[home]")
    #expect("\(scene.driver.stack.current)" == "[c]")
    #expect(scene.window.problems == [])
  }

  @Test(arguments: Order.allCases)
  func `a programmatic push that has not been shown yet is not taken for a swipe`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    try scene.driver.perform(.push(.a), action: "test")
    try scene.driver.perform(.push(.b), action: "test")
    scene.window.settle()
    scene.expectShown("[home, a, b]")
  }

  @Test(arguments: Order.allCases)
  func `a transition counts as ended after another one has ended, too`(order: Order) throws {
    let scene = HostScene(order)
    scene.willAppear = { [driver = scene.driver] place in
      guard place == .c else { return }
      _ = try? driver.perform(.below(.below(.push(.b))), action: "appear")
    }
    // The push and the first presentation run at once.
    for operation in [NavigationSpec<Place>.push(.a), .present(.b), .present(.c)] {
      try scene.driver.perform(operation, action: "test")
    }
    scene.window.settle()
    scene.expectShown("[home, a, b] ▸ [b] ▸ [c]")
  }

  @Test(arguments: Order.allCases)
  func `a dismissed sheet leaves the stack`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    let model = scene.top
    scene.window.swipeDown()
    scene.expectShown("[home]")
    #expect(model?.stage.current == .cleared)
  }

  @Test(arguments: Order.allCases)
  func `a dismissal that a back handler intercepts shows the sheet again`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    let token = scene.driver.onBack { .intercept }
    scene.window.swipeDown()
    scene.expectShown("[home] ▸ [a, b]")
    token.dispose()
    scene.window.swipeDown()
    scene.expectShown("[home]")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a presentation while the user drags a sheet follows it`(order: Order, ends: Bool) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    scene.window.beginSwipeDown()
    try scene.driver.perform(.present(.b), action: "test")
    if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
    scene.expectShown(ends ? "[home]" : "[home] ▸ [a] ▸ [b]")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a dismissal by the app while the user drags the sheet happens once`(
    order: Order,
    ends: Bool
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    try scene.perform(.present(.b))
    scene.window.beginSwipeDown()
    try scene.driver.perform(.dismiss(), action: "test")
    if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
    scene.expectShown("[home] ▸ [a]")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a sheet that the app replaces while the user drags it keeps its successor`(
    order: Order,
    ends: Bool
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    scene.window.beginSwipeDown()
    try scene.driver.perform(.replacePresented(.b), action: "test")
    if ends { scene.window.finishGesture() } else { scene.window.cancelGesture() }
    scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `a selected tab is selected in the stack`(order: Order, asked: [Question]) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    scene.expectShown("{[home] | *[a]}")
    #expect(scene.top?.place == .a)
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `a selection that UIKit carries out late is none by the user`(
    order: Order,
    asked: [Question]
  ) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    scene.window.selectsLate = true
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    scene.expectShown("{[home] | *[a]}")
    try scene.perform(.selectTab(0))
    scene.expectShown("{*[home] | [a]}")
  }

  @Test(arguments: Order.allCases)
  func `a swipe in a tab pops the screen of that tab`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.b))
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.c))
    scene.window.swipeBack()
    scene.expectShown("{[home, b] | *[a]}")
    scene.window.selectTab(0)
    scene.window.swipeBack()
    scene.expectShown("{*[home] | [a]}")
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `a second tap on the selected tab pops its path`(order: Order, asked: [Question]) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    try scene.perform(.push(.c))
    let kept = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: kept) { .intercept }
    scene.window.selectTab(0)
    scene.expectShown("{*[home, b, c] | []}")
    token.dispose()
    scene.window.selectTab(0)
    scene.expectShown("{*[home] | []}")
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `an app can answer a second tap itself`(order: Order, asked: [Question]) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    var tapped: [Place] = []
    let token = scene.driver.onReselect {
      tapped.append($0.destination)
      return .intercept
    }
    scene.window.selectTab(0)
    scene.expectShown("{*[home, b] | []}")
    #expect(tapped == [.home])
    token.dispose()
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `a tap on a tab selects the tab that is shown in its place`(
    order: Order,
    asked: [Question]
  ) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a, .b]))
    // The bar waits for the end of the push before it changes its tabs.
    try scene.driver.perform(.push(.c), action: "test")
    try scene.driver.perform(.tabs([.home, .b, .a]), action: "test")
    scene.window.tapTab(1)
    scene.window.settle()
    scene.expectShown("{[home, c] | [] | *[a]}")
  }

  @Test(arguments: Order.allCases, Question.readings)
  func `a tap on a tab that the app selects meanwhile is no second tap`(
    order: Order,
    asked: [Question]
  ) throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.b))
    try scene.perform(.selectTab(0))
    // The bar waits for the end of the push before it changes its tabs.
    try scene.driver.perform(.push(.c), action: "test")
    try scene.driver.perform(.tabs([.a, .home]), action: "test")
    scene.window.tapTab(1)
    scene.window.settle()
    scene.expectShown("{*[a, b] | [home, c]}")
  }

  @Test(arguments: Question.readings)
  func `each tap on a tab counts once`(asked: [Question]) throws {
    let scene = HostScene()
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a]))
    var second: [Place] = []
    let token = scene.driver.onReselect {
      second.append($0.destination)
      return .proceed
    }
    for tab in [1, 1, 0, 1, 1] { scene.window.selectTab(tab) }
    #expect(second == [.a, .a])
    scene.expectShown("{[home] | *[a]}")
    token.dispose()
  }

  /// UIKit may ask in one way about a tap in the bar, and in another about one in the sidebar.
  @Test func `a tap after one that UIKit asked about in another way counts, too`() async throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    scene.window.tabQuestions = [.controller]
    scene.window.selectTab(1)
    // The next tap is an event of its own.
    await Task {}.value
    try scene.perform(.selectTab(0))
    scene.window.tabQuestions = [.tab]
    scene.window.selectTab(1)
    scene.expectShown("{[home] | *[a]}")
  }

  @Test func `a tab that was tapped is released when it leaves the bar`() async throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    weak let path = scene.bar?.viewControllers?[1]
    weak let screen = (path as? UINavigationController)?.topViewController
    #expect(path != nil && screen != nil)
    try scene.perform(.tabs([.b, .c]))
    await until(path == nil && screen == nil)
    scene.expectShown("{*[b] | []}")
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a tab in More is selected in the stack`(order: Order, selectsMore: Bool) throws {
    let scene = HostScene(order)
    scene.window.selectsMore = selectsMore
    try scene.perform(.tabs([.home, .a, .b, .c, .cover, .a, .b]))
    scene.window.selectTab(5)
    scene.expectShown("{[home] | [] | [] | [] | [] | *[a] | []}")
    #expect(scene.top?.place == .a)
    try scene.perform(.push(.c))
    scene.expectShown("{[home] | [] | [] | [] | [] | *[a, c] | []}")
    scene.window.swipeBack()
    scene.expectShown("{[home] | [] | [] | [] | [] | *[a] | []}")
    scene.window.selectTab(6)
    scene.window.selectTab(0)
    scene.expectShown("{*[home] | [] | [] | [] | [] | [a] | [b]}")
    // "More" shows again what was chosen last.
    scene.window.tapMore()
    scene.expectShown("{[home] | [] | [] | [] | [] | [a] | *[b]}")
    try scene.perform(.selectTab(4))
    scene.expectShown("{[home] | [] | [] | [] | *[cover] | [a] | [b]}")
  }

  @Test(arguments: [true, false])
  func `the list of More stays until a tab is selected`(byUser: Bool) throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    scene.window.tapMore()
    try scene.perform(.push(.c))
    #expect(scene.window.titles == ["More"])
    #expect("\(scene.driver.stack.current)".hasPrefix("{*[home, c]"))
    if byUser { scene.window.selectTab(1) } else { try scene.perform(.selectTab(1)) }
    scene.expectShown()
    scene.window.selectTab(0)
    scene.expectShown("{*[home, c] | [a] | [] | [] | [] | []}")
  }

  /// Pull request 3877 of react-native-screens: the bar and its state differed.
  @Test(arguments: Order.allCases)
  func `a tab in More stays selected when the window becomes wide`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    scene.window.selectTab(5)
    scene.window.widen()
    scene.expectShown("{[home] | [] | [] | [] | [] | *[b]}")
    scene.window.selectTab(1)
    scene.expectShown("{[home] | *[a] | [] | [] | [] | [b]}")
  }

  /// UIKit then selects the first tab, which has no controllers yet.
  @Test func `a restored tab in More stays selected when the window becomes wide`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b], selected: 5))
    let driver = NavigationDriver(restoring: scene.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    let next = HostScene(.beforeDelegate, driver)
    next.window.widen()
    next.expectShown("{[] | [] | [] | [] | [] | *[b]}")
  }

  @Test func `the list of More gives way to the selected tab when the window becomes wide`() throws
  {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    try scene.perform(.push(.c))
    scene.window.tapMore()
    scene.window.widen()
    scene.expectShown("{*[home, c] | [] | [] | [] | [] | []}")
    // It is a second tap now.
    scene.window.selectTab(0)
    scene.expectShown("{*[home] | [] | [] | [] | [] | []}")
  }

  @Test(arguments: Question.readings)
  func `the user returns from the list of More to the tab that was shown before`(
    asked: [Question]
  ) throws {
    let scene = HostScene()
    scene.window.tabQuestions = asked
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    try scene.perform(.push(.c))
    scene.window.tapMore()
    #expect(scene.window.titles == ["More"])
    scene.window.selectTab(0)
    scene.expectShown("{*[home, c] | [] | [] | [] | [] | []}")
  }

  @Test(arguments: Order.allCases)
  func `a tab in More that a guard refuses is not shown`(order: Order) async throws {
    let scene = HostScene(order)
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.window.selectTab(5)
    await until(wasAsked)
    scene.window.settle()
    scene.expectShown("{*[home] | [] | [] | [] | [] | []}")
    token.dispose()
  }

  @Test(arguments: [true, false])
  func `paths keep their controllers when tabs move to More and back`(hasMore: Bool) throws {
    let scene = HostScene()
    scene.window.hasMore = hasMore
    try scene.perform(.push(.a))
    for tabs in [[Place.home, .b], [.home, .b, .c, .a, .b, .c], [.home, .b], [.home]] {
      try scene.perform(.tabs(tabs))
      scene.expectShown()
    }
    #expect(scene.madePlaces == [.home, .a])
  }

  @Test(arguments: Order.allCases)
  func `a tab that UIKit selects without asking is selected in the stack`(
    order: Order
  ) async throws {
    let scene = HostScene(order)
    scene.window.tabQuestions = []
    try scene.perform(.tabs([.home, .a]))
    scene.window.selectTab(1)
    scene.expectShown("{[home] | *[a]}")
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.window.selectTab(0)
    await until(wasAsked)
    scene.window.settle()
    scene.expectShown("{[home] | *[a]}")
    token.dispose()
  }

  @Test(arguments: Order.allCases)
  func `a dismissal by the host is none by the user, even if the app wants the stack again`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    // A cover is another presentation, and a sheet is not.
    try scene.driver.perform(.tabs([.cover, .a]), action: "test")
    try scene.driver.perform(.replace(.b), action: "test")
    scene.window.settle()
    scene.expectShown("[home] ▸ {*[b] | [a]}")
  }

  @Test(arguments: Order.allCases)
  func `a dismissal is reported although the app has closed a sheet under it meanwhile`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    scene.window.beginSwipeDown()
    try scene.driver.perform(.below(.dismiss()), action: "test")
    scene.window.finishGesture()
    scene.expectShown("[home]")
  }

  /// Report 309 of swift-navigation: the sheet below was dismissed, too.
  @Test(arguments: Order.allCases)
  func `the dismissal of a sheet over a sheet closes only the upper one`(order: Order) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    scene.window.swipeDown()
    scene.expectShown("[home] ▸ [a]")
  }

  @Test(arguments: Order.allCases)
  func `a tab that a guard refuses is not shown`(order: Order) async throws {
    let scene = HostScene(order)
    try scene.perform(.tabs([.home, .a]))
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.window.selectTab(1)
    #expect(scene.window.picture == "{*[home] | []}")
    await until(wasAsked)
    scene.expectShown("{*[home] | []}")
    token.dispose()
  }

  /// A sheet with `largestUndimmedDetentIdentifier` leaves the screens below it to the user.
  @Test(arguments: Order.allCases)
  func `a swipe below a sheet shows the screen again`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let below = try #require(scene.path)
    try scene.perform(.present(.b))
    below.setViewControllers([below.viewControllers[0]], animated: true)
    scene.window.settle()
    // The user goes back in the shown stack only.
    scene.expectShown("[home, a] ▸ [b]")
  }

  @Test(arguments: Order.allCases)
  func `a swipe that a guard allows later is carried out then`(order: Order) async throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let token = scene.driver.addGuard { _, _ in .proceed }
    scene.window.swipeBack()
    #expect(scene.window.picture == "[home, a]")
    await until(scene.window.picture == "[home]")
    scene.window.settle()
    scene.expectShown("[home]")
    token.dispose()
  }
}
