import KalugaArchitecture
import SwiftUI
import Testing
import UIKit

/// A table of what apps and their users do, and of the stacks that a host shows then.
///
///     ["a swipe back pops the screen": [.push(.a), .swipeBack(), "[home]"]]
struct Scenarios: ExpressibleByDictionaryLiteral, Sendable {
  let all: [Scenario]

  init(dictionaryLiteral rows: (String, [Scenario.Step])...) {
    all = rows.map { Scenario(name: $0, steps: $1) }
  }
}

/// One row of a table.
struct Scenario: CustomTestStringConvertible, Sendable {
  let name: String
  let steps: [Step]

  var testDescription: String { name }

  indirect enum Step: ExpressibleByStringLiteral {
    case app(NavigationSpec<Place>)
    /// Closes the newest screen with this place, wherever it is.
    case close(Place)
    /// Gives the screen on top another destination.
    case update(Place)
    /// Lets the app do something when the next transition of this kind has ended.
    case after(String, NavigationSpec<Place>)
    case enter(HostState)
    case choose(String)
    case leaveQuestion

    case swipeBack(Int = 1, under: Int = 0)
    case beginSwipe(under: Int)
    case dismissSheet
    case beginDismissal
    case finish
    case tab(Int, under: Int = 0)

    /// From now on, the user leaves no screen, or not the one on top.
    case intercept
    case keepTop
    /// From now on, an attempt to go back opens a question.
    case ask(NavigationSpec<Place>)
    /// Ends what the last three have begun.
    case proceed

    case atOnce([Step])
    /// What a user or an app can do with one of the frameworks only.
    case swiftUI(@MainActor @Sendable (SwiftUIScene) -> Void)
    case uiKit(@MainActor @Sendable (UIKitScene) -> Void)
    /// This stack is shown.
    case shown(String)

    init(stringLiteral stack: String) { self = .shown(stack) }

    static func push(_ place: Place) -> Step { .app(.push(place)) }
    static func present(_ place: Place, _ style: PresentationStyle? = nil) -> Step {
      .app(.present(place, style: style))
    }
    /// Presents a stack under which the user can go on.
    static func presentPartly(_ place: Place, _ style: PresentationStyle? = nil) -> Step {
      .app(.present(place, style: style, covering: .partly))
    }
    static func replacePresented(_ place: Place) -> Step { .app(.replacePresented(place)) }
    static func tabs(_ places: [Place], selected: Int = 0) -> Step {
      .app(.tabs(places, selected: selected))
    }
    static func open(_ root: Place, _ places: [Place]) -> Step { .app(.open(root: root, places)) }
    static func question(_ question: Question) -> Step { .app(.ask(question)) }
    static var beginSwipeBack: Step { .beginSwipe(under: 0) }
    static var pop: Step { .app(.pop()) }
    static var dismiss: Step { .app(.dismiss()) }
    /// Six tabs, which have no place in the bar of a phone.
    static var sixTabs: Step { .tabs([.home, .a, .b, .c, .a, .b]) }

    /// From now on, what the app dismisses takes time.
    static var slowly: Step { .swiftUI { $0.app.dismissalsTakeTime = true } }
    static var dismissBoth: Step { .swiftUI { $0.app.dismiss(fromTop: 2) } }

    static var cancel: Step { .uiKit { $0.window.cancelGesture() } }
    static var alert: Step { .uiKit { $0.presentAlert() } }
    static var tapMore: Step { .uiKit { $0.window.tapMore() } }
    static var widen: Step { .uiKit { $0.window.widen() } }
  }
}

extension HostScene {
  func play(_ scenario: Scenario) async throws {
    let handlers = DisposeBag()
    for step in scenario.steps {
      if case .shown(let stack) = step {
        await expectShown(stack)
      } else {
        try play(step, handlers)
      }
    }
    handlers.dispose()
  }

  private func play(_ step: Scenario.Step, _ handlers: DisposeBag) throws {
    switch step {
    case .app(let spec): try perform(spec)
    case .close(let place):
      let entry = driver.stack.current.entries.last { $0.destination == place }
      try perform(.closeEntry(#require(entry).id))
    case .update(let place):
      let top = try #require(driver.topViewModel)
      try driver.update(top, to: place)
      settle()
    case .after(let kind, let spec):
      driver.onTransition { [driver] in
        if $0.kind == kind { _ = try? driver.perform(spec, action: "next") }
      }
      .addTo(handlers)
    case .enter(let state): enter(state)
    case .choose(let title): choose(title)
    case .leaveQuestion: leaveQuestion()
    case .swipeBack(let count, let layersAbove): swipeBack(count, under: layersAbove)
    case .beginSwipe(let layersAbove): beginSwipeBack(1, under: layersAbove)
    case .dismissSheet: dismissSheet()
    case .beginDismissal: beginDismissal()
    case .finish: finishGesture()
    case .tab(let index, let layersAbove): selectTab(index, under: layersAbove)
    case .intercept: driver.onBack { .intercept }.addTo(handlers)
    case .keepTop:
      driver.onBack(on: driver.topViewModel) { .intercept }.addTo(handlers)
    case .ask(let spec):
      driver.onBack { [driver] in
        _ = try? driver.perform(spec, action: "ask")
        return .intercept
      }
      .addTo(handlers)
    case .proceed: handlers.dispose()
    case .atOnce(let steps): try atOnce { for step in steps { try play(step, handlers) } }
    case .swiftUI(let act): act(try #require(self as? SwiftUIScene))
    case .uiKit(let act): act(try #require(self as? UIKitScene))
    case .shown: break
    }
  }
}
