import KalugaArchitecture
import OpenCombine

/// A state written from another thread and followed by consumers off the main actor, conflated.
@MainActor
enum StateFlowRows {
  private static let floor = "value under a mutex, one waiter"
  private static let peer = "OpenCombine values"

  static var rows: [Row] {
    [1, 10].map { consumers in
      let isSingle = consumers == 1
      return Row(
        "state flow from another thread, \(Row.count(consumers, "consumer")), per write",
        goals: [Goal(Names.toolkit, .atMost(0.5, times: peer))]
          + (isSingle ? [Goal(Names.toolkit, .atMost(4, times: floor))] : []),
        (isSingle ? [latestValue] : []) + [
          Contestant(
            Names.toolkit,
            conflating: {
              try await flow(consumers, $0.operations(200_000))
            }
          ),
          Contestant(
            peer,
            conflating: {
              try await openCombine(consumers, $0.operations(200_000))
            }
          ),
        ]
      )
    } + [lost]
  }

  private static var lost: Row {
    Row(
      "state flow: final value lost, of 1000 trials of 50 writes",
      unit: .count,
      goals: [Goal(Names.toolkit, .limit(0))],
      [
        Contestant(Names.toolkit) { effort in
          var lost = 0
          for _ in 0..<effort.operations(1_000) where try await isFinalValueLost() { lost += 1 }
          return Double(lost)
        }
      ]
    )
  }

  private static func isFinalValueLost() async throws -> Bool {
    let flow = MutableStateFlow(0)
    let consumers = follow(flow, 1, until: 50)
    await Task.detached { for i in 1...50 { flow.value = i } }.value
    let watchdog = watchdog(of: consumers, after: .seconds(2))
    let last = await consumers.last
    watchdog.cancel()
    return last != [50]
  }

  /// Ends consumers that have lost the value they wait for.
  private static func watchdog(
    of consumers: Consumers,
    after limit: Duration
  ) -> Task<Void, Never> {
    Task {
      try? await Task.sleep(for: limit)
      consumers.cancel()
    }
  }

  private static func follow(
    _ flow: MutableStateFlow<Int>,
    _ consumers: Int,
    until end: Int
  ) -> Consumers {
    let consumed = flow.asStateFlow()
    return Consumers(consumers) { await Consumers.receive(consumed, until: end) }
  }

  private static func flow(_ consumers: Int, _ writes: Int) async throws -> Sample {
    let flow = MutableStateFlow(0)
    let following = follow(flow, consumers, until: writes)
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let sample = await following.time(writes) { for i in 1...writes { flow.value = i } }
    try await following.requireLast(writes)
    return sample
  }

  private static var latestValue: Contestant {
    Contestant(
      floor,
      conflating: { effort in
        let writes = effort.operations(200_000)
        let latest = LatestValue()
        let following = Consumers(1) {
          var received = Received()
          var version = 0
          while received.last != writes {
            let next = await latest.next(after: version)
            version = next.version
            received.count += 1
            received.last = next.value
          }
          return received
        }
        let sample = await following.time(writes) { for i in 1...writes { latest.write(i) } }
        try await following.requireLast(writes)
        return sample
      }
    )
  }

  /// Measures until nothing is lost: `values` of OpenCombine 0.14 loses the last value about once in a
  /// thousand times, and would then wait without end.
  private static func openCombine(_ consumers: Int, _ writes: Int) async throws -> Sample {
    for _ in 0..<5 {
      if let sample = try await losingOpenCombine(consumers, writes) { return sample }
    }
    throw BenchmarkError("\(peer): has lost the last value five times in a row")
  }

  /// Returns nil if a consumer never got the last value.
  private static func losingOpenCombine(_ consumers: Int, _ writes: Int) async throws -> Sample? {
    let subject = Shared(DistinctSubject(0, observers: consumers))
    let started = MutableStateFlow(0)
    let following = Consumers(consumers) {
      var received = Received()
      for await value in subject.value.output.values {
        if received.count == 0 { started.update { $0 + 1 } }
        received.count += 1
        received.last = value
        if value == writes { break }
      }
      return received
    }
    _ = try await started.asStateFlow().first { $0 == consumers }
    let watchdog = watchdog(of: following, after: .seconds(10))
    let sample = await following.time(writes) {
      for i in 1...writes { subject.value.input.value = i }
    }
    watchdog.cancel()
    for last in await following.last where last != writes { return nil }
    return sample
  }
}

/// Lets several tasks use a peer.
struct Shared<Value>: @unchecked Sendable {
  // Unchecked because the peers lock inside and predate Sendable.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
