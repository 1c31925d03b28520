import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StateFlowSchedulesTests {
  @Test
  func `each consumer sees the newest value, none twice, and ends with the last`() async throws {
    try await underAllSchedules { random in
      let scene = StateFlowScene()
      try await inTasks { tasks in
        tasks.add(1 + random.below(4), &random) { try await scene.follow(&$0) }
        tasks.add(random.below(3), &random) { try await scene.followUntilCancelled(&$0) }
        try await inTasks { writers in
          writers.add(1 + random.below(3), &random) { try await scene.write(&$0) }
        }
        scene.flow.value = StateFlowScene.last
      }
      let left = scene.flow.subscriptionCount.value
      try check(left == 0, "\(left) consumers have left but are counted")
    }
  }
}

/// A flow with several consumers and several writers, which write some values repeatedly.
private final class StateFlowScene: Sendable {
  static let last = -1

  let flow = MutableStateFlow(0)

  func write(_ random: inout SeededRandom) async throws {
    for _ in 0..<random.below(7) {
      await random.pause()
      let new = random.below(3)
      if random.isTrue(50) { flow.value = new } else { flow.update { ($0 + new) % 3 } }
    }
  }

  func followUntilCancelled(_ random: inout SeededRandom) async throws {
    try await inTasks { tasks in
      tasks.add(1, &random) { try await self.follow(&$0) }
      await random.pause(upTo: 20)
      tasks.cancelAll()
    }
  }

  /// Follows the flow up to the last value.
  func follow(_ random: inout SeededRandom) async throws {
    await random.pause()
    var seen: [Int] = []
    for await value in flow {
      try check(!Task.isCancelled, "got \(value) after its cancellation")
      try check(value == flow.value, "got \(value) after \(seen), when it was \(flow.value)")
      try check(value != seen.last, "got \(value) again after \(seen)")
      seen.append(value)
      if value == Self.last { return }
      await random.pause(upTo: 2)
    }
    try check(Task.isCancelled, "the flow ended by itself after \(seen)")
  }
}
