import Foundation
import KalugaArchitectureTestUtils
import Testing

/// A rule that did not hold.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the condition holds; a thrown error is reported together with its seed.
func check(_ condition: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(description: text()) }
}

/// The seeds that schedule tests try.
///
/// `KALUGA_SEEDS` sets their number (`10000`) or a range (`17...17`). The default is the first hundred.
private let allSeeds: ClosedRange<UInt64> = {
  let words = ProcessInfo.processInfo.environment["KALUGA_SEEDS"]?.split(separator: ".") ?? []
  let bounds = words.compactMap { UInt64($0) }
  guard let first = bounds.first, let last = bounds.last, last > 0 else { return 1...100 }
  return (bounds.count == 1 ? 1 : min(first, last))...last
}()

/// Runs a test under the task orders of all seeds, and stops after the first that fails.
///
/// The test receives a random source to draw the actions of its tasks from, so that seeds differ in more than
/// the order.
func underAllSchedules(
  _ test: @escaping @Sendable @concurrent (SeededRandom) async throws -> Void
) async throws {
  let hasFailed = Locked(false)
  for seed in allSeeds where !hasFailed.withLock({ $0 }) {
    try await exploreSchedules(seeds: seed...seed) {
      do {
        try await test(actions(of: seed))
      } catch {
        hasFailed.withLock { $0 = true }
        throw error
      }
    }
  }
}

/// Does the same for a test on the main actor.
@MainActor
func underAllMainActorSchedules(
  _ test: @escaping @MainActor (SeededRandom) async throws -> Void
) async throws {
  var hasFailed = false
  for seed in allSeeds where !hasFailed {
    try await exploreMainActorSchedules(seeds: seed...seed) {
      do {
        try await test(actions(of: seed))
      } catch {
        hasFailed = true
        throw error
      }
    }
  }
}

/// Returns a random source that is independent of the one that decides the order.
private func actions(of seed: UInt64) -> SeededRandom {
  SeededRandom(seed: ~seed)
}
