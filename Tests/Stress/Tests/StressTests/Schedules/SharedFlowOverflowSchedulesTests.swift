import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Shared flows that drop values for which there is no room.
@Suite(.timeLimit(.minutes(20)))
struct SharedFlowOverflowSchedulesTests {
  @Test(arguments: [BufferOverflow.dropOldest, .dropNewest])
  func `only the values that the policy names are dropped`(policy: BufferOverflow) async throws {
    try await underAllSchedules { random in
      var random = random
      let (replay, extra) = (random.below(3), 1 + random.below(3))
      let count = 1 + random.below(3)
      let scene = OverflowScene(replay, extra, policy, consumers: count)
      try await withThrowingTaskGroup { group in
        for consumer in 0..<count {
          let numbers = random.fork()
          group.addTask { try await scene.consume(consumer, numbers) }
        }
        _ = try await scene.flow.subscriptionCount.first { $0 == count }
        try await withThrowingTaskGroup { group in
          for _ in 0...random.below(3) {
            let numbers = random.fork()
            group.addTask { try await scene.emit(numbers) }
          }
          try await group.waitForAll()
        }
        // The last one may find no room as well.
        while scene.flow.subscriptionCount.value > 0, !Task.isCancelled {
          _ = scene.flow.tryEmit(scene.accept(isLast: true))
          await suspensionPoint()
        }
        try await group.waitForAll()
      }
    }
  }
}

/// A flow, and what its consumers get by the rules.
private final class OverflowScene: Sendable {
  private static let last = -1

  private struct Model {
    var values: [Int] = []
    /// How many values each consumer has taken.
    var positions: [Int]
    var count = 0
  }

  let flow: MutableSharedFlow<Int>
  private let capacity: Int
  private let policy: BufferOverflow
  private let model: Locked<Model>

  init(_ replay: Int, _ extra: Int, _ policy: BufferOverflow, consumers: Int) {
    flow = MutableSharedFlow(replay: replay, extraBuffer: extra, overflow: policy)
    capacity = replay + extra
    self.policy = policy
    model = Locked(Model(positions: Array(repeating: 0, count: consumers)))
  }

  /// Applies the rules to the next value, and returns the value.
  func accept(isLast: Bool = false) -> Int {
    model.withLock { model in
      model.count += 1
      let value = isLast ? Self.last : model.count
      let isFull = model.values.count - (model.positions.min() ?? 0) == capacity
      if isFull, policy == .dropNewest { return value }
      model.values.append(value)
      let oldest = model.values.count - capacity
      model.positions = model.positions.map { max($0, oldest) }
      return value
    }
  }

  func emit(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(9) {
      await random.pause(upTo: 1)
      if random.isTrue(50) {
        try check(flow.tryEmit(accept()), "tryEmit would have had to wait")
      } else {
        try await flow.emit(accept())
      }
    }
  }

  func consume(_ consumer: Int, _ random: SeededRandom) async throws {
    var random = random
    for await value in flow {
      let expected = model.withLock { model -> Int? in
        let position = model.positions[consumer]
        guard position < model.values.count else { return nil }
        // A consumer that has the last value leaves, and makes no more room necessary.
        model.positions[consumer] = value == Self.last ? .max : position + 1
        return model.values[position]
      }
      try check(value == expected, "got \(value), and not \(expected ?? 0)")
      if value == Self.last { return }
      await random.pause()
    }
    throw BrokenPromise(description: "the flow ended by itself")
  }
}
