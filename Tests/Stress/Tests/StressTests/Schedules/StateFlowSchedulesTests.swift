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
        for _ in 0...random.below(4) {
          let numbers = random.fork()
          group.addTask { try await scene.follow(numbers, pauses: .max) }
        }
        for _ in 0..<random.below(3) {
          let numbers = random.fork()
          group.addTask { try await scene.follow(numbers, pauses: 20) }
        }
        try await withThrowingTaskGroup { group in
          for _ in 0...random.below(3) {
            let numbers = random.fork()
            group.addTask { try await scene.write(numbers) }
          }
          try await group.waitForAll()
        }
        scene.flow.value = StateFlowScene.last
        try await group.waitForAll()
      }
      let left = scene.flow.subscriptionCount.value
      try check(left == 0, "\(left) consumers have left and are counted")
    }
  }
}

/// A flow with several writers, whose values repeat, and several consumers.
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

  /// Follows to the last value, or is cancelled after some pauses.
  func follow(_ random: SeededRandom, pauses: Int) async throws {
    var random = random
    let numbers = random.fork()
    try await withThrowingTaskGroup { group in
      group.addTask { try await self.follow(numbers) }
      if pauses < .max {
        await random.pause(upTo: pauses)
        group.cancelAll()
      }
      try await group.waitForAll()
    }
  }

  private func follow(_ random: SeededRandom) async throws {
    var random = random
    await random.pause()
    var seen: [Int] = []
    for await value in flow {
      try check(!Task.isCancelled, "got \(value), and was cancelled before")
      try check(value == flow.value, "got \(value) after \(seen), when it was \(flow.value)")
      try check(value != seen.last, "got \(value) again after \(seen)")
      seen.append(value)
      if value == Self.last { return }
      await random.pause(upTo: 2)
    }
    try check(Task.isCancelled, "the flow ended by itself after \(seen)")
  }
}
