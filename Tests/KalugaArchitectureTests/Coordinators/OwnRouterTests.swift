import KalugaArchitecture
import Testing

private enum Page: Codable, Hashable, Sendable {
  case first, second
}

extension Page: Presentable {
  var destination: Page { self }
}

/// A router that is not the toolkit's, with its own stack.
@MainActor
private final class ListRouter: Router {
  private(set) var screens: [RoutedScreen<Page>] = []

  func push(_ screen: RoutedScreen<Page>) async throws(NavigationError) {
    screens.append(screen)
    screen.didOpen { [weak self, weak screen] in
      self?.leave { $0 === screen }
      let ticket = NavigationTicket<Never>()
      ticket.settle(.done)
      return ticket
    }
  }

  func present(_ screen: RoutedScreen<Page>) async throws(NavigationError) {
    try await push(screen)
  }

  func setRoot(_ screen: RoutedScreen<Page>) async throws(NavigationError) {
    leave { _ in true }
    try await push(screen)
  }

  func pop() async throws(NavigationError) { leave { [last = screens.last] in $0 === last } }
  func dismiss() async throws(NavigationError) { try await pop() }
  func popToRoot() async throws(NavigationError) {
    leave { [first = screens.first] in $0 !== first }
  }

  private func leave(_ isLeaving: (RoutedScreen<Page>) -> Bool) {
    let leaving = screens.filter(isLeaving)
    screens.removeAll(where: isLeaving)
    for screen in leaving.reversed() { screen.didLeave(.closed) }
  }
}

@MainActor
struct OwnRouterTests {
  private final class Flow: Coordinator<Page, Int> {
    override func start() async throws(NavigationError) {
      try await router.push(Page.first)
      try await router.push(Page.second)
      finish(42)
    }
  }

  @Test func `a flow runs on a router with its own stack and closes its screens`() async {
    let router = ListRouter()
    #expect(await Flow().run(on: router) == .finished(42))
    #expect(router.screens.isEmpty)
  }
}
