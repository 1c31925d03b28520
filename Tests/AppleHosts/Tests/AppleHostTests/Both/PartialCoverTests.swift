import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// Stacks that cover the one below only partly, so that the user sees and uses both.
@MainActor
struct PartialCoverTests {
  nonisolated static let scenarios: Scenarios = [
    // Pull request 760 of grahammendick/navigation: the sheet had to be closed and opened again.
    "the user goes back under a sheet, which stays": [
      .push(.a), .push(.b), .presentPartly(.c), .swipeBack(under: 1), "[home, a] ▸ partly [c]",
      .push(.a), .swipeBack(under: 1), "[home] ▸ partly [c, a]", .swipeBack(), .dismissSheet,
      "[home]",
    ],
    "the user goes back several screens under a sheet with heights": [
      .push(.a), .push(.b), .push(.c), .present(.a, .sheet(detents: [.medium, .large])),
      .swipeBack(2, under: 1), "[home, a] ▸ sheet(medium, large) [a]",
    ],
    "the user goes back under two sheets": [
      .push(.a), .presentPartly(.b), .push(.c), .presentPartly(.a), .swipeBack(under: 1),
      "[home, a] ▸ partly [b] ▸ partly [a]", .swipeBack(under: 2),
      "[home] ▸ partly [b] ▸ partly [a]",
    ],
    "a handler keeps the user on a screen under a sheet, each time": [
      .push(.a), .presentPartly(.c), .intercept, .swipeBack(under: 1), "[home, a] ▸ partly [c]",
      .swipeBack(under: 1), "[home, a] ▸ partly [c]", .proceed, .swipeBack(under: 1),
      "[home] ▸ partly [c]",
    ],
    "the handler of a sheet is not asked about the screen below": [
      .push(.a), .presentPartly(.c), .keepTop, .swipeBack(under: 1), "[home] ▸ partly [c]",
      .dismissSheet, "[home] ▸ partly [c]",
    ],
    "a handler of a screen under a sheet opens a stack over both": [
      .push(.a), .presentPartly(.b), .ask(.present(.c)), .swipeBack(under: 1),
      "[home, a] ▸ partly [b] ▸ [c]",
    ],
    "the user selects tabs under a sheet, and taps the selected one again": [
      .tabs([.home, .a]), .push(.b), .presentPartly(.c), .tab(1, under: 1),
      "{[home, b] | *[a]} ▸ partly [c]", .tab(0, under: 1), .tab(0, under: 1),
      "{*[home] | [a]} ▸ partly [c]",
    ],
    "what the app opens under a sheet is shown there": [
      .presentPartly(.c), .app(.below(.push(.a))), "[home, a] ▸ partly [c]",
      .atOnce([.app(.below(.push(.b))), .push(.a)]), "[home, a, b] ▸ partly [c, a]",
      .swipeBack(2, under: 1), "[home] ▸ partly [c, a]", .app(.below(.replace(.b))),
      "[b] ▸ partly [c, a]",
    ],
    "the app closes a sheet while the user goes back under it": [
      .push(.a), .push(.b), .presentPartly(.c), .beginSwipe(under: 1), .dismiss, .finish,
      "[home, a]",
    ],
    "the app presents a sheet while the user goes back": [
      .push(.a), .push(.b), .beginSwipeBack, .presentPartly(.c), .finish,
      "[home, a] ▸ partly [c]",
    ],
    "a sheet can cover partly, and later wholly": [
      .presentPartly(.a), .push(.b), .app(.popToRoot()), .app(.present(.a, covering: .wholly)),
      "[home] ▸ [a]", .presentPartly(.a), "[home] ▸ partly [a]",
    ],
    "a cover can cover partly, and later wholly": [
      .presentPartly(.a, .cover()), "[home] ▸ cover partly [a]",
      .app(.present(.a, covering: .wholly)), "[home] ▸ cover [a]",
    ],
  ]

  @Test(arguments: TestedHost.allCases, scenarios.all)
  func `a stack that covers partly stays while the user and the app go on below`(
    host: TestedHost,
    scenario: Scenario
  ) async throws {
    try await host.scene().play(scenario)
  }

  @Test(arguments: TestedHost.frameworks, [PresentationStyle.popover, .overlay(), nil])
  func `a screen that is covered partly is visible, and follows the scene`(
    host: TestedHost,
    style: PresentationStyle?
  ) throws {
    let scene = host.scene()
    let home = try #require(scene.top)
    try scene.perform(.present(.a, style: style, covering: .partly))
    #expect(home.stage.current == .visible)
    #expect(scene.top?.stage.current == .resumed)
    let stages: [(HostState, LifecycleStage, LifecycleStage)] = [
      (.inactive, .visible, .visible), (.background, .paused, .paused),
      (.inactive, .visible, .visible), (.active, .visible, .resumed),
    ]
    for (state, below, top) in stages {
      scene.enter(state)
      #expect(home.stage.current == below)
      #expect(scene.top?.stage.current == top)
    }
    try scene.perform(.dismiss())
    #expect(home.stage.current == .resumed)
  }

  /// Pull request 39 of shaps80/SwiftUIBackports: with two heights, nothing below could be used.
  nonisolated static let heights:
    [(PresentationStyle?, PresentationCovering?, PresentationStyle.Detent?)] = [
      (.sheet(detents: [.medium, .large]), nil, .medium), (.sheet(detents: [.large]), nil, nil),
      (.sheet(detents: [.fraction(0.9), .height(300), .medium]), nil, .fraction(0.9)),
      (.sheet(detents: [.height(300), .fraction(0.25), .large]), nil, .height(300)),
      (.sheet(detents: [.medium, .large]), .wholly, nil), (nil, .partly, .medium),
      (.sheet(), .partly, .medium), (.sheet(detents: [.large]), .partly, .large),
    ]

  @Test(arguments: heights)
  func `SwiftUI lets the user use what is below up to the largest partial height`(
    style: PresentationStyle?,
    covering: PresentationCovering?,
    largest: PresentationStyle.Detent?
  ) async throws {
    let scene = SwiftUIScene()
    try scene.perform(.present(.b), .replacePresented(.a, style: style, covering: covering))
    let expected: PresentationBackgroundInteraction =
      switch largest {
      case .medium: .enabled(upThrough: .medium)
      case .large: .enabled(upThrough: .large)
      case .fraction(let part): .enabled(upThrough: .fraction(part))
      case .height(let points): .enabled(upThrough: .height(points))
      case nil: .disabled
      }
    #expect(scene.app.backgroundInteractions == [expected])
    try scene.perform(.present(.a, covering: .wholly))
    #expect(scene.app.backgroundInteractions == [.disabled])
  }

  @Test(arguments: heights)
  func `UIKit dims what is below only above the largest partial height`(
    style: PresentationStyle?,
    covering: PresentationCovering?,
    largest: PresentationStyle.Detent?
  ) throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a, style: style, covering: covering))
    let sheet = try #require(scene.topLayer.sheetPresentationController)
    let identifier = largest.map { detent -> UISheetPresentationController.Detent.Identifier in
      switch detent {
      case .medium: .medium
      case .large: .large
      case .fraction, .height: .init(detent.description)
      }
    }
    #expect(sheet.largestUndimmedDetentIdentifier == identifier)
    try scene.perform(.present(.a, covering: .wholly))
    #expect(sheet.largestUndimmedDetentIdentifier == nil)
  }

  @Test func `a sheet that covers partly without heights rests at half of the screen`() throws {
    let swiftUI = SwiftUIScene()
    try swiftUI.perform(.present(.a, covering: .partly))
    #expect(swiftUI.app.detents == [[.medium, .large]])
    let uiKit = UIKitScene()
    try uiKit.perform(.present(.a, covering: .partly))
    let sheet = try #require(uiKit.topLayer.sheetPresentationController)
    #expect(sheet.detents == [.medium(), .large()])
    try uiKit.perform(.present(.a, covering: .wholly))
    #expect(sheet.detents == [.large()])
  }

  @Test func `a popover in a narrow window rests at half of the screen`() throws {
    let swiftUI = SwiftUIScene()
    try swiftUI.perform(.present(.a, style: .popover))
    #expect(swiftUI.app.detents == [[.medium, .large]])
    let uiKit = UIKitScene()
    try uiKit.perform(.present(.a, style: .popover))
    let popover = try #require(uiKit.topLayer.popoverPresentationController)
    #expect(popover.adaptiveSheetPresentationController.detents == [.medium(), .large()])
  }

  @Test func `a cover of UIKit that covers partly keeps the view below`() throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a, style: .cover(transition: .fade), covering: .partly))
    scene.expectShown()
    #expect(scene.window.titles == ["home", "a"])
  }

  @Test func `the heights that an app of UIKit sets itself stay`() throws {
    let scene = UIKitScene(willPresent: { _, layer in
      layer.sheetPresentationController?.detents = [.medium()]
    })
    try scene.perform(.present(.a), .push(.b))
    #expect(scene.topLayer.sheetPresentationController?.detents == [.medium()])
    try scene.perform(.dismiss(), .present(.a, covering: .partly), .push(.b))
    #expect(scene.topLayer.sheetPresentationController?.detents == [.medium()])
  }

  @Test(arguments: TestedHost.frameworks)
  func `a user who goes back over the border of a nested stack under a sheet keeps the sheet`(
    host: TestedHost
  ) async throws {
    let scene = NestedScene(host)
    try scene.perform(.push(.c))
    try scene.performNested(.push(.b))
    try scene.perform(.present(.cover, style: .sheet(detents: [.medium])))
    await scene.expectShown("[home, a, b] ▸ [cover]")
    scene.scene.swipeBack(2, under: 1)
    await scene.expectShown("[home] ▸ [cover]")
  }
}
