import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Shared flows that drop values for which there is no room.
@Suite(.timeLimit(.minutes(20)))
struct SharedFlowOverflowSchedulesTests {
  @Test(arguments: [BufferOverflow.dropOldest, .dropNewest])
  func `of what is too much only that is dropped which the policy names`(
    _ policy: BufferOverflow
  )
    async throws
  {
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
          try scene.emitLast()
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
    /// How far each consumer has come.
    var positions: [Int]
    var count = 0

    mutating func emit(_ value: Int, _ capacity: Int, _ policy: BufferOverflow) {
      let isFull = values.count - (positions.min() ?? 0) == capacity
      if isFull, policy == .dropNewest { return }
      values.append(value)
      positions = positions.map { Swift.max($0, values.count - capacity) }
    }
  }

  let flow: MutableSharedFlow<Int>
  private let capacity: Int
  private let policy: BufferOverflow
  private let model: Lock<Model>

  init(_ replay: Int, _ extra: Int, _ policy: BufferOverflow, consumers: Int) {
    flow = MutableSharedFlow(replay: replay, extraBuffer: extra, overflow: policy)
    capacity = replay + extra
    self.policy = policy
    model = Lock(Model(positions: Array(repeating: 0, count: consumers)))
  }

  func emit(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(9) {
      await random.pause(upTo: 1)
      let value = model.withLock { model in
        model.count += 1
        model.emit(model.count, capacity, policy)
        return model.count
      }
      if random.isTrue(50) {
        let isEmitted = flow.tryEmit(value)
        try check(isEmitted, "tryEmit of \(value) would have had to wait")
      } else {
        try await flow.emit(value)
      }
    }
  }

  func emitLast() throws {
    model.withLock { $0.emit(Self.last, capacity, policy) }
    let isEmitted = flow.tryEmit(Self.last)
    try check(isEmitted, "tryEmit of the last would have had to wait")
  }

  func consume(_ consumer: Int, _ random: SeededRandom) async throws {
    var random = random
    for await value in flow {
      let expected = model.withLock { model -> Int? in
        let position = model.positions[consumer]
        guard position < model.values.count else { return nil }
        model.positions[consumer] += 1
        // Who has got the last leaves, and nobody waits for it any more.
        if value == Self.last { model.positions[consumer] = .max }
        return model.values[position]
      }
      try check(value == expected, "got \(value), and not \(expected ?? 0)")
      if value == Self.last { break }
      await random.pause()
    }
    try check(!Task.isCancelled, "the flow ended by itself")
  }
}
