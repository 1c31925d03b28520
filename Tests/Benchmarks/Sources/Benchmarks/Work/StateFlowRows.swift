import KalugaArchitecture
import OpenCombine
import Synchronization

/// A state written from another thread and followed by consumers off the main actor, conflated.
@MainActor
enum StateFlowRows {
  private static let peer = "OpenCombine values"

  static var rows: [Row] {
    [1, 10].map { consumers in
      Row(
        "state flow from another thread, \(consumers) consumers, per write",
        goals: [Goal(Goals.kaluga, .atMost(0.5, times: peer))],
        [
          Contestant(peer) { try await openCombine(consumers, $0.operations(50_000)) },
          Contestant(Goals.kaluga) { try await flow(consumers, $0.operations(50_000)) },
        ]
      )
    } + [lost]
  }

  private static var lost: Row {
    Row(
      "state flow: final value lost, of 1000 trials of 50 writes",
      unit: .count,
      goals: [Goal(Goals.kaluga, .limit(0))],
      [
        Contestant(Goals.kaluga) { effort in
          var lost = 0
          for _ in 0..<effort.operations(1_000) where try await isFinalValueLost() { lost += 1 }
          return Double(lost)
        }
      ]
    )
  }

  private static func isFinalValueLost() async throws -> Bool {
    let flow = MutableStateFlow(0)
    let consumer = follow(flow, until: 50)
    await Task.detached { for i in 1...50 { flow.value = i } }.value
    let watchdog = watchdog(of: [consumer], after: .seconds(2))
    let last = await consumer.value
    watchdog.cancel()
    return last != 50
  }

  /// Frees consumers that have lost the value they wait for; those that have ended do not notice.
  private static func watchdog(
    of consumers: [Task<Int, Never>],
    after limit: Duration
  ) -> Task<Void, Never> {
    Task {
      try? await Task.sleep(for: limit)
      for consumer in consumers { consumer.cancel() }
    }
  }

  /// The last value that a consumer has seen.
  private static func follow(_ flow: MutableStateFlow<Int>, until end: Int) -> Task<Int, Never> {
    let consumed = flow.asStateFlow()
    return Task.detached {
      var last = -1
      for await value in consumed {
        last = value
        if value == end { break }
      }
      return last
    }
  }

  private static func flow(_ consumers: Int, _ writes: Int) async throws -> Double {
    let flow = MutableStateFlow(0)
    let following = (0..<consumers).map { _ in follow(flow, until: writes) }
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let cost = await timeInBackground(
      writes,
      { for i in 1...writes { flow.value = i } },
      untilAllHave: following
    )
    for consumer in following {
      let last = await consumer.value
      try require("last value of a consumer", last, writes)
    }
    return cost
  }

  /// Measures until nothing is lost: `values` of OpenCombine 0.14 now and then loses the last value,
  /// about once in a thousand times, and would then wait for ever.
  private static func openCombine(_ consumers: Int, _ writes: Int) async throws -> Double {
    for _ in 0..<5 {
      if let cost = try await losingOpenCombine(consumers, writes) { return cost }
    }
    throw BenchmarkError("\(peer): has lost the last value five times in a row")
  }

  /// Nil if a consumer never got the last value.
  private static func losingOpenCombine(_ consumers: Int, _ writes: Int) async throws -> Double? {
    let subject = Shared(CurrentValueSubject<Int, Never>(0))
    let started = MutableStateFlow(0)
    let following = (0..<consumers).map { _ in
      Task.detached {
        var last = -1
        for await value in subject.value.removeDuplicates().values {
          if last < 0 { started.update { $0 + 1 } }
          last = value
          if value == writes { break }
        }
        return last
      }
    }
    _ = try await started.asStateFlow().first { $0 == consumers }
    let watchdog = watchdog(of: following, after: .seconds(10))
    let cost = await timeInBackground(
      writes,
      { for i in 1...writes { subject.value.value = i } },
      untilAllHave: following
    )
    watchdog.cancel()
    for consumer in following where await consumer.value != writes { return nil }
    return cost
  }
}

/// Lets a peer be used from several tasks.
struct Shared<Value>: @unchecked Sendable {
  // Unchecked because the peers lock inside and predate Sendable.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
