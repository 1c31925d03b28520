import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

/// What SwiftUI writes counts only for what it is about.
@MainActor
struct NavigationHostReportTests {
  typealias Reading = Renderer.Reading
  /// The readings in which a dismissal is written at its end.
  nonisolated static let late = Reading.allCases.filter { $0.writing == .afterAnimation }

  nonisolated static let scenarios: Scenarios = [
    "a dismissal before its replacement is drawn keeps the replacement": [
      .present(.a), .atOnce([.replacePresented(.b), .dismissSheet]), "[home] ▸ [b]",
    ],
    "a dismissal after another change of the user keeps what the app has presented since": [
      .present(.a), .push(.c), .atOnce([.swipeBack(), .replacePresented(.b), .dismissSheet]),
      "[home] ▸ [b]",
    ],
    // Report 420 of the Composable Architecture: an update during the transition showed it twice.
    "a sheet whose destination becomes one of a cover is shown as a cover": [
      .present(.a), .update(.cover), "[home] ▸ [cover]", .dismissSheet, "[home]",
    ],
    "dismissing a lower sheet dismisses those above it, down to the one that intercepts": [
      .present(.a), .present(.cover), .dismissBoth, "[home]", .present(.a), .keepTop, .present(.b),
      .dismissBoth, "[home] ▸ [a]",
    ],
    // Pull request 206 of swift-navigation and report 2413 of the Composable Architecture.
    "a sheet and a cover replace each other one after the other": [
      .slowly, .present(.a), .replacePresented(.cover), .push(.c), .finish, "[home] ▸ [cover, c]",
      .replacePresented(.b), .push(.c), .finish, "[home] ▸ [b, c]",
    ],
    "a cover that is presented while a sheet moves out waits for it": [
      .slowly, .present(.a), .dismiss, .present(.cover), .finish, "[home] ▸ [cover]",
    ],
    "a swipe in a stack whose first screen is replaced keeps the new stack": [
      .push(.a), .atOnce([.open(.b, [.c]), .swipeBack()]), "[b, c]",
    ],
    "a swipe from a screen that has left already leaves no other one": [
      .push(.a), .push(.b), .atOnce([.pop, .swipeBack()]), "[home, a]",
    ],
    "a second swipe keeps what the app has opened since the first one": [
      .push(.a), .push(.b), .push(.c),
      .atOnce([
        .swipeBack(), .app(.replaceAbove(.home, with: .cover)), .push(.a), .swipeBack(),
      ]), "[home, cover, a]",
    ],
    "a swipe in a sheet that becomes another one before it is drawn does not stop the host": [
      .present(.b), .push(.c), .atOnce([.tabs([.a, .b]), .swipeBack()]),
      "[home] ▸ {*[a] | [b, c]}",
    ],
    "a tap that is reported twice is one tap": [
      .tabs([.home, .a], selected: 1), .push(.b), .tab(0), .atOnce([.tab(1), .tab(1)]),
      "{[home] | *[a, b]}",
    ],
    "a tap on a tab that the app selects before it is drawn does not count as a second tap": [
      .tabs([.home, .a], selected: 1), .push(.b), .app(.selectTab(0)),
      .atOnce([.app(.selectTab(1)), .tab(1)]), "{[home] | *[a, b]}",
    ],
  ]

  @Test(arguments: Reading.allCases, scenarios.all)
  func `what the user does with SwiftUI is about what was drawn`(
    reading: Reading,
    scenario: Scenario
  ) async throws {
    try await SwiftUIScene(reading).play(scenario)
  }

  nonisolated static let lateScenarios: Scenarios = [
    "a late dismissal keeps the sheet that was presented after the dismissed one": [
      .present(.a), .beginDismissal, .dismiss, .present(.b), .finish, "[home] ▸ [b]",
    ],
    "a late dismissal closes what was presented over the sheet in between": [
      .present(.a), .beginDismissal, .present(.b), .finish, "[home]",
    ],
    // Report 3450 of the Composable Architecture: the path was ignored during an animation.
    "what the app leaves while the user leaves the screen above it is gone": [
      .push(.a), .push(.b), .push(.c), .atOnce([.app(.popToRoot()), .beginSwipeBack]), .finish,
      "[home]", .push(.a), .push(.b), .beginSwipeBack, .app(.popToRoot()), .finish, "[home]",
    ],
    "a push under a sheet that moves out is kept": [
      .present(.a), .beginDismissal, .app(.below(.push(.b))), .finish, "[home, b]",
    ],
    "a screen is pushed after the app has dismissed a sheet that moves out": [
      .present(.a), .beginDismissal, .dismiss, .push(.c), .finish, "[home, c]",
    ],
  ]

  @Test(arguments: late, lateScenarios.all)
  func `what SwiftUI reports at the end of an animation is about its begin`(
    reading: Reading,
    scenario: Scenario
  ) async throws {
    try await SwiftUIScene(reading).play(scenario)
  }

  // MARK: Reports that the stub never makes so late

  /// What a host with one driver shows, without views.
  private func makeShown(
    _ presentation: PresentationStyle = .sheet(),
    _ specs: NavigationSpec<Place>...
  ) throws -> (
    driver: NavigationDriver<Place>, stack: ShownStack<Place>, base: ShownLayer<Place>
  ) {
    let driver = NavigationDriver<Place>.places()
    let stack = ShownStack(driver, isWide: false) { _ in presentation }
    stack.didAppear(.active, isWide: false)
    for spec in specs { try driver.perform(spec, action: "test") }
    return (driver, stack, try #require(stack.base))
  }

  @Test func `a dismissal that is reported when the next sheet is on the screen keeps it`() throws {
    let (driver, stack, base) = try makeShown(.sheet(), .present(.a))
    let sheet = try #require(base.presented)
    base.presentationDidAppear(sheet)
    try driver.perform(.replacePresented(.b), action: "replace")
    let next = try #require(base.presented)
    base.presentationDidAppear(next)
    base[presented: sheet, by: .sheet] = nil
    #expect("\(driver.stack.current)" == "[home] ▸ [b]")
    #expect(stack.base?.presented == next)
  }

  @Test func `the end of a sheet that is written for the cover after it keeps the cover`() throws {
    let (driver, stack, base) = try makeShown(.cover(), .present(.a))
    let cover = try #require(base.presented)
    base.presentationDidAppear(cover)
    base[presented: cover, by: .sheet] = nil
    #expect(stack.base?.presented == cover)
    #expect("\(driver.stack.current)" == "[home] ▸ [a]")
  }

  @Test func `a late path of screens that have left changes nothing`() throws {
    let (driver, stack, base) = try makeShown(.sheet(), .push(.a))
    let path = base.paths[0]
    let pushed = path.pushedByStack
    for spec in [NavigationSpec<Place>.pop(), .push(.b), .push(.c)] {
      try driver.perform(spec, action: "test")
      let newest = path.pushedByStack
      path.pushedByStack = pushed
      #expect(path.pushedByStack == newest)
    }
    try driver.perform(.open(root: .b, [.c]), action: "open")
    path.pushedByStack = []
    #expect("\(driver.stack.current)" == "[b, c]")
    #expect(stack.base?.paths[0].pushedByStack.count == 1)
  }

  @Test func `a host stays active under a cover of its own`() throws {
    let (driver, stack, _) = try makeShown(.cover(), .present(.cover))
    // SwiftUI may call it for the view under a cover.
    stack.didDisappear()
    #expect(driver.topViewModel?.stage.current == .resumed)
    try driver.perform(.dismiss(), action: "test")
    stack.didAppear(.active, isWide: false)
    #expect(driver.topViewModel?.stage.current == .resumed)
  }

  @Test func `an earlier host does not pause the driver of a later one`() throws {
    let (driver, first, _) = try makeShown()
    let second = ShownStack(driver, isWide: false) { _ in .sheet() }
    second.didAppear(.active, isWide: false)
    first.didDisappear()
    #expect(driver.topViewModel?.stage.current == .resumed)
    second.didDisappear()
    #expect(driver.topViewModel?.stage.current == .paused)
    first.didAppear(.active, isWide: false)
    #expect(driver.topViewModel?.stage.current == .resumed)
  }

  // MARK: Refusals

  /// "Attempt to present … while a dismissal is in progress": SwiftUI then writes nil.
  @Test(arguments: Reading.allCases)
  func
    `a sheet that UIKit refuses to present is not taken for a dismissal, and is tried again once`(
      reading: Reading
    ) async throws
  {
    let scene = SwiftUIScene(reading)
    scene.app.isCovered = true
    try scene.perform(.present(.a))
    await until(scene.app.refusedPresentations == 2)
    // A third attempt would follow in the next job.
    for _ in 0..<4 {
      await Task {}.value
      scene.app.settle()
    }
    #expect(scene.app.refusedPresentations == 2)
    #expect("\(scene.driver.stack.current)" == "[home] ▸ [a]")
    #expect(scene.app.picture == "[home]")
    scene.app.isCovered = false
    // The next transition tries again.
    try scene.perform(.push(.b))
    await scene.expectShown(refused: 2)
  }

  /// Report 73 of FlowStacks: SwiftUI neither writes nil nor presents the sheet later.
  @Test(arguments: Reading.allCases)
  func `a sheet that UIKit has refused in silence is shown with the next transition`(
    reading: Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    scene.app.keepsRefusedItems = true
    scene.app.isCovered = true
    try scene.perform(.present(.a))
    await Task {}.value
    #expect(scene.app.picture == "[home]")
    scene.app.isCovered = false
    try scene.perform(.push(.b))
    await scene.expectShown(refused: scene.app.refusedPresentations)
  }

  /// Report 3450 of the Composable Architecture.
  @Test(arguments: Reading.allCases)
  func `a refused swipe whose correction SwiftUI ignores is corrected again at its end`(
    reading: Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.onBack { .intercept }
    scene.app.beginSwipeBack()
    // The correction is sent while SwiftUI moves the screen out.
    await Task {}.value
    scene.app.finishSwipeBack()
    await scene.expectShown("[home, a]")
    token.dispose()
    let next = scene.driver.onTransition { [driver = scene.driver] transition in
      if transition.kind == "pop" { _ = try? driver.perform(.push(.b), action: "next") }
    }
    scene.app.beginSwipeBack()
    await Task {}.value
    scene.app.finishSwipeBack()
    await scene.expectShown("[home, b]")
    next.dispose()
  }

  /// The main actor may run the next job before SwiftUI draws.
  @Test(arguments: Reading.allCases)
  func `a refusal before the change of the user is drawn shows it again`(
    reading: Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    let token = scene.driver.onBack { .intercept }
    try scene.perform(.push(.a))
    await scene.app.beforeDrawing {
      scene.app.swipeBack()
      await Task {}.value
    }
    await scene.expectShown("[home, a]")
    try scene.perform(.present(.b))
    await scene.app.beforeDrawing {
      scene.app.dismissSheet()
      await Task {}.value
    }
    await scene.expectShown("[home, a] ▸ [b]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a tab that is refused before it is drawn is not shown`(reading: Reading) async throws {
    let scene = SwiftUIScene(reading)
    try scene.perform(.tabs([.home, .a]))
    let token = scene.driver.addGuard { _, _ in .refuse(reason: "not now") }
    await scene.app.beforeDrawing {
      scene.app.selectTab(1)
      await Task {}.value
    }
    await scene.expectShown("{*[home] | [a]}")
    scene.app.selectTab(1)
    await scene.expectShown("{*[home] | [a]}")
    token.dispose()
  }
}
