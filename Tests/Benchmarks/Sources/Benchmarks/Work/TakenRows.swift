import KalugaArchitecture

/// Elements that wait already, taken on the main actor.
@MainActor
enum TakenRows {
  private static let floor = "array behind an async function"
  private static let stream = "AsyncStream"
  private static let sharedFlow = "shared flow"
  private static let stateFlow = "state flow"
  private static let channel = "event channel"
  private static let values = 20_000

  static var waiting: Row {
    Row(
      "element that waits, taken on the main actor",
      goals: [
        Goal(
          sharedFlow,
          atMost: 0.02,
          times: stream,
          accepting: 1.5,
          because: Reasons.erasedElements
        ),
        Goal(
          stateFlow,
          atMost: 0.02,
          times: stream,
          accepting: 2,
          because: Reasons.erasedElements
        ),
        Goal(channel, atMost: 0.05, times: stream),
      ],
      [
        Contestant(floor) {
          var iterator = ArrayIterator(values: Array(1...values))
          return try await take { await iterator.next() }
        },
        Contestant(sharedFlow) {
          let flow = MutableSharedFlow<Int>(extraBuffer: .max)
          var iterator = flow.asSharedFlow().makeAsyncIterator()
          for i in 1...values { _ = flow.tryEmit(i) }
          return try await take { await iterator.next() }
        },
        // Each element is written just before it is taken; the write is part of the cost.
        Contestant(stateFlow) {
          let flow = MutableStateFlow(0)
          var iterator = flow.asStateFlow().makeAsyncIterator()
          var value = 0
          return try await take {
            value += 1
            flow.value = value
            return await iterator.next()
          }
        },
        Contestant(channel) {
          let channel = EventChannel<Int>(capacity: values)
          var iterator = channel.makeAsyncIterator()
          for i in 1...values { channel.send(i) }
          return try await take { await iterator.next() }
        },
        Contestant(stream) {
          let (sequence, input) = AsyncStream.makeStream(of: Int.self)
          for i in 1...values { input.yield(i) }
          var iterator = sequence.makeAsyncIterator()
          return try await take { await iterator.next(isolation: MainActor.shared) }
        },
      ]
    )
  }

  private static func take(_ next: @MainActor () async -> Int?) async throws -> Double {
    var sum = 0
    let cost = await time(values) {
      for _ in 1...values { sum += await next() ?? 0 }
    }
    try require("sum of what was taken", sum, values * (values + 1) / 2)
    return cost
  }
}

private struct ArrayIterator {
  let values: [Int]
  private var index = 0

  init(values: [Int]) {
    self.values = values
  }

  @inline(never)
  mutating func next() async -> Int? {
    guard index < values.count else { return nil }
    defer { index += 1 }
    return values[index]
  }
}
