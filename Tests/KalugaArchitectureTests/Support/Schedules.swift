import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A promise that did not hold.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the condition holds: what is thrown is reported with its seed.
func check(_ condition: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(description: text()) }
}

private let namedSeeds = ProcessInfo.processInfo.environment["KALUGA_SEEDS"]

/// The seeds that tests of schedules try: what `KALUGA_SEEDS` says, a number of them (`10000`) or those from
/// one to another (`17...17`), or the first hundred.
private let allSeeds: ClosedRange<UInt64> = {
  let words = namedSeeds?.split(separator: ".") ?? []
  let bounds = words.compactMap { UInt64($0) }
  guard let first = bounds.first, let last = bounds.last, last > 0 else { return 1...100 }
  return (bounds.count == 1 ? 1 : min(first, last))...last
}()

/// Runs a test under the orders of all seeds.
///
/// The test gets random numbers from which it draws what its tasks do, so that seeds differ in more than
/// the order.
func underAllSchedules(
  _ location: SourceLocation = #_sourceLocation,
  _ test: @escaping @Sendable @concurrent (SeededRandom) async throws -> Void
) async throws {
  report(try await firstDrawnFailure(seeds: allSeeds, of: test), location)
}

/// The same for a test on the main actor.
func underAllMainActorSchedules(
  _ location: SourceLocation = #_sourceLocation,
  _ test: @escaping @MainActor (SeededRandom) async throws -> Void
) async throws {
  report(try await firstDrawnMainActorFailure(seeds: allSeeds, of: test), location)
}

/// The first order under which a test fails that draws what it does; nil if there is none.
func firstDrawnFailure(
  seeds: ClosedRange<UInt64>,
  of test: @escaping @Sendable @concurrent (SeededRandom) async throws -> Void
) async throws -> String? {
  try await firstFailure(among: seeds) { seed in
    try await firstFailure(seeds: seed...seed) { try await test(drawings(of: seed)) }
  }
}

/// The same for a test on the main actor.
func firstDrawnMainActorFailure(
  seeds: ClosedRange<UInt64>,
  of test: @escaping @MainActor (SeededRandom) async throws -> Void
) async throws -> String? {
  try await firstFailure(among: seeds) { seed in
    try await firstMainActorFailure(seeds: seed...seed) { try await test(drawings(of: seed)) }
  }
}

/// Not the numbers that decide about the order: what is drawn would go with it.
private func drawings(of seed: UInt64) -> SeededRandom {
  SeededRandom(seed: ~seed)
}

private func report(_ failure: String?, _ location: SourceLocation) {
  guard let failure else { return }
  Issue.record("\(failure), as the environment's KALUGA_SEEDS", sourceLocation: location)
}

private func firstFailure(
  among seeds: ClosedRange<UInt64>,
  under seed: @escaping @Sendable (UInt64) async throws -> String?
) async throws -> String? {
  for number in seeds {
    let failure = try await beforeLong("seed \(number) comes to no end: \(number)...\(number)") {
      try await seed(number)
    }
    if let failure { return failure }
  }
  return nil
}

/// What the operation returns, or the text if that takes too long, when seeds are being looked for.
///
/// Who waits for a wake-up that was lost would wait for ever, and nobody would learn under which seed. Among
/// all tests, on a machine that has other work to do, no time would be long enough: there the limit of the
/// suite ends what hangs.
private func beforeLong(
  _ text: String,
  _ operation: @escaping @Sendable () async throws -> String?
) async throws -> String? {
  if namedSeeds == nil { return try await operation() }
  let end = Settlement<Result<String?, any Error>>()
  let run = Task {
    do {
      end.settle(.success(try await operation()))
    } catch {
      end.settle(.failure(error))
    }
  }
  let watchdog = Task {
    try await Task.sleep(for: .seconds(30))
    end.settle(.success(text))
  }
  defer {
    watchdog.cancel()
    run.cancel()
  }
  return try await end.wait()?.get()
}
