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
    return Row(
      "shared flow, unbounded buffer, from another thread, \(Row.count(consumers, "consumer")), per value",
      goals: [goal(.atLeast(4, under: stream))]
        + (isSingle ? [goal(.atMost(3, times: floor))] : []),
      (isSingle ? [batchBuffer] : []) + [
        Contestant(Names.toolkit) { try await flow(consumers, $0.operations(50_000 / consumers)) },
        Contestant(stream) { try await asyncStream(consumers, $0.operations(50_000 / consumers)) },
      ]
    )
  }

  private static func goal(_ bound: Goal.Bound) -> Goal {
    Goal(Names.toolkit, bound, accepting: 25, because: Reasons.unspecialized)
  }

  /// The emitter waits for the consumer with each value.
  private static var rendezvous: Row {
    Row(
      "rendezvous, from another thread, 1 consumer, per value",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(1, times: channel),
          accepting: 6,
          because: Reasons.unspecialized
        )
      ],
      [
        Contestant(channel) { effort in
          let values = effort.operations(5_000)
          let channel = AsyncChannel<Int>()
          let following = Consumers(1) { await Consumers.receive(channel, until: values) }
          let sample = await following.time(values) {
            for i in 1...values { await channel.send(i) }
          }
          try await following.requireAll(values)
          return sample.cost
        },
        Contestant(Names.toolkit) { effort in
          let values = effort.operations(5_000)
          let flow = MutableSharedFlow<Int>()
          let consumed = flow.asSharedFlow()
          let following = Consumers(1) { await Consumers.receive(consumed, until: values) }
          _ = try await flow.subscriptionCount.first { $0 == 1 }
          let sample = await following.time(values) {
            // Not cancelled: none is lost, or the check of the count fails.
            for i in 1...values { try? await flow.emit(i) }
          }
          try await following.requireAll(values)
          return sample.cost
        },
      ]
    )
  }

  static func flow(_ consumers: Int, _ values: Int) async throws -> Double {
    let flow = MutableSharedFlow<Int>(extraBuffer: .max)
    let consumed = flow.asSharedFlow()
    let following = Consumers(consumers) { await Consumers.receive(consumed, until: values) }
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let sample = await following.time(values) { for i in 1...values { _ = flow.tryEmit(i) } }
    try await following.requireAll(values)
    return sample.cost
  }

  private static var batchBuffer: Contestant {
    Contestant(floor) { effort in
      let values = effort.operations(50_000)
      let buffer = BatchBuffer()
      let following = Consumers(1) {
        var received = Received()
        while received.last != values {
          for value in await buffer.take() {
            received.count += 1
            received.last = value
          }
        }
        return received
      }
      let sample = await following.time(values) { for i in 1...values { buffer.send(i) } }
      try await following.requireAll(values)
      return sample.cost
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
    let sample = await following.time(values) {
      for i in 1...values { for input in inputs { input.yield(i) } }
    }
    try await following.requireAll(values)
    return sample.cost
  }
}
