import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests what two taps do before the screen has changed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TapTwiceTests {
  private enum Screen: NavigationDestination { case home, details }

  private enum Action: NavigationAction, Equatable { case details, leave }

  private final class Model: NavigatingViewModel<Action> {
    private(set) var began = 0

    func tapped(_ action: Action) throws { try navigator.navigate(action) }
    func workTapped() { scope.launch { [weak self] in self?.began += 1 } }
  }

  private func makeDriver() -> NavigationDriver<Screen> {
    NavigationDriver(root: .home) { _, driver in
      Model(
        navigator: StackNavigator(driver) { (action: Action) in
          switch action {
          case .details: .push(.details)
          case .leave: .pop()
          }
        }
      )
    }
  }

  @Test func `two taps request two navigations in one turn`() async throws {
    let navigator = RecordingNavigator<Action>()
    try await withViewModel(Model(navigator: navigator)) { harness in
      try harness.tapTwice { try $0.tapped(.details) }
      navigator.expect(.details, .details)
      harness.tapTwice { $0.workTapped() }
      #expect(harness.viewModel.began == 0)
      try await harness.waitUntilParked()
      #expect(harness.viewModel.began == 2)
    }
  }

  @Test func `a stack opens the screen once, and the late error of the second tap is no failure`()
    async throws
  {
    try await withExhaustiveChecks {
      let driver = makeDriver()
      driver.start()
      let harness = ViewModelHarness(try #require(driver.topScreen as? Model))
      try harness.tapTwice { try $0.tapped(.details) }
      #expect(driver.stack.current.entries.map(\.destination) == [.home, .details])
      // Now the first tap is late.
      #expect(throws: NavigationError.self) { try harness.tapTwice { try $0.tapped(.details) } }
      driver.end()
    }
  }

  @Test func `two taps to leave leave one screen`() async throws {
    try await withExhaustiveChecks {
      let driver = makeDriver()
      driver.start()
      try (driver.topScreen as? Model)?.tapped(.details)
      let harness = ViewModelHarness(try #require(driver.topScreen as? Model))
      try harness.tapTwice { try $0.tapped(.leave) }
      #expect(driver.stack.current.entries.map(\.destination) == [.home])
      driver.end()
    }
  }

  @Test func `both calls are made, and the first error is thrown`() async throws {
    struct Failed: Error, Equatable { let number: Int }
    for failing in [[1], [2], [1, 2]] {
      try await withViewModel(LifecycleViewModel()) { harness in
        var count = 0
        #expect(throws: Failed(number: failing[0])) {
          try harness.tapTwice { _ throws(Failed) in
            count += 1
            if failing.contains(count) { throw Failed(number: count) }
          }
        }
        #expect(count == 2)
      }
    }
  }
}
