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

  // MARK: Dismissals

  @Test(arguments: Reading.allCases)
  func `a late dismissal keeps the sheet that has replaced the dismissed one`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.replacePresented(.b))
    scene.app.finishDismissal()
    await scene.expectShown("[home] ▸ [b]")
    scene.app.dismissSheet()
    await scene.expectShown("[home]")
  }

  @Test(arguments: Self.late)
  func `a late dismissal keeps the sheet that was presented after the dismissed one`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.dismiss())
    try scene.perform(.present(.b))
    scene.app.finishDismissal()
    await scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Reading.allCases)
  func `a dismissal before its replacement is drawn keeps the replacement`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.app.beforeDrawing {
      try scene.perform(.replacePresented(.b))
      scene.app.dismissSheet()
    }
    await scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Reading.allCases)
  func `a dismissal after another change of the user keeps what the app has presented since`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.perform(.push(.c))
    try scene.app.beforeDrawing {
      scene.app.swipeBack()
      try scene.perform(.replacePresented(.b))
      scene.app.dismissSheet()
    }
    await scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Self.late)
  func `a late dismissal closes what was presented over the sheet meanwhile`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.present(.b))
    scene.app.finishDismissal()
    await scene.expectShown("[home]")
  }

  @Test(arguments: Self.late)
  func `a push under a sheet that moves out is kept`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.below(.push(.b)))
    scene.app.finishDismissal()
    await scene.expectShown("[home, b]")
  }

  /// Report 64 of FlowStacks: a sheet over a pushed screen was dismissed twice.
  @Test(arguments: Reading.allCases)
  func `the dismissal of a sheet over a pushed screen closes only the sheet`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    try scene.perform(.present(.b))
    var kinds: [String] = []
    let token = scene.driver.onTransition { kinds.append($0.kind) }
    scene.app.dismissSheet()
    await scene.expectShown("[home, a]")
    #expect(kinds == ["dismiss"])
    token.dispose()
  }

  /// Report 309 of swift-navigation: the sheet below was dismissed, too.
  @Test(arguments: Reading.allCases)
  func `the dismissal of a sheet over a sheet closes only the upper one`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.perform(.present(.b))
    scene.app.dismissSheet()
    await scene.expectShown("[home] ▸ [a]")
  }

  @Test func `a dismissal that is reported when the next sheet is on the screen keeps it`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    let base = try #require(shown.base)
    try driver.perform(.present(.a), action: "present")
    let sheet = try #require(base.presented)
    base.presentationDidAppear(sheet)
    try driver.perform(.replacePresented(.b), action: "replace")
    let next = try #require(base.presented)
    base.presentationDidAppear(next)
    base[presented: sheet, isCover: false] = nil
    #expect("\(driver.stack.current)" == "[home] ▸ [b]")
    #expect(base.presented == next)
  }

  @Test func `the end of a sheet that is written for the cover after it keeps the cover`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .cover }
    let base = try #require(shown.base)
    try driver.perform(.present(.a), action: "present")
    let cover = try #require(base.presented)
    base.presentationDidAppear(cover)
    base[presented: cover, isCover: false] = nil
    #expect(base.presented == cover)
    #expect("\(driver.stack.current)" == "[home] ▸ [a]")
  }

  /// "Attempt to present … while a dismissal is in progress": SwiftUI then writes nil.
  @Test(arguments: Reading.allCases)
  func `a sheet that UIKit refuses to present is no dismissal, and is tried again once`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
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
    await scene.expectShown("[home] ▸ [a, b]", refused: 2)
  }

  /// Report 73 of FlowStacks: SwiftUI neither writes nil nor presents the sheet later.
  @Test(arguments: Reading.allCases)
  func `a sheet that UIKit has refused in silence is shown with the next transition`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    scene.app.keepsRefusedItems = true
    scene.app.isCovered = true
    try scene.perform(.present(.a))
    await Task {}.value
    #expect(scene.app.picture == "[home]")
    scene.app.isCovered = false
    try scene.perform(.push(.b))
    await scene.expectShown("[home] ▸ [a, b]", refused: scene.app.refusedPresentations)
  }

  /// Pull request 206 of swift-navigation and report 2413 of the Composable Architecture.
  @Test(arguments: Reading.allCases, [[Place.a, .cover], [.cover, .a]])
  func `a sheet and a cover replace each other one after the other`(
    reading: Reading,
    places: [Place]
  ) async throws {
    let scene = HostScene(reading)
    scene.app.dismissalsTakeTime = true
    try scene.perform(.present(places[0]))
    try scene.perform(.replacePresented(places[1]))
    #expect(scene.app.picture == "[home]")
    try scene.perform(.push(.c))
    scene.app.finishDismissal()
    await scene.expectShown("[home] ▸ [\(places[1]), c]")
  }

  @Test(arguments: Reading.allCases)
  func `a cover that is presented while a sheet moves out waits for it`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    scene.app.dismissalsTakeTime = true
    try scene.perform(.present(.a))
    try scene.perform(.dismiss())
    try scene.perform(.present(.cover))
    scene.app.finishDismissal()
    await scene.expectShown("[home] ▸ [cover]")
  }

  // MARK: Paths

  @Test(arguments: Reading.allCases)
  func `a new first screen comes with the path above it`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    try scene.perform(.open(root: .b, [.c, .a]))
    await scene.expectShown("[b, c, a]")
    try scene.perform(.tabs([.b, .c], selected: 1))
    try scene.perform(.open(root: .home, [.a]))
    await scene.expectShown("[home, a]")
  }

  @Test(arguments: Reading.allCases)
  func `a swipe in a stack whose first screen is replaced keeps the new stack`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    try scene.app.beforeDrawing {
      try scene.perform(.open(root: .b, [.c]))
      scene.app.swipeBack()
    }
    await scene.expectShown("[b, c]")
  }

  @Test(arguments: Reading.allCases)
  func `a swipe from a screen that has left already leaves no other one`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    try scene.perform(.push(.b))
    try scene.app.beforeDrawing {
      try scene.perform(.pop())
      scene.app.swipeBack()
    }
    await scene.expectShown("[home, a]")
  }

  @Test(arguments: Reading.allCases)
  func `a second swipe keeps what the app has opened since the first one`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    for place in [Place.a, .b, .c] { try scene.perform(.push(place)) }
    try scene.app.beforeDrawing {
      scene.app.swipeBack()
      try scene.perform(.replaceAbove(.home, with: .cover))
      try scene.perform(.push(.a))
      scene.app.swipeBack()
    }
    await scene.expectShown("[home, cover, a]")
  }

  @Test func `a late path of screens that have left is no change`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    let base = try #require(shown.base)
    try driver.perform(.push(.a), action: "push")
    let path = base.paths[0]
    let pushed = path.pushedByStack
    try driver.perform(.pop(), action: "pop")
    path.pushedByStack = pushed
    #expect(path.pushedByStack == [])
    for place in [Place.b, .c] { try driver.perform(.push(place), action: "push") }
    let newest = path.pushedByStack
    path.pushedByStack = pushed
    #expect(path.pushedByStack == newest)
    try driver.perform(.open(root: .b, [.c]), action: "open")
    path.pushedByStack = []
    #expect("\(driver.stack.current)" == "[b, c]")
    #expect(base.paths[0].pushedByStack.count == 1)
  }

  /// Report 3450 of the Composable Architecture.
  @Test(arguments: Reading.allCases)
  func `a refused swipe whose correction SwiftUI ignores is corrected again at its end`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.onBack { .intercept }
    scene.app.beginSwipeBack()
    // The correction is sent while SwiftUI moves the screen out.
    await Task {}.value
    scene.app.finishSwipeBack()
    await scene.expectShown("[home, a]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `what the app opens while the user swipes back is shown at the end`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.onTransition { [driver = scene.driver] transition in
      if transition.kind == "pop" { _ = try? driver.perform(.push(.b), action: "next") }
    }
    scene.app.beginSwipeBack()
    await Task {}.value
    scene.app.finishSwipeBack()
    await scene.expectShown("[home, b]")
    token.dispose()
  }

  /// Report 92 of hmlongco/Navigator: after the system's back button, screens were pushed again
  /// that had left.
  @Test(arguments: Reading.allCases)
  func `going back and pushing again shows one screen each time`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a]))
    for _ in 0..<3 {
      try scene.perform(.push(.b))
      await scene.expectShown("{*[home, b] | [a]}")
      scene.app.swipeBack()
      await scene.expectShown("{*[home] | [a]}")
    }
  }

  @Test(arguments: Reading.allCases)
  func `a swipe in a sheet that becomes another one before it is drawn does not stop the host`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.b))
    try scene.perform(.push(.c))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.a, .b]))
      scene.app.swipeBack()
    }
    await scene.expectShown("[home] ▸ {*[a] | [b, c]}")
  }

  @Test(arguments: Reading.allCases)
  func `a late dismissal keeps the cover that has replaced the dismissed sheet`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.replacePresented(.cover))
    scene.app.finishDismissal()
    await scene.expectShown("[home] ▸ [cover]")
  }

  // MARK: Identity

  @Test func `a screen that replaces another one begins with new state`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    scene.app.tap("own a")
    try scene.perform(.replace(.b))
    #expect(scene.app.texts.contains("own 0"))
    scene.app.tap("own b")
    try scene.perform(.replaceAbove(.home, with: .c))
    #expect(scene.app.texts.contains("own 0"))
  }

  @Test func `tabs that change their order keep the state of their views`() async throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b]))
    scene.app.tap("own home")
    try scene.perform(.push(.c))
    scene.app.tap("own c")
    try scene.perform(.tabs([.b, .home], selected: 1))
    await scene.expectShown("{[b] | *[home, c]}")
    #expect(scene.app.texts.contains("own 1"))
    scene.app.swipeBack()
    #expect(scene.app.texts.contains("own 1"))
  }

  // MARK: Tabs

  @Test(arguments: Reading.allCases)
  func `a tap on a tab selects the tab that was drawn in its place`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a, .b]))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.home, .b, .a]))
      scene.app.selectTab(1)
    }
    await scene.expectShown("{[home] | [b] | *[a]}")
  }

  @Test(arguments: Reading.allCases)
  func `a tap on a tab that is gone selects nothing`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a, .b]))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.home, .b]))
      scene.app.selectTab(1)
    }
    await scene.expectShown("{*[home] | [b]}")
  }

  @Test(arguments: Reading.allCases)
  func `a second tap on the selected tab goes back to its first screen`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    scene.app.tap("own b")
    try scene.perform(.push(.c))
    let screen = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: screen) { .intercept }
    scene.app.selectTab(0)
    await scene.expectShown("{*[home, b, c] | [a]}")
    token.dispose()
    scene.app.selectTab(0)
    await scene.expectShown("{*[home] | [a]}")
    scene.app.tap("own home")
    // Issue 198 of ryanbr/noop: a tap at the first screen must not draw it anew.
    scene.app.selectTab(0)
    await scene.expectShown("{*[home] | [a]}")
    #expect(scene.app.texts.contains("own 1"))
  }

  @Test func `an app can answer a second tap itself`() async throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    var tapped: [Place] = []
    let token = scene.driver.onReselect {
      tapped.append($0.destination)
      return .intercept
    }
    scene.app.selectTab(0)
    await scene.expectShown("{*[home, b] | [a]}")
    #expect(tapped == [.home])
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a tap that is reported twice is one tap`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.b))
    scene.app.selectTab(0)
    scene.app.beforeDrawing {
      scene.app.selectTab(1)
      scene.app.selectTab(1)
    }
    await scene.expectShown("{[home] | *[a, b]}")
  }

  @Test(arguments: Reading.allCases)
  func `a tap on a tab that the app selects meanwhile is no second tap`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.b))
    try scene.perform(.selectTab(0))
    try scene.app.beforeDrawing {
      try scene.perform(.selectTab(1))
      scene.app.selectTab(1)
    }
    await scene.expectShown("{[home] | *[a, b]}")
  }
}
