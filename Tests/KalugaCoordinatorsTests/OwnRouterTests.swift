import KalugaArchitecture
import KalugaCoordinators
import Testing

/// A router that is not the toolkit's, with its own stack.
@MainActor
private final class ListRouter: Router {
  private(set) var screens: [ScreenPromise<Place>] = []

  func perform(
    _ spec: NavigationSpec<Place>,
    opening screen: ScreenPromise<Place>?
  ) async throws(NavigationError) {
    switch spec {
    case .setRoot: leave(screens)
    case .pop, .dismiss: leave(Array(screens.suffix(1)))
    case .popToRoot: leave(Array(screens.dropFirst()))
    case .push, .present: break
    default: throw .refused(action: spec.kind, reason: "a list cannot do this")
    }
    guard let screen else { return }
    screens.append(screen)
    screen.didOpen { [weak self, weak opened = screen.screen] in
      self?.leave(self?.screens.filter { $0.screen === opened } ?? [])
      let promise = NavigationPromise<Never>()
      promise.settle(.done)
      return promise.ticket
    }
  }

  private func leave(_ leaving: [ScreenPromise<Place>]) {
    screens.removeAll { screen in leaving.contains { $0.screen === screen.screen } }
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
