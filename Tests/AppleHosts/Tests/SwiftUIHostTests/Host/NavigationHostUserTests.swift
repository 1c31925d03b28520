import KalugaArchitecture
import KalugaSwiftUI
import SwiftUI
import Testing

/// What the user does is reported to the driver, under both readings of SwiftUI's documentation.
@MainActor
struct NavigationHostUserTests {
  typealias Reading = Renderer.Reading

  @Test(arguments: Reading.allCases)
  func `a swipe back pops the screen`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    scene.app.swipeBack()
    await scene.expectShown("[home]")
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: Reading.allCases)
  func `the menu of the back button pops several screens`(reading: Reading) async throws {
    let scene = HostScene(reading)
    for place in [Place.a, .b, .c] { try scene.perform(.push(place)) }
    scene.app.swipeBack(2)
    await scene.expectShown("[home, a]")
  }

  @Test(arguments: Reading.allCases)
  func `a swipe that a back handler intercepts shows the screen again`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.onBack { .intercept }
    scene.app.swipeBack()
    await scene.expectShown("[home, a]")
    token.dispose()
    scene.app.swipeBack()
    await scene.expectShown("[home]")
  }

  @Test(arguments: Reading.allCases)
  func `a swipe in a sheet that a back handler intercepts shows the screen again`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    let token = scene.driver.onBack { .intercept }
    scene.app.swipeBack()
    await scene.expectShown("[home] ▸ [a, b]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a refused swipe can be repeated and is refused each time`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    var asked = 0
    let token = scene.driver.onBack {
      asked += 1
      return .intercept
    }
    for _ in 0..<3 {
      scene.app.swipeBack()
      await scene.expectShown("[home, a]")
    }
    #expect(asked == 3)
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a handler that presents a question shows it over the screen`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.onBack { [driver = scene.driver] in
      _ = try? driver.perform(.present(.c), action: "ask")
      return .intercept
    }
    scene.app.swipeBack()
    await scene.expectShown("[home, a] ▸ [c]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `going back several screens stops at the one that intercepts`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let keeper = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: keeper) { .intercept }
    try scene.perform(.push(.b))
    try scene.perform(.push(.c))
    scene.app.swipeBack(3)
    await scene.expectShown("[home, a]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a dismissed sheet leaves the stack`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    let model = scene.top
    scene.app.dismissSheet()
    await scene.expectShown("[home]")
    #expect(model?.stage.current == .cleared)
  }

  @Test(arguments: Reading.allCases)
  func `a dismissal that a back handler intercepts shows the sheet again`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    let token = scene.driver.onBack { .intercept }
    scene.app.dismissSheet()
    await scene.expectShown("[home] ▸ [a]")
    token.dispose()
    scene.app.dismissSheet()
    await scene.expectShown("[home]")
  }

  @Test(arguments: Reading.allCases)
  func `dismissing a lower sheet dismisses those above it`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    try scene.perform(.present(.cover))
    scene.app.dismiss(fromTop: 2)
    await scene.expectShown("[home]")
  }

  @Test(arguments: Reading.allCases)
  func `dismissing a lower sheet stops at the one that intercepts`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.present(.a))
    let keeper = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: keeper) { .intercept }
    try scene.perform(.present(.b))
    scene.app.dismiss(fromTop: 2)
    await scene.expectShown("[home] ▸ [a]")
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a selected tab is selected in the stack`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a]))
    scene.app.selectTab(1)
    await scene.expectShown("{[home] | *[a]}")
    #expect(scene.top?.place == .a)
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: Reading.allCases)
  func `a swipe in a tab pops the screen of that tab`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.b))
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.c))
    scene.app.swipeBack()
    await scene.expectShown("{[home, b] | *[a]}")
    scene.app.selectTab(0)
    scene.app.swipeBack()
    await scene.expectShown("{*[home] | [a]}")
  }

  /// The main actor may run the next job before SwiftUI draws.
  @Test(arguments: Reading.allCases)
  func `a refusal before the change of the user is drawn shows it again`(
    reading: Reading
  ) async throws {
    let scene = HostScene(reading)
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
    let scene = HostScene(reading)
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

  @Test(arguments: Reading.allCases)
  func `a tab that a guard refuses is not shown`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.tabs([.home, .a]))
    var wasAsked = false
    let token = scene.driver.addGuard { _, _ in
      wasAsked = true
      return .refuse(reason: "not now")
    }
    scene.app.selectTab(1)
    await until(wasAsked)
    await until(scene.app.picture == "{*[home] | [a]}")
    await scene.expectShown()
    token.dispose()
  }

  @Test(arguments: Reading.allCases)
  func `a swipe that a guard allows later is carried out then`(reading: Reading) async throws {
    let scene = HostScene(reading)
    try scene.perform(.push(.a))
    let token = scene.driver.addGuard { _, _ in .proceed }
    scene.app.swipeBack()
    await until(scene.app.picture == "[home]")
    await scene.expectShown("[home]")
    token.dispose()
  }

  @Test func `a change of the app in the same turn as a swipe is drawn`() async throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    try scene.perform(.push(.b))
    let token = scene.driver.onTransition { [driver = scene.driver] transition in
      if transition.kind == "pop" { _ = try? driver.perform(.present(.c), action: "next") }
    }
    scene.app.swipeBack()
    await scene.expectShown("[home, a] ▸ [c]")
    token.dispose()
  }

  @Test func `the bindings of the stacks stay the same`() throws {
    let scene = HostScene()
    for place in Place.allCases { try scene.perform(.push(place)) }
    scene.app.redraw()
    scene.app.swipeBack()
    scene.app.redraw()
    // The renderer reports a binding that was made anew.
    #expect(scene.app.problems == [])
  }
}
