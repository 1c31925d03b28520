import KalugaArchitecture
import KalugaArchitectureTestUtils
import Synchronization
import Testing

/// Two tasks that start a round as much at the same time as the machine lets them.
final class StartLine: Sendable {
  private let arrived = Atomic(0)

  /// Waits a bounded time for the other one, so that a busy machine cannot hang it.
  func meet(of count: Int = 2) {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var patience = 2_000
    while arrived.load(ordering: .acquiring) < count, patience > 0 { patience -= 1 }
  }
}

/// Passes a little time without giving up the thread.
func spin(_ rounds: Int) {
  let cell = Atomic(0)
  for _ in 0..<rounds { cell.wrappingAdd(1, ordering: .relaxed) }
}

/// Random delays that find the moment at which a race is open, on a fast machine and a busy one.
struct RaceTuner {
  private var random: SeededRandom
  private var scale = 64.0
  /// How many rounds ended the one way and the other.
  private(set) var early = 0
  private(set) var late = 0

  init(_ seed: Int) { random = SeededRandom(seed: seed) }

  /// Whether another round is wanted: as many as planned, and on a machine that is busy with other
  /// things more, until the race has ended in both ways.
  func goesOn(_ round: Int, of planned: Int) -> Bool {
    round < planned || (min(early, late) <= 10 && round < planned * 10)
  }

  /// Passes as much time as it may take the other side to act.
  mutating func delay() { spin(Int.random(in: 0...Int(scale), using: &random)) }

  /// Says whether the delay was long enough for the other side to act first.
  mutating func ended(late isLate: Bool) {
    if isLate { late += 1 } else { early += 1 }
    scale = isLate ? max(scale * 0.5, 1) : min(scale * 1.3 + 1, 4_000_000)
  }
}

/// Repeats a race until its sides have really met.
///
/// A machine that is busy with other things may let one side run through before the other begins; the
/// body checks everything else each time.
func untilMet(
  _ location: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Bool
) async rethrows {
  for _ in 0..<100 where try await body() { return }
  Issue.record("the sides of the race never met", sourceLocation: location)
}

/// The suites that race, one after the other: the machine's cores are for the two sides of a race.
@Suite(.serialized)
enum FlowStress {}
