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
  private var navigator: ClosureNavigator<Action> {
    ClosureNavigator { [failure] action throws(NavigationError) in
      if action == .second { throw failure }
    }
  }

  @Test func `a closure navigator throws the refusal, and ends other requests as cancelled`()
    async throws
  {
    #expect(throws: failure) { try navigator.navigate(.second) }
    #expect(navigator.navigateWithSuccess(.first))
    navigator.navigateOrElse(.first) { Issue.record("\($0)") }
    let ticket = try navigator.navigate(NavigationRequest<Action, Int>(.first))
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  private final class Service: LifecycleSubscribable {}

  @Test(arguments: [0, 2])
  func `a navigating view model has its navigator as the last subscribable`(_ count: Int) throws {
    let navigator = navigator
    let services = (0..<count).map { _ in Service() }
    let model = NavigatingViewModel(
      navigator: navigator,
      lifecycleSubscribables: [navigator] + services
    )
    let all = model.activeLifecycleSubscribables.current.map(ObjectIdentifier.init)
    #expect(all == services.map(ObjectIdentifier.init) + [ObjectIdentifier(navigator)])
    #expect(model.navigator === navigator)
  }
}
