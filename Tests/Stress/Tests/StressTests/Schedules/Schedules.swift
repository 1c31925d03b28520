import KalugaArchitectureTestUtils
import Testing

/// A rule that was broken.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the condition is true.
///
/// The error is reported together with its seed.
func check(_ condition: Bool, _ text: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(description: text()) }
}

extension Log<String> {
  /// Records a broken rule where no error can be thrown.
  func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { append(text()) }
  }
}

/// The seeds that schedule tests try.
private let allSeeds = seedsFromEnvironment()

/// Runs a test under the task orders of all seeds, and stops after the first failure.
///
/// The test receives a source of random numbers for the actions of its tasks, so that seeds differ
/// not only in the order of tasks.
func underAllSchedules(
  _ test: @escaping @Sendable @concurrent (inout SeededRandom) async throws -> Void
) async throws {
  let started = Tally()
  try await exploreSchedules(seeds: allSeeds) {
    var random = actions(ofSeed: started.add())
    try await test(&random)
  }
}

/// Runs a test on the main actor under the task orders of all seeds.
@MainActor
func underAllMainActorSchedules(
  _ test: @escaping @MainActor (inout SeededRandom) async throws -> Void
) async throws {
  let started = Tally()
  try await exploreMainActorSchedules(seeds: allSeeds) {
    var random = actions(ofSeed: started.add())
    try await test(&random)
  }
}

/// Returns the nth seed's source of random numbers, independent of the one that determines the
/// order.
private func actions(ofSeed number: Int) -> SeededRandom {
  SeededRandom(seed: ~(allSeeds.lowerBound + UInt64(number) - 1))
}

typealias Tasks = ThrowingTaskGroup<Void, any Error>

/// Runs child tasks, and throws the error of the first one that fails.
func inTasks(_ body: (inout Tasks) async throws -> Void) async throws {
  try await withThrowingTaskGroup { tasks in
    try await body(&tasks)
    try await tasks.waitForAll()
  }
}

extension Tasks {
  /// Starts tasks, each with its own random numbers.
  mutating func add(
    _ count: Int,
    _ random: inout SeededRandom,
    _ act: @escaping @Sendable @concurrent (inout SeededRandom) async throws -> Void
  ) {
    for _ in 0..<count {
      let numbers = random.fork()
      addTask { @concurrent in
        var numbers = numbers
        try await act(&numbers)
      }
    }
  }
}
