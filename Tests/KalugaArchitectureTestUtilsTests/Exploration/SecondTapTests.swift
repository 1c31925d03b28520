import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// Moves that the user makes twice at once.
@MainActor
struct SecondTapTests {
  @Test(arguments: 0..<4)
  func `a tap that the app refuses because it is busy is not a problem, in either order`(
    _ seed: UInt64
  ) async throws {
    try await replayApp([.twice(.buy), .twice(.done)], seed: seed) { snapshot, _ in
      BusyApp(snapshot)
    }
  }

  @Test func `a move that the app refuses both times is a problem`() async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in BusyApp(snapshot, isClosed: true) }
    try await walker.replay([.twice(.buy)])
    #expect(walker.findings.map(\.kind) == [.refusedMove])
  }

  @Test(arguments: [(true, [ExplorationFindingKind.refusedMove]), (false, [])])
  func `a first tap that comes too late is a problem, and a late answer of a service is none`(
    _ isTap: Bool,
    _ expected: [ExplorationFindingKind]
  ) async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in BusyApp(snapshot, restockIsTap: isTap) }
    try await walker.replay([.move(.buy), .move(.restock)])
    #expect(walker.findings.map(\.kind) == expected)
  }
}

/// A shop that refuses to sell while it is selling, or at all.
@MainActor
private final class BusyApp: ExploredApp {
  enum Screen: NavigationDestination { case shop, receipt }

  enum Move: AppMove {
    case buy, done
    /// A request of the shop, also while the receipt covers it.
    case restock
  }

  enum Failure: Error { case busy, closed }

  enum Action: NavigationAction { case receipt, close }

  let driver: NavigationDriver<Screen>
  private let isClosed: Bool
  private let restockIsTap: Bool
  private var isBuying = false

  init(
    _ snapshot: NavigationSnapshot<Screen>?,
    isClosed: Bool = false,
    restockIsTap: Bool = true
  ) {
    (self.isClosed, self.restockIsTap) = (isClosed, restockIsTap)
    driver = NavigationDriver(root: .shop, restoring: snapshot) { _, driver in
      NavigatingViewModel(
        navigator: StackNavigator(driver) { (action: Action) in
          switch action {
          case .receipt: .push(.receipt)
          case .close: .finish()
          }
        }
      )
    }
  }

  var moves: [Move] { driver.stack.current.top.destination == .shop ? [.buy] : [.done] }

  func isTap(_ move: Move) -> Bool { move == .restock ? restockIsTap : true }

  func perform(_ move: Move) async throws {
    guard let screen = driver.topViewModel as? NavigatingViewModel<Action> else { return }
    switch move {
    case .buy:
      if isClosed { throw Failure.closed }
      if isBuying { throw Failure.busy }
      isBuying = true
      defer { isBuying = false }
      try await screen.navigator.navigate(.receipt).waitForTransition()
    case .done: try screen.navigator.navigate(.close)
    case .restock:
      let shop = driver.viewModels.lazy.compactMap { $0 as? NavigatingViewModel<Action> }.first
      try shop?.navigator.navigate(.receipt)
    }
  }
}
