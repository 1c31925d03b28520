import KalugaArchitecture
import OpenCombine

/// A state written from another thread and followed by consumers off the main actor, conflated.
@MainActor
enum StateFlowRows {
  private static let floor = "value under a mutex, one waiter"
  private static let peer = "OpenCombine values"
  private nonisolated static let writes = 200_000

  static var rows: [Row] {
    [1, 10].map { consumers in
      let isSingle = consumers == 1
      return Row(
        "state flow from another thread, \(Row.count(consumers, "consumer")), per write",
        isRace: true,
        // Two threads that race for each value: the ratio is between 0.25 and 0.7 from run to run.
        goals: isSingle
          ? [Goal(atMost: 1, times: peer), Goal(atMost: 4, times: floor)]
          : [Goal(atMost: 0.5, times: peer)],
        (isSingle ? [latestValue] : []) + [
          Contestant(Names.toolkit) { try await flow(consumers) },
          Contestant(peer) { try await openCombine(consumers) },
        ]
      )
    }
  }

  private static func flow(_ consumers: Int) async throws -> Double {
    let flow = MutableStateFlow(0)
    let consumed = flow.asStateFlow()
    let following = Consumers(consumers) { await Consumers.receive(consumed, until: writes) }
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let cost = await following.time(writes) { for i in 1...writes { flow.value = i } }
    try require("each consumer got the last value", await following.gotLast(writes), true)
    return cost
  }

  private static var latestValue: Contestant {
    Contestant(floor) {
      let latest = LatestValue()
      let following = Consumers(1) {
        var received: [Int] = []
        var version = 0
        while received.last != writes {
          let next = await latest.next(after: version)
          version = next.version
          received.append(next.value)
        }
        return received
      }
      return await following.time(writes) { for i in 1...writes { latest.write(i) } }
    }
  }

  /// Measures until nothing is lost: `values` of OpenCombine 0.14 loses the last value about once in a
  /// thousand times, and would then wait without end.
  private static func openCombine(_ consumers: Int) async throws -> Double {
    for _ in 0..<5 {
      if let cost = try await losingOpenCombine(consumers) { return cost }
    }
    throw BenchmarkError("\(peer): has lost the last value five times in a row")
  }

  /// Returns nil if a consumer never got the last value.
  private static func losingOpenCombine(_ consumers: Int) async throws -> Double? {
    let subject = Shared(DistinctSubject(0, observers: consumers))
    let started = MutableStateFlow(0)
    let following = Consumers(consumers) {
      var received: [Int] = []
      for await value in subject.value.output.values {
        if received.isEmpty { started.update { $0 + 1 } }
        received.append(value)
        if value == writes { break }
      }
      return received
    }
    _ = try await started.asStateFlow().first { $0 == consumers }
    let watchdog = Task {
      try? await Task.sleep(for: .seconds(10))
      for task in following.tasks { task.cancel() }
    }
    let cost = await following.time(writes) {
      for i in 1...writes { subject.value.input.value = i }
    }
    watchdog.cancel()
    return await following.gotLast(writes) ? cost : nil
  }
}

/// Lets several tasks use a peer.
private struct Shared<Value>: @unchecked Sendable {
  // Unchecked because the peers lock inside and predate Sendable.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
