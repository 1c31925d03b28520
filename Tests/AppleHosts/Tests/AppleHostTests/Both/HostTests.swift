import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// What the hosts of both frameworks do, in each reading of Apple's documentation.
@MainActor
struct HostTests {
  // MARK: What the app does

  nonisolated static let app: Scenarios = [
    "a path is shown": [
      .push(.a), "[home, a]", .app(.replace(.b)), "[home, b]", .push(.c), .push(.a),
      "[home, b, c, a]", .pop, "[home, b, c]", .app(.popToRoot()), "[home]",
    ],
    "each presented stack has a path of its own, and those below keep theirs": [
      .push(.a), .present(.a), .push(.c), "[home, a] ▸ [a, c]", .present(.cover),
      "[home, a] ▸ [a, c] ▸ [cover]", .dismiss, "[home, a] ▸ [a, c]", .app(.below(.push(.b))),
      "[home, a, b] ▸ [a, c]",
    ],
    "stacks that are presented in one turn are shown over each other, and closed together": [
      .atOnce([.present(.a), .present(.cover), .present(.b)]), "[home] ▸ [a] ▸ [cover] ▸ [b]",
      .close(.a), "[home]",
    ],
    "a presented stack is replaced by a sheet and by a cover": [
      .present(.a), .replacePresented(.b), "[home] ▸ [b]", .replacePresented(.cover),
      "[home] ▸ [cover]", .replacePresented(.a), "[home] ▸ [a]",
    ],
    "a request says how its stack is drawn, and a later one changes that": [
      .present(.a, .popover), "[home] ▸ popover [a]", .push(.b), .present(.c, .overlay()),
      "[home] ▸ popover [a, b] ▸ overlay(0.4) [c]", .dismiss, .app(.popToRoot()),
      .present(.a, .cover()), "[home] ▸ cover [a]", .present(.a), "[home] ▸ cover [a]",
      .app(.replacePresented(.b, style: .sheet(detents: [.medium]))),
      "[home] ▸ sheet(medium) [b]", .present(.b, .sheet(detents: [.large])), .push(.c),
      "[home] ▸ sheet(large) [b, c]",
    ],
    "a style stays the one of its layer when that gets tabs": [
      .present(.cover, .sheet()), .tabs([.cover, .a], selected: 1),
      "[home] ▸ sheet {[cover] | *[a]}", .dismiss, .present(.cover), "[home] ▸ [cover]",
    ],
    "tabs are shown": [
      .push(.a), .tabs([.home, .b], selected: 1), "{[home, a] | *[b]}", .app(.selectTab(0)),
      "{*[home, a] | [b]}", .tabs([.b, .home, .c]), "{*[b] | [home, a] | [c]}", .tabs([.home]),
      "[home, a]",
    ],
    "a presented stack can have tabs, and another first one": [
      .present(.a), .tabs([.a, .b]), .push(.c), "[home] ▸ {*[a, c] | [b]}", .tabs([.b, .a]),
      "[home] ▸ {*[b] | [a, c]}",
    ],
    "a new first screen comes with the path above it": [
      .present(.c), .open(.home, [.a, .b]), "[home, a, b]", .open(.b, [.c, .a]), "[b, c, a]",
      .tabs([.b, .c], selected: 1), .open(.home, [.a]), "[home, a]", .app(.setRoot(.home)),
      "[home]",
    ],
    "a path that leaves its tabs can be changed again at once": [
      .tabs([.home, .cover]), .atOnce([.open(.home, [.a]), .push(.home)]), "[home, a, home]",
    ],
    // Reports 3 and 33 of FlowStacks: only the first one was shown, or all of them left again.
    "several pushes in one turn are all shown": [
      .atOnce([.push(.a), .push(.b), .push(.c), .push(.cover)]), "[home, a, b, c, cover]",
      .atOnce([.pop, .push(.a)]), "[home, a, b, c, a]", .atOnce([.push(.b), .pop]),
      "[home, a, b, c, a]",
    ],
    // Report 82 of FlowStacks: the pushed screen closed itself.
    "a sheet is closed and a screen pushed in one turn": [
      .present(.a), .atOnce([.dismiss, .push(.b)]), "[home, b]",
    ],
    // Pull request 7216 of RevenueCat/purchases-ios: the content of the earlier sheet stayed.
    "a sheet is closed and opened again in one turn": [
      .present(.a), .atOnce([.dismiss, .present(.a)]), "[home] ▸ [a]",
      .atOnce([.present(.b), .dismiss]), "[home] ▸ [a]",
    ],
    // Report 594 of ReviewStage/luke: the sheet that was open at the sign-out was there again.
    "a new first screen leaves no sheet behind, also after the earlier one is back": [
      .tabs([.home, .a], selected: 1), .present(.b), .present(.cover), .open(.c, []), "[c]",
      .tabs([.home, .a], selected: 1), "{[home] | *[a]}",
    ],
    // Report 80 of swift-navigation and report 87 of matteopuc/swiftui-navigation-stack.
    "a cover and a path outlast the background, and can be left after it": [
      .push(.a), .present(.cover), .push(.b), .enter(.inactive), .enter(.background),
      "[home, a] ▸ [cover, b]", .enter(.inactive), .enter(.active), "[home, a] ▸ [cover, b]",
      .enter(.background), .dismiss, .enter(.active), "[home, a]",
    ],
  ]

  @Test(arguments: TestedHost.allCases, app.all)
  func `what the app does is shown`(host: TestedHost, scenario: Scenario) async throws {
    try await host.scene().play(scenario)
  }

  // MARK: What the user does

  nonisolated static let user: Scenarios = [
    "a swipe back pops the screen": [.push(.a), .swipeBack(), "[home]"],
    "the menu of the back button pops several screens": [
      .push(.a), .push(.b), .push(.c), .swipeBack(2), "[home, a]",
    ],
    "a swipe that a back handler intercepts shows the screen again, each time": [
      .push(.a), .intercept, .swipeBack(), "[home, a]", .swipeBack(), "[home, a]", .swipeBack(),
      "[home, a]", .proceed, .swipeBack(), "[home]",
    ],
    "a swipe in a sheet that a back handler intercepts shows the screen again": [
      .present(.a), .push(.b), .intercept, .swipeBack(), "[home] ▸ [a, b]",
    ],
    "a handler that presents a question shows it over the screen": [
      .push(.a), .ask(.present(.c)), .swipeBack(), "[home, a] ▸ [c]",
    ],
    "going back several screens stops at the one that intercepts": [
      .push(.a), .keepTop, .push(.b), .push(.c), .swipeBack(3), "[home, a]",
    ],
    "a dismissed sheet leaves the stack, unless a handler intercepts": [
      .present(.a), .push(.b), .intercept, .dismissSheet, "[home] ▸ [a, b]", .proceed,
      .dismissSheet, "[home]",
    ],
    // Reports 64 of FlowStacks and 309 of swift-navigation: the one below was dismissed, too. Report
    // 85 of SwiftfulRouting: the second dismissal was not noticed.
    "sheets that are swiped away one after another are reported one by one": [
      .push(.a), .present(.b), .present(.c), .dismissSheet, "[home, a] ▸ [b]", .dismissSheet,
      "[home, a]",
    ],
    // Report 8 of fespinoza/CraftingSwift-SampleProjects: the link did nothing.
    "a link is opened after the user has closed a sheet": [
      .present(.a), .dismissSheet, .open(.home, [.b, .c]), "[home, b, c]",
    ],
    "a selected tab is selected in the stack, and a swipe pops the screen of its tab": [
      .push(.b), .tabs([.home, .a]), .tab(1), "{[home, b] | *[a]}", .push(.c), .swipeBack(),
      "{[home, b] | *[a]}", .tab(0), .swipeBack(), "{*[home] | [a]}",
    ],
    // Issue 198 of ryanbr/noop: a tap at the first screen must not draw it again.
    "a second tap on the selected tab goes back to its first screen, unless a handler intercepts": [
      .tabs([.home, .a]), .push(.b), .push(.c), .keepTop, .tab(0), "{*[home, b, c] | [a]}",
      .proceed, .tab(0), "{*[home] | [a]}", .tab(0), "{*[home] | [a]}",
    ],
    // Report 92 of hmlongco/Navigator: screens were pushed again that had left.
    "going back and pushing again shows one screen each time": [
      .tabs([.home, .a]), .push(.b), "{*[home, b] | [a]}", .swipeBack(), "{*[home] | [a]}",
      .push(.b), "{*[home, b] | [a]}", .swipeBack(), "{*[home] | [a]}",
    ],
    // Report 33 of NavigationBackport: a pop in a tab that is not selected crashed.
    "the path of a hidden tab changes": [
      .tabs([.home, .a]), .push(.b), .push(.c), .tab(1), .close(.c), "{[home, b] | *[a]}",
      .tab(0), .swipeBack(), "{*[home] | [a]}",
    ],
    "what the app does at the end of a swipe is shown": [
      .push(.a), .push(.b), .after("pop", .present(.c)), .swipeBack(), "[home, a] ▸ [c]",
    ],
  ]

  @Test(arguments: TestedHost.allCases, user.all)
  func `what the user does is carried out, unless a handler intercepts`(
    host: TestedHost,
    scenario: Scenario
  ) async throws {
    try await host.scene().play(scenario)
  }

  // MARK: What the user does while the app does something

  nonisolated static let meanwhile: Scenarios = [
    "a late dismissal keeps the sheet that has replaced the dismissed one": [
      .present(.a), .beginDismissal, .replacePresented(.b), .finish, "[home] ▸ [b]",
      .dismissSheet, "[home]",
    ],
    "a late dismissal keeps the cover that has replaced the dismissed sheet": [
      .present(.a), .beginDismissal, .replacePresented(.cover), .finish, "[home] ▸ [cover]",
    ],
    "a tap on a tab selects the tab that was shown in its place": [
      .tabs([.home, .a, .b]),
      // The bar of UIKit waits for the end of the push before it changes its tabs.
      .atOnce([.push(.c), .tabs([.home, .b, .a]), .tab(1)]), "{[home, c] | [b] | *[a]}",
    ],
    "a tap on a tab that is gone selects nothing": [
      .tabs([.home, .a, .b]), .atOnce([.push(.c), .tabs([.home, .b]), .tab(1)]),
      "{*[home, c] | [b]}",
    ],
    "a tap on a tab that the app selects at the same time does not count as a second tap": [
      .tabs([.home, .a], selected: 1), .push(.b), .app(.selectTab(0)),
      .atOnce([.push(.c), .tabs([.a, .home]), .tab(1)]), "{*[a, b] | [home, c]}",
    ],
  ]

  @Test(arguments: TestedHost.allCases, meanwhile.all)
  func `what the user does counts for what was shown then`(
    host: TestedHost,
    scenario: Scenario
  ) async throws {
    try await host.scene().play(scenario)
  }

  @Test(arguments: TestedHost.allCases)
  func `each tap on a tab counts once`(host: TestedHost) async throws {
    let scene = host.scene()
    try scene.perform(.tabs([.home, .a]))
    var second: [Place] = []
    let token = scene.driver.onReselect {
      second.append($0.destination)
      return .intercept
    }
    for tab in [1, 1, 0, 1, 1] { scene.selectTab(tab) }
    #expect(second == [.a, .a])
    try scene.perform(.push(.b))
    scene.selectTab(1)
    // The app has answered the second tap itself.
    await scene.expectShown("{[home] | *[a, b]}")
    token.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `a tab that is made when it is first selected has a label before that`(
    host: TestedHost
  ) async throws {
    let scene = host.scene(.places(hiddenTabs: .lazily))
    try scene.perform(.tabs([.home, .a, .b]))
    let hidden = scene.driver.stack.current.layers[0].tabs[1][0].id
    #expect(scene.tabLabels.map { $0.split(separator: " ").last } == ["home", "a", "b"])
    #expect(scene.driver.viewModel(of: hidden) == nil)
    #expect(scene.names == "{*[home] | [] | []}")
    await scene.expectShown("{*[home] | [a] | [b]}")
    try scene.perform(.update(hidden, to: .c))
    #expect(scene.driver.viewModel(of: hidden) == nil)
    scene.selectTab(1)
    #expect(scene.top?.place == .c)
    await scene.expectShown("{[home] | *[c] | [b]}")
    try scene.perform(.push(.a))
    scene.selectTab(0)
    scene.selectTab(1)
    #expect(scene.top?.place == .a)
    await scene.expectShown("{[home] | *[c, a] | [b]}")
    #expect(scene.tabLabels.count == 3)
    #expect(scene.names == "{[home] | *[c, a] | []}")
  }

  @Test(arguments: TestedHost.allCases)
  func `a presented stack of which only the second tab is made is shown`(
    host: TestedHost
  ) async throws {
    let scene = host.scene(.places(hiddenTabs: .lazily))
    try scene.perform(.steps([.present(.a), .tabs([.a, .b], selected: 1)]))
    await scene.expectShown("[home] ▸ {[a] | *[b]}")
    scene.selectTab(0)
    await scene.expectShown("[home] ▸ {*[a] | [b]}")
    scene.dismissSheet()
    await scene.expectShown("[home]")
  }

  @Test(arguments: TestedHost.allCases)
  func `a tab that a guard refuses is not shown`(host: TestedHost) async throws {
    let scene = host.scene()
    try scene.perform(.tabs([.home, .a]))
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.selectTab(1)
    await until(wasAsked)
    scene.settle()
    await scene.expectShown("{*[home] | [a]}")
    token.dispose()
  }

  @Test(arguments: TestedHost.allCases)
  func `a swipe that a guard allows later is carried out then`(host: TestedHost) async throws {
    let scene = host.scene()
    try scene.perform(.push(.a))
    let token = scene.driver.addGuard { _, _ in .proceed }
    scene.swipeBack()
    await until("\(scene.driver.stack.current)" == "[home]")
    scene.settle()
    await scene.expectShown("[home]")
    token.dispose()
  }

  // MARK: Life cycle

  @Test(arguments: TestedHost.frameworks)
  func `screens that leave are cleared, and the next one is resumed`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    #expect(scene.top?.stage.current == .resumed)
    try scene.perform(.push(.a))
    let pushed = scene.top
    scene.swipeBack()
    await scene.expectShown("[home]")
    #expect(pushed?.stage.current == .cleared)
    #expect(scene.top?.stage.current == .resumed)
    try scene.perform(.present(.b), .push(.c))
    let presented = scene.top
    scene.dismissSheet()
    #expect(presented?.stage.current == .cleared)
    #expect(scene.top?.stage.current == .resumed)
  }

  /// Report 112 of hmlongco/Navigator and report 156 of exyte/PopupView: they stayed in memory.
  @Test(arguments: TestedHost.frameworks, [true, false])
  func `the view models of a presented stack are released`(
    host: TestedHost,
    byUser: Bool
  ) async throws {
    let scene = host.scene()
    try scene.perform(.present(.a))
    weak let first = scene.top
    try scene.perform(.push(.b))
    weak let second = scene.top
    #expect(first != nil && second != nil)
    if byUser { scene.dismissSheet() } else { try scene.perform(.dismiss()) }
    await until(first == nil && second == nil)
  }

  @Test(arguments: TestedHost.frameworks)
  func `the state of the host follows the scene`(host: TestedHost) async throws {
    let scene = host.scene()
    for state in [HostState.inactive, .background, .active] {
      scene.enter(state)
      #expect(scene.driver.hostState == state)
      let stages: [HostState: LifecycleStage] = [
        .active: .resumed, .inactive: .visible, .background: .paused,
      ]
      #expect(scene.top?.stage.current == stages[state])
    }
    scene.enter(.background)
    try scene.perform(.present(.cover))
    await scene.expectShown("[home] ▸ [cover]")
    #expect(scene.top?.stage.current == .created)
    scene.enter(.active)
    #expect(scene.top?.stage.current == .resumed)
    scene.enter(.background)
    #expect(scene.top?.stage.current == .paused)
  }

  // In a separate process, because the hosts of other tests write the files, too.
  @Test func `saved files are written when a scene enters the background`() async {
    await #expect(processExitsWith: .success) { try await HostTests.enterBackground() }
  }

  private static func enterBackground() async throws {
    let scenes = TestedHost.frameworks.map { $0.scene() }
    let app = Renderer { Text("a").lifecycle(of: PlaceViewModel(.a)) }
    let controller = UIViewController()
    controller.bind(PlaceViewModel(.a))
    let windowScene = UIWindowScene()
    let window = UIWindow(windowScene: windowScene)
    windowScene.enter(.foregroundActive)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    let hosts = [
      { scenes[0].enter(.background) }, { scenes[1].enter(.background) },
      { app.scenePhase = .background }, { windowScene.enter(.background) },
    ]
    for enterBackground in hosts {
      let written = try await DeletedFile()
      enterBackground()
      await until(written.isWritten)
      try written.delete()
    }
  }

  /// Pull request 323 of lodev09/react-native-true-sheet: the sheet of the link was not shown.
  @Test(arguments: TestedHost.allCases)
  func `requests before the start, and a restored stack, are shown at once`(
    host: TestedHost
  ) async throws {
    let driver = NavigationDriver<Place>.places()
    for spec in [NavigationSpec<Place>.tabs([.home, .a], selected: 1), .present(.b), .push(.c)] {
      try driver.perform(spec, action: "link")
    }
    await host.scene(driver).expectShown("{[home] | *[a]} ▸ [b, c]")
    let scene = host.scene(.places(restoring: driver))
    await scene.expectShown("{[home] | *[a]} ▸ [b, c]")
    scene.dismissSheet()
    await scene.expectShown("{[home] | *[a]}")
  }

  @Test(arguments: TestedHost.frameworks)
  func `an ended driver keeps the last picture`(host: TestedHost) async throws {
    let scene = host.scene()
    try scene.perform(.push(.a))
    scene.driver.end()
    scene.settle()
    await scene.expectShown("[home, a]")
  }

  @Test(arguments: TestedHost.frameworks)
  func `the host of a nested driver leaves its state to the view model around it`(
    host: TestedHost
  ) throws {
    let shop = Shop()
    let scene = host.scene(.places(root: .c, shop: (shop, .c)))
    #expect(shop.pages.topViewModel?.stage.current == .resumed)
    try shop.pages.perform(.push(.b), action: "page")
    scene.settle()
    scene.swipeBack()
    #expect("\(shop.pages.stack.current)" == "[a]")
    scene.enter(.inactive)
    // The outer driver makes the shop visible, whose stack is then inactive.
    #expect(shop.pages.hostState == .inactive)
    #expect(shop.pages.topViewModel?.stage.current == .visible)
    scene.enter(.active)
    #expect(shop.pages.topViewModel?.stage.current == .resumed)
    try scene.perform(.present(.b))
    scene.enter(.inactive)
    scene.enter(.active)
    #expect(shop.pages.topViewModel?.stage.current == .paused)
  }
}
