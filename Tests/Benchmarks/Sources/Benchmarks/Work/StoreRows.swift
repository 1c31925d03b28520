import KalugaArchitecture
import KalugaStores

/// Intents of a store: through the reducer to the rendered model, and through the executor to a label.
@MainActor
enum StoreRows {
  static var rows: [Row] { [models, labels] }

  private static var models: Row {
    let write = "write with 1 observer"
    return Row(
      "store: intent → rendered model, no effects",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(4, times: write),
          accepting: 7,
          because: Reasons.unspecialized
        )
      ],
      [
        Contestant(write) { try Writes.current(1, $0.operations(100_000)) },
        Contestant(Names.toolkit) { effort in
          let intents = effort.operations(100_000)
          let sink = Sink()
          let seen = sink.seen
          let store = opaque(ReducerStore<Int, Int, Int, Never>(initialState: 0) { $0 = $1 })
          let token = store.state.observe { seen.note($0) }
          sink.reset()
          let cost = time(intents) { for i in 1...intents { store.send(opaque(i)) } }
          token.dispose()
          try sink.check("store", count: intents, last: intents)
          return cost
        },
      ]
    )
  }

  private static var labels: Row {
    let channel = "event channel"
    return Row(
      "store: intent → label, taken on the main actor",
      [
        Contestant(channel) { effort in
          let channel = EventChannel<Int>()
          var labels = channel.makeAsyncIterator()
          return try await take(effort) {
            channel.send($0)
          } next: {
            await labels.next()
          }
        },
        Contestant(Names.toolkit) { effort in
          let store = ReducerStore<Int, Int, Int, Int>(initialState: 0) {
            $0 = $1
          } execute: { intent, context in
            context.publish(intent)
          }
          var labels = store.labels.makeAsyncIterator()
          return try await take(effort) {
            store.send($0)
          } next: {
            await labels.next()
          }
        },
      ]
    )
  }

  private static func take(
    _ effort: Effort,
    send: (Int) -> Void,
    next: @MainActor () async -> Int?
  ) async throws -> Double {
    let intents = effort.operations(20_000)
    var sum = 0
    let cost = await time(intents) {
      for i in 1...intents {
        send(opaque(i))
        sum += await next() ?? 0
      }
    }
    try require("sum of the labels", sum, intents * (intents + 1) / 2)
    return cost
  }
}
