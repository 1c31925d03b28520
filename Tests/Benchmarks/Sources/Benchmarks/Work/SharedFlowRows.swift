import AsyncAlgorithms
import KalugaArchitecture

/// Values emitted from another thread, each of which every consumer gets.
@MainActor
enum SharedFlowRows {
  private static let peer = "AsyncStream"

  static var rows: [Row] {
    [1, 10].map { consumers in
      Row(
        "shared flow, lossless, from another thread, \(consumers) consumers, per value",
        goals: [Goal(Goals.kaluga, .atLeast(4, under: peer))],
        [
          Contestant(peer) { try await stream(consumers, $0.operations(50_000 / consumers)) },
          Contestant(Goals.kaluga) { try await flow(consumers, $0.operations(50_000 / consumers)) },
          Contestant("async-algorithms AsyncChannel", isPeer: true) {
            try await channel(consumers, $0.operations(10_000 / consumers))
          },
        ]
      )
    }
  }

  private static func follow<Values: AsyncSequence<Int, Never> & Sendable>(
    _ values: Values,
    until end: Int
  ) -> Task<Int, Never> {
    Task.detached {
      var count = 0
      for await value in values {
        count += 1
        if value == end { break }
      }
      return count
    }
  }

  private static func check(_ following: [Task<Int, Never>], _ values: Int) async throws {
    for consumer in following {
      let count = await consumer.value
      try require("values that a consumer got", count, values)
    }
  }

  static func flow(_ consumers: Int, _ values: Int) async throws -> Double {
    let flow = MutableSharedFlow<Int>(extraBuffer: .max)
    let following = (0..<consumers).map { _ in follow(flow.asSharedFlow(), until: values) }
    _ = try await flow.subscriptionCount.first { $0 == consumers }
    let cost = await timeInBackground(
      values,
      { for i in 1...values { _ = flow.tryEmit(i) } },
      untilAllHave: following
    )
    try await check(following, values)
    return cost
  }

  private static func stream(_ consumers: Int, _ values: Int) async throws -> Double {
    let streams = (0..<consumers).map { _ in AsyncStream.makeStream(of: Int.self) }
    let following = streams.map { follow($0.stream, until: values) }
    let inputs = streams.map(\.continuation)
    let cost = await timeInBackground(
      values,
      { for i in 1...values { for input in inputs { input.yield(i) } } },
      untilAllHave: following
    )
    try await check(following, values)
    return cost
  }

  private static func channel(_ consumers: Int, _ values: Int) async throws -> Double {
    let channels = (0..<consumers).map { _ in AsyncChannel<Int>() }
    let following = channels.map { follow($0, until: values) }
    let cost = await timeInBackground(
      values,
      { for i in 1...values { for channel in channels { await channel.send(i) } } },
      untilAllHave: following
    )
    try await check(following, values)
    return cost
  }
}
