import KalugaArchitecture
import SwiftUI
import Testing

@testable import KalugaSwiftUI

/// What SwiftUI writes counts only for what it is about.
@MainActor
struct NavigationHostReportTests {
  typealias Comparison = Renderer.Comparison

  // MARK: Dismissals

  @Test(arguments: Comparison.allCases)
  func `a late dismissal keeps the sheet that has replaced the dismissed one`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.replacePresented(.b))
    scene.app.finishDismissal()
    scene.expectShown("[home] ▸ [b]")
    scene.app.dismissSheet()
    scene.expectShown("[home]")
  }

  @Test(arguments: Comparison.allCases)
  func `a late dismissal keeps the sheet that was presented after the dismissed one`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.dismiss())
    try scene.perform(.present(.b))
    scene.app.finishDismissal()
    scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Comparison.allCases)
  func `a dismissal before its replacement is drawn keeps the replacement`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    try scene.app.beforeDrawing {
      try scene.perform(.replacePresented(.b))
      scene.app.dismissSheet()
    }
    scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Comparison.allCases)
  func `a dismissal after another change of the user keeps what the app has presented since`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    try scene.perform(.push(.c))
    try scene.app.beforeDrawing {
      scene.app.swipeBack()
      try scene.perform(.replacePresented(.b))
      scene.app.dismissSheet()
    }
    scene.expectShown("[home] ▸ [b]")
  }

  @Test(arguments: Comparison.allCases)
  func `a late dismissal closes what was presented over the sheet meanwhile`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.present(.b))
    scene.app.finishDismissal()
    scene.expectShown("[home]")
  }

  @Test(arguments: Comparison.allCases)
  func `a push under a sheet that moves out is kept`(comparison: Comparison) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.below(.push(.b)))
    scene.app.finishDismissal()
    scene.expectShown("[home, b]")
  }

  /// Report 64 of FlowStacks: a sheet over a pushed screen was dismissed twice.
  @Test(arguments: Comparison.allCases)
  func `the dismissal of a sheet over a pushed screen closes only the sheet`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.push(.a))
    try scene.perform(.present(.b))
    var kinds: [String] = []
    let token = scene.driver.onTransition { kinds.append($0.kind) }
    scene.app.dismissSheet()
    scene.expectShown("[home, a]")
    #expect(kinds == ["dismiss"])
    token.dispose()
  }

  /// Report 309 of swift-navigation: the sheet below was dismissed, too.
  @Test(arguments: Comparison.allCases)
  func `the dismissal of a sheet over a sheet closes only the upper one`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    try scene.perform(.present(.b))
    scene.app.dismissSheet()
    scene.expectShown("[home] ▸ [a]")
  }

  @Test func `a dismissal that is reported when the next sheet is on the screen keeps it`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    shown.begin(.active)
    try driver.perform(.present(.a), action: "present")
    let sheet = try #require(shown.layers.last).id
    try driver.perform(.replacePresented(.b), action: "replace")
    shown.didAppear(shown.layers.last?.id)
    shown[presentedOver: nil, isCover: false, shown: sheet] = nil
    #expect(shown.userChanges == 0)
    #expect("\(driver.stack.current)" == "[home] ▸ [b]")
  }

  /// "Attempt to present … while a dismissal is in progress": SwiftUI then writes nil.
  @Test func `a sheet that UIKit refuses to present is no dismissal, and is shown again`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    shown.begin(.active)
    try driver.perform(.present(.a), action: "present")
    let sheet = try #require(shown.layers.last).id
    shown[presentedOver: nil, isCover: false, shown: sheet] = nil
    #expect(shown.layers.count == 1)
    shown.endUserChange()
    #expect(shown.layers.last?.id == sheet)
    shown.didAppear(sheet)
    shown[presentedOver: nil, isCover: false, shown: sheet] = nil
    #expect("\(driver.stack.current)" == "[home]")
  }

  // MARK: Paths

  @Test(arguments: Comparison.allCases)
  func `a new first screen comes with the path above it`(comparison: Comparison) throws {
    let scene = HostScene(comparison)
    try scene.perform(.push(.a))
    try scene.perform(.open(root: .b, [.c, .a]))
    scene.expectShown("[b, c, a]")
    try scene.perform(.tabs([.b, .c], selected: 1))
    try scene.perform(.open(root: .home, [.a]))
    scene.expectShown("[home, a]")
  }

  @Test(arguments: Comparison.allCases)
  func `a swipe in a stack whose first screen is replaced keeps the new stack`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.push(.a))
    try scene.app.beforeDrawing {
      try scene.perform(.open(root: .b, [.c]))
      scene.app.swipeBack()
    }
    scene.expectShown("[b, c]")
  }

  @Test(arguments: Comparison.allCases)
  func `a swipe from a screen that has left already leaves no other one`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.push(.a))
    try scene.perform(.push(.b))
    try scene.app.beforeDrawing {
      try scene.perform(.pop())
      scene.app.swipeBack()
    }
    scene.expectShown("[home, a]")
  }

  @Test(arguments: Comparison.allCases)
  func `a second swipe keeps what the app has opened since the first one`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    for place in [Place.a, .b, .c] { try scene.perform(.push(place)) }
    try scene.app.beforeDrawing {
      scene.app.swipeBack()
      try scene.perform(.replaceAbove(.home, with: .cover))
      try scene.perform(.push(.a))
      scene.app.swipeBack()
    }
    scene.expectShown("[home, cover, a]")
  }

  @Test func `a late path of screens that have left is no change`() throws {
    let driver = HostScene().driver
    let shown = ShownStack(driver) { _ in .sheet }
    shown.begin(.active)
    try driver.perform(.push(.a), action: "push")
    let path = shown.layers[0].tabs[0]
    try driver.perform(.pop(), action: "pop")
    shown[path: path.id] = path.pushed
    try driver.perform(.setRoot(.b), action: "root")
    shown[path: path.id] = []
    #expect(shown.userChanges == 0)
  }

  /// Report 92 of hmlongco/Navigator: after the system's back button, screens were pushed again
  /// that had left.
  @Test(arguments: Comparison.allCases)
  func `going back and pushing again shows one screen each time`(comparison: Comparison) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a]))
    for _ in 0..<3 {
      try scene.perform(.push(.b))
      scene.expectShown("{*[home, b] | [a]}")
      scene.app.swipeBack()
      scene.expectShown("{*[home] | [a]}")
    }
  }

  @Test(arguments: Comparison.allCases)
  func `a swipe in a sheet that becomes another one before it is drawn does not stop the host`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.b))
    try scene.perform(.push(.c))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.a, .b]))
      scene.app.swipeBack()
    }
    scene.expectShown("[home] ▸ {*[a] | [b, c]}")
  }

  @Test(arguments: Comparison.allCases)
  func `a late dismissal keeps the cover that has replaced the dismissed sheet`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.present(.a))
    scene.app.beginDismissal()
    try scene.perform(.replacePresented(.cover))
    scene.app.finishDismissal()
    scene.expectShown("[home] ▸ [cover]")
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

  @Test func `tabs that change their order keep the state of their views`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b]))
    scene.app.tap("own home")
    try scene.perform(.push(.c))
    scene.app.tap("own c")
    try scene.perform(.tabs([.b, .home], selected: 1))
    scene.expectShown("{[b] | *[home, c]}")
    #expect(scene.app.texts.contains("own 1"))
    scene.app.swipeBack()
    #expect(scene.app.texts.contains("own 1"))
  }

  // MARK: Tabs

  @Test(arguments: Comparison.allCases)
  func `a tap on a tab selects the tab that was drawn in its place`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a, .b]))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.home, .b, .a]))
      scene.app.selectTab(1)
    }
    scene.expectShown("{[home] | [b] | *[a]}")
  }

  @Test(arguments: Comparison.allCases)
  func `a tap on a tab that is gone selects nothing`(comparison: Comparison) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a, .b]))
    try scene.app.beforeDrawing {
      try scene.perform(.tabs([.home, .b]))
      scene.app.selectTab(1)
    }
    scene.expectShown("{*[home] | [b]}")
  }

  @Test(arguments: Comparison.allCases)
  func `a second tap on the selected tab goes back to its first screen`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    scene.app.tap("own b")
    try scene.perform(.push(.c))
    let screen = try #require(scene.driver.topScreen)
    let token = scene.driver.onBack(on: screen) { .intercept }
    scene.app.selectTab(0)
    scene.expectShown("{*[home, b, c] | [a]}")
    token.dispose()
    scene.app.selectTab(0)
    scene.expectShown("{*[home] | [a]}")
    scene.app.tap("own home")
    // Issue 198 of ryanbr/noop: a tap at the first screen must not draw it anew.
    scene.app.selectTab(0)
    scene.expectShown("{*[home] | [a]}")
    #expect(scene.app.texts.contains("own 1"))
  }

  @Test func `an app can answer a second tap itself`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a]))
    try scene.perform(.push(.b))
    var tapped: [Place] = []
    let token = scene.driver.onReselect {
      tapped.append($0.destination)
      return .intercept
    }
    scene.app.selectTab(0)
    scene.expectShown("{*[home, b] | [a]}")
    #expect(tapped == [.home])
    token.dispose()
  }

  @Test(arguments: Comparison.allCases)
  func `a tap that is reported twice is one tap`(comparison: Comparison) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.b))
    scene.app.selectTab(0)
    scene.app.beforeDrawing {
      scene.app.selectTab(1)
      scene.app.selectTab(1)
    }
    scene.expectShown("{[home] | *[a, b]}")
  }

  @Test(arguments: Comparison.allCases)
  func `a tap on a tab that the app selects meanwhile is no second tap`(
    comparison: Comparison
  ) throws {
    let scene = HostScene(comparison)
    try scene.perform(.tabs([.home, .a], selected: 1))
    try scene.perform(.push(.b))
    try scene.perform(.selectTab(0))
    try scene.app.beforeDrawing {
      try scene.perform(.selectTab(1))
      scene.app.selectTab(1)
    }
    scene.expectShown("{[home] | *[a, b]}")
  }
}
