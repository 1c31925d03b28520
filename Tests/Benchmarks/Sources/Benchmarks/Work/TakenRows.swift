import KalugaArchitecture

/// Elements that are there already, taken on the main actor.
@MainActor
enum TakenRows {
  private static let peer = "AsyncStream"

  static var rows: [Row] {
    [
      Row(
        "element already there, taken on the main actor",
        goals: [
          Goal("shared flow", .atLeast(50, under: peer)),
          Goal("state flow", .atLeast(50, under: peer)),
        ],
        [
          Contestant(peer) { effort in
            let values = effort.operations(5_000)
            let (stream, input) = AsyncStream.makeStream(of: Int.self)
            for i in 1...values { input.yield(i) }
            input.finish()
            var last = 0
            let cost = await time(values) {
              for await value in stream { last = value }
            }
            try require(peer, last, values)
            return cost
          },
          Contestant("shared flow") { effort in
            let values = effort.operations(50_000)
            let flow = MutableSharedFlow<Int>(extraBuffer: .max)
            var iterator = flow.asSharedFlow().makeAsyncIterator()
            for i in 1...values { _ = flow.tryEmit(i) }
            var last = 0
            let cost = await time(values) {
              for _ in 1...values { last = await iterator.next() ?? -1 }
            }
            try require("shared flow", last, values)
            return cost
          },
          // Each element is written just before it is taken; the write is part of the cost.
          Contestant("state flow") { effort in
            let values = effort.operations(50_000)
            let flow = MutableStateFlow(0)
            var iterator = flow.asStateFlow().makeAsyncIterator()
            var sum = 0
            let cost = await time(values) {
              for i in 1...values {
                flow.value = i
                sum += await iterator.next() ?? 0
              }
            }
            try require("state flow", sum, values * (values + 1) / 2)
            return cost
          },
        ]
      )
    ]
  }
}
