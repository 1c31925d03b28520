import KalugaArchitecture

/// An intent, through the reducer, to the model that a view renders.
@MainActor
enum StoreRows {
  private static let post = "post with 1 observer"

  static var rows: [Row] {
    [
      Row(
        "store: intent → rendered model, no effects",
        goals: [Goal(Goals.kaluga, .atMost(4, times: post))],
        [
          Contestant(post) { effort in
            try PostRows.subject(1, effort.operations(100_000)) { subject, posts in
              for i in 1...posts { subject.current = opaque(i) }
            }
          },
          Contestant(Goals.kaluga) { effort in
            let intents = effort.operations(100_000)
            let sink = Sink()
            let seen = sink.seen
            let store = opaque(ReducerStore<Int, Int, Int, Never>(initialState: 0) { $0 = $1 })
            let token = store.state.observe { model in
              seen.pointee.count += 1
              seen.pointee.last = model
            }
            sink.reset()
            let cost = time(intents) { for i in 1...intents { store.send(opaque(i)) } }
            token.dispose()
            try sink.check("store", count: intents, last: intents)
            return cost
          },
        ]
      )
    ]
  }
}
