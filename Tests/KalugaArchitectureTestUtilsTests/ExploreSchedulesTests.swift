import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ExploreSchedulesTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads, gives way, and writes: what others write in between is lost.
  private final class LossyCounter: Sendable {
    let value = MutableStateFlow(0)

    func increment() async {
      let before = value.value
      await suspensionPoint()
      value.value = before + 1
    }
  }

  @Sendable private static func countTo12() async throws {
    let counter = LossyCounter()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<3 { await counter.increment() } }
      }
    }
    guard counter.value.value == 12 else {
      throw Failure(description: "counted to \(counter.value.value)")
    }
  }

  /// The failure of one seed; nil if it passes.
  private func failure(_ seed: UInt64) async throws -> String? {
    try await firstFailure(seeds: seed...seed) { try await Self.countTo12() }
  }

  @Test
  func `a lost update is found with most seeds, and each of them fails in the same way again`()
    async throws
  {
    var found = 0
    for seed in UInt64(1)...1000 {
      guard let first = try await failure(seed) else { continue }
      found += 1
      let second = try await failure(seed)
      #expect(second == first)
    }
    #expect(found >= 700, "found \(found)")
  }

  @Test func `the seed that fails is named`() async throws {
    let error = await failureText {
      try await exploreSchedules(seeds: 5...90, fileID: "Tests/T.swift", line: 7) {
        throw Failure(description: "no luck")
      }
    }
    #expect(
      error
        == "Tests/T.swift:7: exploreSchedules: seed 5 of 5...90 fails: no luck; run it again with "
        + "seeds: 5...5"
    )
  }

  @Test func `a test that holds under all orders passes`() async throws {
    try await exploreSchedules(seeds: 1...200) {
      let flow = MutableStateFlow(0)
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<3 {
              flow.update { $0 + 1 }
              await suspensionPoint()
            }
          }
        }
      }
      guard flow.value == 12 else { throw Failure(description: "found \(flow.value)") }
    }
  }

  @Test func `equal seeds give equal orders, and different ones many`() async throws {
    let log = MutableStateFlow<[Int]>([])
    func order(_ seed: UInt64) async throws -> [Int] {
      log.value = []
      try await exploreSchedules(seeds: seed...seed) {
        await withTaskGroup { group in
          for number in 0..<5 {
            group.addTask {
              for _ in 0..<3 {
                log.update { $0 + [number] }
                await suspensionPoint()
              }
            }
          }
        }
      }
      return log.value
    }
    var orders: Set<[Int]> = []
    for seed in UInt64(0)..<100 {
      let first = try await order(seed)
      try await #expect(order(seed) == first)
      #expect(first.count == 15)
      orders.insert(first)
    }
    #expect(orders.count > 95)
  }

  @Test func `waits on our flows are ordered by the seed as well`() async throws {
    try await exploreSchedules(seeds: 1...200) {
      let channel = EventChannel<Int>()
      let sum = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<3 {
          group.addTask {
            var sum = 0
            for await number in channel {
              if number == 0 { break }
              sum += number
            }
            return sum
          }
        }
        for number in [1, 2, 3, 4, 0, 0, 0] {
          channel.send(number)
          await suspensionPoint()
        }
        return try await group.reduce(0, +)
      }
      guard sum == 10 else { throw Failure(description: "the events sum up to \(sum)") }
    }
  }

  @Test func `random numbers are the same for the same seed`() {
    var first = SeededRandom(seed: 7)
    var second = SeededRandom(seed: Int8(7))
    #expect((0..<100).map { _ in first.next() } == (0..<100).map { _ in second.next() })
    var other = SeededRandom(seed: -1)
    #expect(other.next() != first.next())
    #expect(SeededRandom(seed: 0).firstNumber == 0xE220_A839_7B1D_CDAF)
  }
}

extension SeededRandom {
  fileprivate var firstNumber: UInt64 {
    var copy = self
    return copy.next()
  }
}
