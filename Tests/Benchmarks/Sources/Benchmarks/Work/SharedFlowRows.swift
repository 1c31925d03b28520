import AsyncAlgorithms
import KalugaArchitecture

/// Values emitted from another thread, each of which every consumer gets.
@MainActor
enum SharedFlowRows {
  private static let floor = "buffer under a mutex, in batches"
  private static let stream = "AsyncStream"
  private static let channel = "AsyncChannel"

  static var rows: [Row] { [1, 10].map(unbounded) + [rendezvous] }

  private static func unbounded(_ consumers: Int) -> Row {
    let isSingle = consumers == 1
    let values = 50_000 / consumers
    return Row(
      "shared flow, unbounded buffer, from another thread, \(Row.count(consumers, "consumer")), per value",
      isRace: true,
      goals: [goal(atMost: 0.25, times: stream)]
        + (isSingle ? [goal(atMost: 3, times: floor)] : []),
      (isSingle ? [batchBuffer(values)] : []) + [
        Contestant(Names.toolkit) { try await flow(consumers, values) },
        Contestant(stream) { try await asyncStream(consumers, values) },
      ]
    )
  }

  private static func goal(atMost limit: Double, times other: String) -> Goal {
    Goal(atMost: limit, times: other, accepting: 1.5, because: Reasons.erasedElements)
  }

  /// The emitter waits for the consumer with each value.
  private static var rendezvous: Row {
    let values = 5_000
    return Row(
      "rendezvous, from another thread, 1 consumer, per value",
      isRace: true,
      goals: [Goal(atMost: 1, times: channel, accepting: 1.5, because: Reasons.erasedElements)],
      [
        Contestant(channel) {
          let channel = AsyncChannel<Int>()
          let following = Consumers(1) { await Consumers.receive(channel, until: values) }
          let cost = await following.time(values) {
            for i in 1...values { await channel.send(i) }
          }
          try await following.requireAll(values)
          return cost
        },
        Contestant(Names.toolkit) {
          let flow = MutableSharedFlow<Int>()
          let consumed = flow.asSharedFlow()
          let following = Consumers(1) { await Consumers.receive(consumed, until: values) }
          _ = try await flow.subscriptionCount.first { $0 == 1 }
          let cost = await following.time(values) {
            // Not cancelled: none is lost, or the check of the count fails.
            for i in 1...values { try? await flow.emit(i) }
          }
          try await following.requireAll(values)
          return cost
        },
      ]
    )
  }

  static func flow(_ consumers: Int, _ values: Int) async throws -> Double {
    let flow = MutableSharedFlow<Int>(extraBuffer: .max)
    let consumed = flow.asSharedFlow()
    let following = Consumers(consumers) { await Consumers.receive(consumed, until: values) }
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let cost = await following.time(values) { for i in 1...values { _ = flow.tryEmit(i) } }
    try await following.requireAll(values)
    return cost
  }

  private static func batchBuffer(_ values: Int) -> Contestant {
    Contestant(floor) {
      let buffer = BatchBuffer()
      let following = Consumers(1) {
        var received: [Int] = []
        while received.last != values { received += await buffer.take() }
        return received
      }
      let cost = await following.time(values) { for i in 1...values { buffer.send(i) } }
      try await following.requireAll(values)
      return cost
    }
  }

  private static func asyncStream(_ consumers: Int, _ values: Int) async throws -> Double {
    let streams = (0..<consumers).map { _ in AsyncStream.makeStream(of: Int.self) }
    let following = Consumers(
      streams.map { stream in
        Task.detached { await Consumers.receive(stream.stream, until: values) }
      }
    )
    let inputs = streams.map(\.continuation)
    let cost = await following.time(values) {
      for i in 1...values { for input in inputs { input.yield(i) } }
    }
    try await following.requireAll(values)
    return cost
  }
}
