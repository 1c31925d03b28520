import KalugaArchitecture
import Testing

/// A router that is not the toolkit's, with its own stack.
@MainActor
private final class ListRouter: Router {
  private(set) var screens: [RoutedScreen<Place>] = []

  func push(_ screen: RoutedScreen<Place>) async throws(NavigationError) {
    screens.append(screen)
    screen.didOpen { [weak self, weak screen] in
      self?.leave(self?.screens.filter { $0 === screen } ?? [])
      let ticket = NavigationTicket<Never>()
      ticket.settle(.done)
      return ticket
    }
  }

  func present(_ screen: RoutedScreen<Place>) async throws(NavigationError) {
    try await push(screen)
  }

  func setRoot(_ screen: RoutedScreen<Place>) async throws(NavigationError) {
    leave(screens)
    try await push(screen)
  }

  func pop() async throws(NavigationError) { leave(Array(screens.suffix(1))) }
  func dismiss() async throws(NavigationError) { try await pop() }
  func popToRoot() async throws(NavigationError) { leave(Array(screens.dropFirst())) }

  private func leave(_ leaving: [RoutedScreen<Place>]) {
    screens.removeAll { screen in leaving.contains { $0 === screen } }
    for screen in leaving.reversed() { screen.didLeave(.closed) }
  }
}

@MainActor
struct OwnRouterTests {
  @Test func `a flow runs on a router with its own stack and closes its screens`() async {
    let router = ListRouter()
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      for place in [Place.a, .b] { try await flow.router.push(place) }
      flow.finish(42)
    }
    #expect(await flow.run(on: router) == .finished(42))
    #expect(router.screens.isEmpty)
  }
}
