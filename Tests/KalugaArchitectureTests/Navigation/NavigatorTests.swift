import KalugaArchitecture
import Testing

@MainActor
struct NavigatorTests {
  private enum Action: NavigationAction, Hashable {
    case first
    case second
  }

  private let failure = NavigationError.refused(action: "second", reason: "not today")

  /// Accepts the first action and refuses the second.
  private func makeNavigator(
    _ onAction: @escaping (Action) -> Void = { _ in }
  ) -> ClosureNavigator<Action> {
    ClosureNavigator { [failure] action throws(NavigationError) in
      onAction(action)
      if action == .second { throw failure }
    }
  }

  // MARK: Asking without a throw

  @Test func `navigateWithSuccess returns whether the action was accepted`() {
    var actions: [Action] = []
    let navigator: any Navigator<Action> = makeNavigator { actions.append($0) }
    #expect(navigator.navigateWithSuccess(.first))
    #expect(!navigator.navigateWithSuccess(.second))
    #expect(actions == [.first, .second])
  }

  @Test func `navigateOrElse hands over the error once, and only if there is one`() {
    var errors: [NavigationError] = []
    let navigator = makeNavigator()
    navigator.navigateOrElse(.first) { errors.append($0) }
    #expect(errors == [])
    navigator.navigateOrElse(.second) { errors.append($0) }
    #expect(errors == [failure])
  }

  // MARK: ClosureNavigator

  @Test func `a closure navigator has handed over the action when navigate returns`() async throws {
    var actions: [Action] = []
    let navigator = makeNavigator { actions.append($0) }
    let ticket = try navigator.navigate(.first)
    #expect(actions == [.first])
    #expect(await ticket.outcome == .done)
    try await ticket.transitioned()
  }

  @Test func `a closure navigator ends a request for a result as cancelled`() async throws {
    let ticket = try makeNavigator().navigate(NavigationRequest<Action, Int>(.first))
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  @Test func `navigate throws what the closure throws`() {
    let navigator = makeNavigator()
    #expect(throws: failure) { try navigator.navigate(.second) }
    #expect(throws: failure) { try navigator.navigate(NavigationRequest<Action, Int>(.second)) }
  }

  // MARK: NavigatingViewModel

  private final class Service: LifecycleSubscribable {}

  @Test(arguments: [0, 2])
  func `a navigating view model has its navigator as the last subscribable`(_ count: Int) throws {
    let navigator = makeNavigator()
    let services = (0..<count).map { _ in Service() }
    let model = NavigatingViewModel(
      navigator: navigator,
      lifecycleSubscribables: [navigator] + services
    )
    let all = model.activeLifecycleSubscribables.current.map(ObjectIdentifier.init)
    #expect(all == services.map(ObjectIdentifier.init) + [ObjectIdentifier(navigator)])
    #expect(model.navigator === navigator)
  }

  // MARK: Errors

  @Test(
    arguments: [
      (.noHost(action: "details"), "'details' gone"),
      (.nothingToGoBackTo(screen: "home"), "'home' first screen"),
      (.nothingPresented(screen: "home"), "'home' not presented"),
      (.notOnStack(screen: "a", stack: ["b", "c"]), "'a' not on the stack b, c"),
      (.unexpectedResult(screen: "a", expected: "Int", found: "Bool"), "'a' Int Bool"),
      (.noSuchTab(index: 2, count: 2), "tab 2 0 to 1"),
      (.noSuchTab(index: 0, count: 0), "no tab 0 there are none"),
      (.refused(action: "a", reason: "why"), "'a' why"),
    ] as [(NavigationError, String)]
  )
  func `each error says in one line what happened`(_ error: NavigationError, _ words: String) {
    let text = "\(error)"
    #expect(words.split(separator: " ").filter { !text.contains($0) } == [], "\(text)")
    #expect(!text.contains("\n"))
  }
}
