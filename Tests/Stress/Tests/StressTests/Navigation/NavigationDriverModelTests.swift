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

  /// Only the top screen is resumed, and only while the host is active.
  ///
  /// A screen that leaves the stack is cleared once. Each request ends once, with the outcome that
  /// the model predicts. Results reach the screens that requested them, even after a restore. An
  /// impossible operation changes nothing.
  @Test(arguments: 0..<8)
  func `random sequences of operations keep all rules`(_ part: Int) async throws {
    var refused = 0
    var finished = 0
    for seed in stride(from: part, to: Self.count, by: 8) {
      var dice = SeededRandom(seed: seed)
      let lives = ScreenLives()
      // Some stacks are deep from the beginning.
      let depth = dice.isTrue(5) ? dice.below(200) : 0
      let path = (0..<depth).map { _ in Place.allCases[dice.below(Place.allCases.count)] }
      func makeDriver(_ snapshot: NavigationSnapshot<Place>) -> NavigationDriver<Place> {
        let driver = NavigationDriver(restoring: snapshot, screen: lives.makeScreen)
        _ = driver.onLaunch(of: LuckyNumber.self) { _ in 7 }
        return driver
      }
      var driver = makeDriver(NavigationSnapshot(stack: BackStack(root: .home, path)))
      driver.start()
      var model = NavigationModel([.home] + path)
      var tickets: [NavigationTicket<Int>] = []

      for _ in 0...dice.below(24) {
        let before = driver.stack.current
        let spec = NavigationSpec.random(&dice, ids: before.ids)
        let isPossible = model.apply(spec, ids: before.ids)
        let place: Comment = "seed \(seed): \(spec) on \(before)"
        let ticket = try? (driver.topScreen as? ScreenLives.Screen)?.ask(spec)
        try #require((ticket != nil) == isPossible, place)
        if let ticket {
          tickets.append(ticket)
          if spec.isLaunch { try #require(await ticket.outcome == .finished(7), place) }
        } else {
          refused += 1
          try #require(driver.stack.current == before, place)
        }
        try #require(model.looks(like: driver.stack.current), place)
        try #require(lives.areRight(driver), place)
        if dice.isTrue(20) {
          driver.hostState = [.background, .inactive, .active][dice.below(3)]
          try #require(lives.areRight(driver), place)
        }
        if let nested = lives.nested(in: driver.topScreen) {
          let ids = nested.driver.stack.current.ids
          try #require(nested.perform(.random(&dice, ids: ids)), place)
          try #require(lives.areRight(driver), place)
        }
        try checkAlive(lives, model.screens.map(\.made), place)
        // Let the task that calls the registered closure run.
        await until(lives.received >= model.received)
        await mainActorQueueDrained()
        try #require(lives.received == model.received, place)
        guard dice.isTrue(5), !lives.hasNested else { continue }
        let snapshot = try driver.snapshot().data()
        driver.end()
        driver = makeDriver(try NavigationSnapshot(snapshot))
        driver.start()
        model.restore()
      }

      driver.end()
      model.end()
      try checkAlive(lives, [], "seed \(seed)")
      var outcomes: [NavigationOutcome<Int>?] = []
      for ticket in tickets { outcomes.append(await settled(ticket)) }
      try #require(outcomes == model.outcomes, "seed \(seed)")
      finished += outcomes.count { $0 == .finished(7) }
    }
    #expect(refused > Self.count / 16)
    #expect(finished > Self.count / 64)
  }

  /// Checks that each closed screen was cleared once, and was paused as often as resumed.
  private func checkAlive(_ lives: ScreenLives, _ places: [Place], _ comment: Comment) throws {
    let alive = lives.all.filter { $0.cleared == 0 }.map(\.place.rawValue)
    try #require(alive.sorted() == places.map(\.rawValue).sorted(), comment)
    let isRight = lives.all.allSatisfy { $0.cleared == 0 || $0.cleared == 1 && $0.isPaused }
    try #require(isRight, comment)
  }

  @Test(arguments: 100...120)
  func `random requests from inside hooks end exactly once`(_ seed: UInt64) async {
    var dice = SeededRandom(seed: seed)
    let lives = ScreenLives()
    var tickets: [NavigationTicket<Int>] = []
    var budget = 300
    let driver = NavigationDriver(root: Place.home, screen: lives.makeScreen)
    _ = driver.onTransition { [unowned driver] _ in
      for _ in 0..<dice.below(3) where budget > 0 {
        budget -= 1
        let spec = NavigationSpec.random(&dice, ids: driver.stack.current.ids)
        if let ticket = try? driver.perform(spec, action: spec.kind, for: Int.self) {
          tickets.append(ticket)
        }
      }
    }
    driver.start()
    for _ in 0..<20 {
      _ = try? driver.perform(.push(.a), action: "push")
      #expect(lives.areRight(driver))
    }
    driver.end()
    #expect(lives.all.allSatisfy { $0.cleared == 1 && $0.isPaused })
    #expect(!tickets.isEmpty)
    for ticket in tickets { #expect(await settled(ticket) != nil) }
  }
}
