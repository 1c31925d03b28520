import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// A screen that its own closures retain.
@MainActor
struct RetainedClosureTests {
  @Test func `a leak names the closures that the view model retains`() async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in AskingApp(snapshot) }
    try await walker.replay([.move(.open), .back])
    let texts = walker.findings.map(\.text)
    try #require(texts.count == 1)
    let start =
      "AskViewModel, which retains closures that must capture it weakly: onResult('number'), poll at "
    #expect(texts[0].hasPrefix(start), "\(texts[0])")
    #expect(walker.findings.map(\.kind) == [.leak])
  }
}

@MainActor
private final class AskingApp: ExploredApp {
  enum Screen: NavigationDestination { case home, ask }

  enum Move: AppMove { case open }

  private final class AskViewModel: NavigatingViewModel<Move> {
    private let clock = ManualClock()
    private var number = 0

    init(_ driver: NavigationDriver<Screen>) {
      super.init(navigator: StackNavigator(driver) { _ in .push(.ask) })
      onResult(NavigationResultKey<Int>("number")) { self.number = $0 }
      poll(every: .seconds(1), clock: clock) { [weak self] in self?.number = 1 }
    }
  }

  let driver: NavigationDriver<Screen>

  init(_ snapshot: NavigationSnapshot<Screen>?) {
    driver = NavigationDriver(root: .home, restoring: snapshot) { screen, driver in
      screen == .home ? BaseLifecycleViewModel() : AskViewModel(driver)
    }
  }

  var moves: [Move] { driver.stack.current.top.destination == .home ? [.open] : [] }

  func perform(_ move: Move) throws { try driver.perform(.push(.ask)) }
}

extension AskingApp.Move: NavigationAction {}
