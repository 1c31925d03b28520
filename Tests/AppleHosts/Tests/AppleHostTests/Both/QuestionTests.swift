import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// Questions of a stack, which both hosts draw over the shown screen.
@MainActor
struct QuestionTests {
  nonisolated static let scenarios: Scenarios = [
    "a button answers the question": [
      .push(.a), .question(.discard), "[home, a] ? (discard | keep)", .choose("Keep"),
      "[home, a]", .question(.sort), "[home, a] ? (name | date)", .choose("By date"), "[home, a]",
    ],
    "a question is asked over a sheet, and about the screen under it later": [
      .present(.a), .question(.discard), "[home] ▸ [a] ? (discard | keep)", .choose("Discard"),
      "[home] ▸ [a]", .dismissSheet, .question(.sort), "[home] ? (name | date)",
    ],
    // Report 902 and pull request 3309 of the Composable Architecture: the second one left at once.
    "the answer to a question asks the next one": [
      .after("answer", .ask(.sort)), .question(.discard), .choose("Discard"),
      "[home] ? (name | date)", .choose("By name"), "[home] ? (name | date)", .leaveQuestion,
      "[home] ? (name | date)",
    ],
    "a question replaces another": [
      .question(.discard), .question(.sort), "[home] ? (name | date)",
      .atOnce([.question(.discard), .question(.sort), .question(.discard)]),
      "[home] ? (discard | keep)", .choose("Keep"), "[home]",
    ],
    // Reports 2461 and 3435 of the Composable Architecture: the state of the alert stayed.
    "a dialog that is left without a choice is left on the stack, and can be asked again": [
      .question(.sort), "[home] ? (name | date)", .leaveQuestion, "[home]", .question(.sort),
      "[home] ? (name | date)",
      .leaveQuestion, "[home]", .present(.cover), "[home] ▸ [cover]",
    ],
    "a question leaves with its screen, without an answer": [
      .push(.a), .question(.discard), .pop, "[home]", .present(.b), .question(.sort), .dismiss,
      "[home]", .question(.discard), .push(.b), "[home, b]",
    ],
    "a question stays while the app continues below": [
      .push(.a), .present(.b), .question(.discard), .app(.below(.pop())),
      "[home] ▸ [b] ? (discard | keep)", .app(.below(.push(.c))),
      "[home, c] ▸ [b] ? (discard | keep)", .choose("Keep"), "[home, c] ▸ [b]",
    ],
    // Report 1991 of the Composable Architecture: only the sheet was closed, and no other was shown.
    "a sheet is closed and a question asked in one turn": [
      .present(.a), .app(.steps([.dismiss(), .ask(.discard)])), "[home] ? (discard | keep)",
      .choose("Keep"), "[home]",
    ],
    "a sheet is opened and a question about it asked in one turn": [
      .app(.steps([.present(.a), .ask(.discard)])), "[home] ▸ [a] ? (discard | keep)",
      .choose("Discard"), "[home] ▸ [a]",
    ],
    // Report 19045528 of Open Radar: UIKit refuses to present while it dismisses.
    "the answer to a question opens and closes sheets": [
      .after("answer", .present(.a)), .question(.discard), .choose("Discard"), "[home] ▸ [a]",
      .question(.sort), "[home] ▸ [a] ? (name | date)", .leaveQuestion, "[home] ▸ [a]",
    ],
    // Report 1 of adam-fowler/EmCuTeeTee: after the background, nothing could be left.
    "a question outlasts the background, and is asked once": [
      .question(.discard), .enter(.inactive), .enter(.background), .enter(.inactive),
      .enter(.active), "[home] ? (discard | keep)", .choose("Keep"), "[home]",
      .enter(.background), .question(.sort), .enter(.active), "[home] ? (name | date)",
    ],
    "a question stays when the destination of its screen is updated": [
      .push(.a), .question(.discard), .update(.a), "[home, a] ? (discard | keep)",
      .choose("Keep"), "[home, a]",
    ],
    "a question is asked in the selected tab": [
      .tabs([.home, .a], selected: 1), .question(.discard), "{[home] | *[a]} ? (discard | keep)",
      .choose("Discard"), .tab(0), "{*[home] | [a]}",
    ],
  ]

  @Test(arguments: TestedHost.allCases, scenarios.all)
  func `a question is shown while it is asked`(host: TestedHost, scenario: Scenario) async throws {
    try await host.scene().play(scenario)
  }

  @Test(arguments: TestedHost.allCases, [("Discard", Discard.discard), ("Keep", .keep)])
  func `the button that the user taps is the answer`(
    host: TestedHost,
    choice: (title: String, answer: Discard)
  ) async throws {
    let scene = host.scene()
    let ticket = try scene.driver.perform(.ask(.discard), for: Discard.self)
    scene.settle()
    #expect(scene.top?.stage.current == .visible)
    scene.choose(choice.title)
    #expect(try await ticket.result == choice.answer)
    await scene.expectShown("[home]")
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: TestedHost.readings)
  func `a dialog that is left has no answer`(host: TestedHost) async throws {
    let scene = host.scene()
    let ticket = try scene.driver.perform(.ask(.sort), for: Sorting.self)
    await scene.expectShown("[home] ? (name | date)")
    scene.leaveQuestion()
    #expect(await ticket.outcome == .cancelled(.back))
    await scene.expectShown("[home]")
  }

  @Test(arguments: TestedHost.readings)
  func `a restored question is asked`(host: TestedHost) async throws {
    let driver = NavigationDriver<Place>.places()
    driver.start()
    try driver.perform(.present(.a))
    try driver.perform(.ask(.sort))
    let scene = host.scene(.places(restoring: driver))
    await scene.expectShown("[home] ▸ [a] ? (name | date)")
    scene.choose("By name")
    await scene.expectShown("[home] ▸ [a]")
  }

  @Test(arguments: TestedHost.readings)
  func `an answer that a guard refuses asks the question again, after its decision`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    let decision = AsyncStream<NavigationGuardDecision<Place>>.makeStream()
    let ticket = try scene.driver.perform(.ask(.discard), for: Discard.self)
    let token = scene.driver.addGuard { _, _ in
      for await decision in decision.stream { return decision }
      return .proceed
    }
    scene.settle()
    for isRefused in [true, false] {
      await scene.expectShown("[home] ? (discard | keep)")
      scene.choose("Discard")
      scene.settle()
      #expect(scene.alerts == [])
      decision.continuation.yield(isRefused ? .refuse(reason: "not now") : .proceed)
    }
    #expect(try await ticket.result == .discard)
    await scene.expectShown("[home]")
    token.dispose()
  }

  @Test(arguments: TestedHost.frameworks)
  func `two taps are one answer`(host: TestedHost) async throws {
    let scene = host.scene()
    let ticket = try scene.driver.perform(.ask(.discard), for: Discard.self)
    scene.settle()
    let asked = try #require(scene.driver.askedQuestion)
    scene.choose("Discard")
    #expect(scene.driver.hostDidAnswer(asked.id, "keep") == nil)
    #expect(try await ticket.result == .discard)
    // A late tap does not answer the next question.
    try scene.perform(.ask(.discard))
    #expect(scene.driver.hostDidAnswer(asked.id, "keep") == nil)
    await scene.expectShown("[home] ? (discard | keep)")
  }

  @Test(arguments: TestedHost.frameworks)
  func `the question of an ended driver cannot be answered, and is not asked again`(
    host: TestedHost
  ) async throws {
    let scene = host.scene()
    try scene.perform(.ask(.discard))
    scene.driver.end()
    scene.choose("Keep")
    await Task {}.value
    scene.settle()
    #expect(scene.alerts == [])
  }

  @Test(arguments: TestedHost.frameworks, [NestedStackPlace.inPlace, .inOuterPath])
  func `a nested stack asks its questions`(host: TestedHost, place: NestedStackPlace) async throws {
    let shop = Shop(place)
    let scene = NestedScene(host, shop)
    try scene.perform(.tabs([.c, .b]))
    for screen in [Place.a, .b] {
      let ticket = try shop.pages.perform(.ask(.discard), for: Discard.self)
      scene.scene.settle()
      #expect(scene.scene.alerts == [Question.discard.picture(addsCancel: false)])
      scene.scene.choose("Keep")
      #expect(try await ticket.result == .keep)
      scene.scene.settle()
      #expect(scene.scene.alerts == [])
      try scene.performNested(.push(screen))
    }
    #expect(scene.problems == [])
  }

  // MARK: UIKit

  @Test func `an alert of UIKit that the app dismisses is left without an answer`() async throws {
    let scene = UIKitScene()
    let ticket = try scene.driver.perform(.ask(.sort), for: Sorting.self)
    scene.settle()
    scene.topLayer.dismiss(animated: true)
    scene.settle()
    #expect(await ticket.outcome == .cancelled(.back))
  }

  @Test func `an alert that leaves with what has presented it is asked again`() async throws {
    let scene = UIKitScene()
    let alert = scene.presentAlert()
    scene.settle()
    try scene.perform(.ask(.discard))
    #expect(scene.window.alerts == [Question.discard.picture(addsCancel: true)])
    alert.presentingViewController?.dismiss(animated: true)
    scene.settle()
    await scene.expectShown("[home] ? (discard | keep)")
  }

  @Test func `an alert of UIKit is animated if the request says so`() async throws {
    let scene = UIKitScene()
    try scene.perform(.ask(.discard).animated(false), .answer("keep").animated(false))
    try scene.perform(.ask(.sort), .answer(nil))
    #expect(
      scene.moves == [
        "present at once", "dismiss at once", "present animated", "dismiss animated",
      ]
    )
  }

  @Test func `a question leaves the screen with its host`() async throws {
    let driver = NavigationDriver<Place>.places()
    let window = UIWindow(windowScene: UIWindowScene())
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    do {
      let host = NavigationHostController(driver) { PlaceController($0.destination) }
      root.addChild(host)
      root.view.addSubview(host.view)
      host.didMove(toParent: root)
      window.settle()
      try driver.perform(.ask(.discard))
      window.settle()
      #expect(window.alerts.count == 1)
      host.willMove(toParent: nil)
      host.view.removeFromSuperview()
      host.removeFromParent()
    }
    await until(
      {
        window.settle()
        return window.alerts.isEmpty
      }()
    )
    #expect(driver.askedQuestion != nil)
  }

  // MARK: SwiftUI

  /// Report 1991 of the Composable Architecture: no alert while a sheet moves out.
  @Test(arguments: Renderer.Reading.allCases)
  func `a question is asked when the sheet over its screen has moved out`(
    reading: Renderer.Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    scene.app.dismissalsTakeTime = true
    try scene.perform(.present(.cover))
    try scene.perform(.steps([.dismiss(), .ask(.discard)]))
    #expect(scene.alerts == [])
    scene.finishGesture()
    await scene.expectShown("[home] ? (discard | keep)")
    try scene.perform(.ask(.retry))
    await Task {}.value
    scene.finishGesture()
    await scene.expectShown("[home] ? (name)")
  }

  /// A dialog that has never been open was not left by the user.
  @Test(arguments: Renderer.Reading.allCases)
  func `a dialog that SwiftUI could not present is asked again later`(
    reading: Renderer.Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    scene.app.isCovered = true
    try scene.perform(.ask(.sort))
    await until(scene.app.refusedPresentations == 2)
    scene.app.isCovered = false
    try scene.perform(.update(scene.driver.stack.current.top.id, to: .a))
    await until(scene.alerts == scene.expectedAlerts)
    await Task {}.value
    scene.leaveQuestion()
    await until(scene.driver.askedQuestion == nil)
  }

  @Test(arguments: Renderer.Reading.allCases)
  func `an alert that SwiftUI could not present is presented again once`(
    reading: Renderer.Reading
  ) async throws {
    let scene = SwiftUIScene(reading)
    scene.app.isCovered = true
    try scene.perform(.ask(.discard))
    await until(scene.app.refusedPresentations == 2)
    scene.app.isCovered = false
    #expect(scene.driver.stack.current.question != nil)
    try scene.perform(.update(scene.driver.stack.current.top.id, to: .a))
    await until(scene.app.alerts == [Question.discard.picture(addsCancel: false)])
  }
}
