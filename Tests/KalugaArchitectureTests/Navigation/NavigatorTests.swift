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

  @Test func `navigateWithSuccess says whether the action was accepted`() {
    var actions: [Action] = []
    let navigator = makeNavigator { actions.append($0) }
    #expect(navigator.navigateWithSuccess(.first))
    #expect(!navigator.navigateWithSuccess(.second))
    #expect(actions == [.first, .second])
  }

  @Test func `navigateOrElse hands over the error once, and only if there is one`() {
    var errors: [NavigationError] = []
    let navigator = makeNavigator()
    navigator.navigateOrElse(.first) { errors.append($0) }
    #expect(errors.isEmpty)
    navigator.navigateOrElse(.second) { errors.append($0) }
    #expect(errors == [failure])
  }

  @Test func `the helpers work on any navigator`() {
    let navigator: any Navigator<Action> = makeNavigator()
    #expect(navigator.navigateWithSuccess(.first))
    #expect(!navigator.navigateWithSuccess(.second))
  }

  // MARK: ClosureNavigator

  @Test func `a closure navigator has handed over the action when navigate returns`() throws {
    var actions: [Action] = []
    try makeNavigator { actions.append($0) }.navigate(.first)
    #expect(actions == [.first])
  }

  @Test func `a closure navigator ends a request without result as done`() async throws {
    let ticket = try makeNavigator().navigate(.first)
    #expect(await ticket.outcome == .done)
    try await ticket.transitioned()
  }

  @Test func `a closure navigator ends a request with a result as cancelled`() async throws {
    let ticket = try makeNavigator().navigate(NavigationRequest<Action, Int>(.first))
    #expect(await ticket.outcome == .cancelled(.closed))
    #expect(try await ticket.result == nil)
  }

  @Test func `what the closure throws comes out of navigate`() {
    #expect(throws: failure) { try makeNavigator().navigate(.second) }
    #expect(throws: failure) {
      try makeNavigator().navigate(NavigationRequest<Action, Int>(.second))
    }
  }

  // MARK: NavigatingViewModel

  private final class Service: LifecycleSubscribable {}

  @Test func `a navigating view model has its navigator as the last subscribable`() throws {
    let navigator = makeNavigator()
    let services = [Service(), Service()]
    let model = NavigatingViewModel(navigator: navigator, lifecycleSubscribables: services)
    let all = model.activeLifecycleSubscribables.current.map(ObjectIdentifier.init)
    #expect(all == services.map(ObjectIdentifier.init) + [ObjectIdentifier(navigator)])
    #expect(model.navigator === navigator)
  }

  @Test func `a navigating view model without services has its navigator alone`() {
    let navigator = makeNavigator()
    let model = NavigatingViewModel(navigator: navigator)
    let all = model.activeLifecycleSubscribables.current.map(ObjectIdentifier.init)
    #expect(all == [ObjectIdentifier(navigator)])
  }

  @Test func `a navigating view model navigates with its navigator`() throws {
    var actions: [Action] = []
    let model = NavigatingViewModel(navigator: makeNavigator { actions.append($0) })
    try model.navigator.navigate(.first)
    #expect(throws: failure) { try model.navigator.navigate(.second) }
    #expect(actions == [.first, .second])
  }

  // MARK: Errors

  @Test func `each error says what happened in one line`() {
    let errors: [(NavigationError, [String])] = [
      (.noHost(action: "details"), ["'details'", "gone"]),
      (.nothingToGoBackTo(screen: "home"), ["'home'", "first screen"]),
      (.nothingPresented(screen: "home"), ["'home'", "not presented"]),
      (.notOnStack(screen: "a", stack: ["b", "c"]), ["'a' is not on the stack", "b, c"]),
      (.unexpectedResult(screen: "a", expected: "Int", found: "Bool"), ["'a'", "Int", "Bool"]),
      (.noSuchTab(index: 2, count: 2), ["tab 2", "0 to 1"]),
      (.noSuchTab(index: 0, count: 0), ["no tab 0", "there are none"]),
      (.refused(action: "a", reason: "why"), ["'a'", "why"]),
    ]
    for (error, parts) in errors {
      #expect(parts.allSatisfy("\(error)".contains), "\(error)")
      #expect(!"\(error)".contains("\n"))
    }
  }
}
