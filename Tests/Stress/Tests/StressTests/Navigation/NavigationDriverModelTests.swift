import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Compares random operations, from fixed seeds, with ``NavigationModel``.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationDriverModelTests {
  /// The number of sequences: a fifth of `KALUGA_FUZZ`, or 800.
  private static let count =
    effort("KALUGA_FUZZ", default: 4_000) / 5

  /// Each screen has the stage that the host and the layers above it give it, and its hooks and scopes
  /// say the same.
  ///
  /// A screen that leaves the stack is cleared once. Each request ends once, with the outcome that
  /// the model predicts. Each result reaches the screen that requested it, even after a restore, or
  /// is reported as lost. An impossible operation, a late request and a late report change nothing.
  @Test(arguments: 0..<8)
  func `random sequences of operations keep all rules`(_ part: Int) async throws {
    try await walk(NavigationWalk<Place>.self, part)
  }

  /// The model, which knows only the module, predicts the stack of the app for the same seeds.
  @Test(arguments: 0..<4)
  func `random sequences of operations of an embedded module keep all rules`(
    _ part: Int
  ) async throws {
    try await walk(NavigationWalk<OuterPlace>.self, part)
  }

  /// Walks with one of each eight seeds.
  private func walk<Destination>(
    _ type: NavigationWalk<Destination>.Type,
    _ part: Int
  ) async throws {
    var seen: [String: Int] = [:]
    for seed in stride(from: part, to: Self.count, by: 8) {
      try await LostResults.counting { lost in
        let walk = NavigationWalk<Destination>(seed: seed, lost)
        do { try await walk.run() } catch {
          throw BrokenPromise(description: "seed \(seed): \(error)")
        }
        seen.merge(walk.seen, uniquingKeysWith: +)
      }
    }
    for name in NavigationWalk<Destination>.cases {
      #expect(seen[name, default: 0] >= Self.count / 400, "\(name)")
    }
  }

  @Test(arguments: 100...120)
  func `random requests from inside hooks end exactly once`(_ seed: UInt64) async {
    var dice = SeededRandom(seed: seed)
    let lives = ScreenLives<Place>()
    var tickets: [NavigationTicket<Int>] = []
    var budget = 300
    let driver = NavigationDriver(root: Place.home, screen: lives.makeScreen)
    _ = driver.onTransition { [unowned driver] _ in
      for _ in 0..<dice.below(3) where budget > 0 {
        budget -= 1
        let entries = driver.stack.current.entries
        let spec = NavigationSpec.random(&dice, ids: entries.map(\.id))
        let origin = driver.viewModel(of: entries[dice.below(entries.count)].id)
        let ticket =
          if dice.isTrue(50), let screen = origin as? ScreenLives<Place>.Screen {
            try? screen.navigator.ask(spec, for: Int.self)
          } else {
            try? driver.perform(spec, action: spec.kind, for: Int.self)
          }
        if let ticket { tickets.append(ticket) }
      }
    }
    driver.start()
    for _ in 0..<20 {
      _ = try? driver.perform(.push(.a), action: "push")
      #expect(lives.areRight(driver))
    }
    driver.end()
    #expect(lives.all.allSatisfy { $0.cleared == 1 && $0.isHidden })
    #expect(!tickets.isEmpty)
    for ticket in tickets { #expect(await settled(ticket) != nil) }
  }
}
