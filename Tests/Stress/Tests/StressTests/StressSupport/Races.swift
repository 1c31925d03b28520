import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Synchronization
import Testing

/// A value that several threads use, one at a time.
///
/// `@unchecked Sendable`: the lock guards the only stored property. It is an `NSLock` because the thread
/// sanitizer does not see `Mutex` on Linux.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Lets tasks start a round at the same time, as far as the machine allows.
final class StartLine: Sendable {
  private let arrived = Atomic(0)

  /// Waits for the other tasks, for a bounded time, so that a busy machine cannot hang it.
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
  /// How many rounds each of the two sides has won.
  private(set) var early = 0
  private(set) var late = 0

  init(_ seed: Int) { random = SeededRandom(seed: seed) }

  /// Whether each side has won often enough.
  var isDecided: Bool { min(early, late) > 10 }

  /// Passes as much time as the other side may take to act.
  mutating func delay() { spin(Int.random(in: 0...Int(scale), using: &random)) }

  /// Says whether the delay was long enough for the other side to act first.
  mutating func ended(late isLate: Bool) {
    if isLate { late += 1 } else { early += 1 }
    scale = isLate ? max(scale * 0.5, 1) : min(scale * 1.3 + 1, 4_000_000)
  }
}

/// Repeats a race as often as planned, and on a busy machine until each side has won more than ten rounds.
///
/// - Parameters:
///   - seed: Decides the delays.
///   - planned: How many rounds there are at least.
///   - location: Where a race that one side always wins is reported.
///   - round: Lets the sides race, and returns whether its delay was too long to be first.
func race(
  seed: Int = 1,
  rounds planned: Int,
  _ location: SourceLocation = #_sourceLocation,
  _ round: (_ number: Int, _ tuner: inout RaceTuner) async throws -> Bool
) async rethrows {
  var tuner = RaceTuner(seed)
  var number = 0
  while number < planned || (!tuner.isDecided && number < planned * 10) {
    let isLate = try await round(number, &tuner)
    tuner.ended(late: isLate)
    number += 1
  }
  let score = "\(tuner.early) early, \(tuner.late) late"
  #expect(tuner.isDecided, "\(score)", sourceLocation: location)
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
