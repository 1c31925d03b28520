import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A random sequence of requests of screens and of the app, of reports of the host, and of restores.
@MainActor
final class NavigationWalk<Destination: WalkedDestination> {
  /// The cases that are hard to reach.
  static var cases: [String] {
    [
      "left", "covered", "duplicate", "impossible", "received", "lost", "restored", "hidden",
      "answered", "moved below", "moved beside", "visible stack",
    ]
  }

  /// How often each case has occurred.
  private(set) var seen: [String: Int] = [:]

  private var dice: SeededRandom
  private let outer: ComparedDriver<Destination>
  private let lost: LostResults

  init(seed: Int, _ lost: LostResults) {
    var dice = SeededRandom(seed: seed)
    // Some stacks are deep from the beginning.
    let depth = dice.isTrue(5) ? dice.below(200) : 0
    outer = ComparedDriver(
      [.home] + (0..<depth).map { _ in .random(&dice) },
      seed.isMultiple(of: 3) ? .eagerly : .lazily
    )
    self.dice = dice
    self.lost = lost
  }

  func run() async throws {
    outer.start()
    if dice.isTrue(50) { try outer.changeWidth() }
    for _ in 0...dice.below(40) {
      try act(on: outer)
      let screens = outer.model.seen.map { outer.driver.viewModel(of: $0) }
      let stacks = screens.compactMap { outer.lives.nested(in: $0) }
      if let nested = stacks.randomElement(using: &dice) {
        try act(on: nested)
        let isUnderLayer =
          outer.driver.hostState == .active && nested.driver.hostState == .inactive
        if isUnderLayer { seen["visible stack", default: 0] += 1 }
      }
      if dice.isTrue(20) {
        outer.driver.hostState = [.background, .inactive, .active][dice.below(3)]
        try outer.compare("the host is \(outer.driver.hostState)")
      }
      try await checkResults()
      if outer.model.screens.contains(where: { $0.made == nil }) {
        seen["hidden", default: 0] += 1
      }
      if dice.isTrue(8), outer.lives.nested.isEmpty {
        try outer.restore()
        await mainActorQueueDrained()
        seen["restored", default: 0] += 1
      }
    }
    try outer.end()
    for driver in outer.all { try await driver.checkOutcomes() }
    try await checkResults()
    count()
  }

  /// Lets a screen, the app, the user or the host act.
  private func act(on driver: ComparedDriver<Destination>) throws {
    if dice.isTrue(25) { return try driver.report(&dice) }
    let answer = dice.isTrue(driver.model.asked == nil ? 20 : 60) ? driver.randomAnswer(&dice) : nil
    let tap = answer ?? driver.randomTap(&dice)
    try driver.make(tap)
    if dice.isTrue(25) { try driver.make(tap) }
  }

  /// Checks that each result has arrived once, or was reported as lost.
  private func checkResults() async throws {
    for driver in outer.all { driver.model.receiveResults() }
    let expected = outer.all.map(\.model.lost).reduce(0, +)
    await until(!outer.all.contains(where: \.isWaiting) && lost.count >= expected)
    // Let the tasks of closures and effects run.
    await mainActorQueueDrained()
    for driver in outer.all { try driver.checkResults("results") }
    try check(lost.count == expected, "\(lost.count) results are lost, expected \(expected)")
  }

  private func count() {
    seen["lost"] = lost.count
    for driver in outer.all {
      let refusals = driver.refusals.map { ("\($0.key)", $0.value) }
      seen.merge(refusals, uniquingKeysWith: +)
      seen["answered", default: 0] += driver.model.requests.count {
        if case .finished = $0.outcome { $0.asking.type == .reply } else { false }
      }
      seen["moved below", default: 0] += driver.movesBelow
      seen["moved beside", default: 0] += driver.movesBeside
      seen["received", default: 0] += driver.model.received.values.map(\.count).reduce(0, +)
    }
  }
}
