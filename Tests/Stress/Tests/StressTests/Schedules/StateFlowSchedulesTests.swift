import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StateFlowSchedulesTests {
  @Test
  func `each consumer sees the newest value, none twice, and ends on the last`() async throws {
    try await underAllSchedules { random in
      var random = random
      let scene = StateFlowScene()
      try await withThrowingTaskGroup { group in
        let writers = (0...random.below(3)).map { _ in random.fork() }
        for _ in 0...random.below(4) {
          let numbers = random.fork()
          group.addTask { try await scene.follow(numbers) }
        }
        for _ in 0..<random.below(3) {
          let numbers = random.fork()
          group.addTask { try await scene.followUntilCancelled(numbers) }
        }
        try await withThrowingTaskGroup { group in
          for numbers in writers { group.addTask { try await scene.write(numbers) } }
          try await group.waitForAll()
        }
        scene.flow.value = StateFlowScene.last
        try await group.waitForAll()
      }
      let left = scene.flow.subscriptionCount.value
      try check(left == 0, "\(left) consumers are counted and gone")
    }
  }

  @Test func `who waits for a value gets the first that fits, or learns of the cancellation`()
    async throws
  {
    try await underAllSchedules { random in
      var random = random
      let flow = MutableStateFlow(0)
      let reached = Log<Int>()
      let goals = (0...random.below(4)).map { _ in random.below(8) }
      let isCut = random.isTrue(30)
      let pauses = random.fork()
      try await withThrowingTaskGroup { group in
        for goal in goals {
          group.addTask {
            do {
              let found = try await flow.asStateFlow().first { $0 >= goal }
              try check(found >= goal && found == flow.value, "got \(found) for \(goal)")
              reached.append(goal)
            } catch is CancellationError {
              try check(Task.isCancelled, "the wait for \(goal) ended by itself")
            }
          }
        }
        var pauses = pauses
        for value in 1...8 {
          await pauses.pause()
          if isCut, value == 4 { group.cancelAll() }
          flow.value = value
        }
        try await group.waitForAll()
      }
      try check(isCut || reached.count == goals.count, "reached \(reached.all) of \(goals)")
      let left = flow.subscriptionCount.value
      try check(left == 0, "\(left) consumers are counted and gone")
    }
  }
}

/// A flow that several write, to values that come back, and several follow.
private final class StateFlowScene: Sendable {
  static let last = -1

  let flow = MutableStateFlow(0)

  func write(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(7) {
      await random.pause()
      let new = random.below(3)
      switch random.below(3) {
      case 0: flow.value = new
      case 1: flow.update { ($0 + new) % 3 }
      default:
        let expected = flow.value
        await random.pause(upTo: 1)
        let isExpected = flow.value == expected
        let isReplaced = flow.compareAndSet(expected: expected, new: new)
        try check(isReplaced == isExpected, "compareAndSet returned \(isReplaced)")
      }
    }
  }

  /// Follows to the last value.
  func follow(_ random: SeededRandom) async throws {
    let seen = try await seen(random)
    try check(seen.last == Self.last, "a consumer ended after \(seen)")
  }

  /// Follows, and is cancelled at some moment.
  func followUntilCancelled(_ random: SeededRandom) async throws {
    var random = random
    let numbers = random.fork()
    try await withThrowingTaskGroup { group in
      group.addTask { _ = try await self.seen(numbers) }
      await random.pause(upTo: 20)
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  private func seen(_ random: SeededRandom) async throws -> [Int] {
    var random = random
    await random.pause()
    var seen: [Int] = []
    for await value in flow {
      try check(!Task.isCancelled, "got \(value), and was cancelled before")
      try check(value == flow.value, "got \(value) after \(seen), when it was \(flow.value)")
      try check(value != seen.last, "got \(value) again after \(seen)")
      seen.append(value)
      if value == Self.last { break }
      await random.pause(upTo: 2)
    }
    let isOver = seen.last == Self.last || Task.isCancelled
    try check(isOver, "the flow ended by itself after \(seen)")
    return seen
  }
}
