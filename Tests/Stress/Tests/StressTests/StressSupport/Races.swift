import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Synchronization
import Testing

/// A value that several threads use, one at a time.
///
/// `@unchecked Sendable`: the lock guards the only stored property. It is an `NSLock`, because the
/// thread sanitizer does not recognize `Mutex` on Linux.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Lets tasks start a round at nearly the same time.
final class StartLine: Sendable {
  private let arrived = Atomic(0)

  /// Waits for the other tasks, for a bounded time, so that a busy machine cannot hang it.
  func meet(of count: Int = 2) {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var patience = 2_000
    while arrived.load(ordering: .acquiring) < count, patience > 0 { patience -= 1 }
  }
}

/// Waits a short time without leaving the thread.
func spin(_ rounds: Int) {
  let cell = Atomic(0)
  for _ in 0..<rounds { cell.wrappingAdd(1, ordering: .relaxed) }
}

/// Repeats a race for the planned number of rounds, and longer until each side has won more than
/// ten.
///
/// The delays adapt to the machine, so that both sides can win.
///
/// - Parameters:
///   - seed: The seed of the delays.
///   - planned: The minimum number of rounds.
///   - location: The location for the failure if one side always wins.
///   - round: Lets the sides race, one of them after the delay, and returns whether that side lost.
func race(
  seed: Int = 1,
  rounds planned: Int,
  _ location: SourceLocation = #_sourceLocation,
  _ round: (_ number: Int, _ delay: () -> Void) async throws -> Bool
) async rethrows {
  var random = SeededRandom(seed: seed)
  var scale = 64.0
  var (early, late, number) = (0, 0, 0)
  while number < planned || (min(early, late) <= 10 && number < planned * 10) {
    let duration = random.below(Int(scale) + 1)
    if try await round(number, { spin(duration) }) {
      late += 1
      scale = max(scale * 0.5, 1)
    } else {
      early += 1
      scale = min(scale * 1.3 + 1, 4_000_000)
    }
    number += 1
  }
  #expect(min(early, late) > 10, "both sides win", sourceLocation: location)
}
