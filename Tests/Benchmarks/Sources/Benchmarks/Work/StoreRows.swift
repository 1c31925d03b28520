import KalugaArchitecture
import KalugaStores

/// Intents of a store, through the reducer to the rendered model.
@MainActor
enum StoreRows {
  static var intents: Row {
    let write = "write with 1 observer"
    return Row(
      "store: intent → rendered model, no effects",
      goals: [Goal(atMost: 3, times: write)],
      [
        Contestant(write) { try WriteRows.measure(InitializedSubject(wrappedValue: 0)) },
        Contestant(Names.toolkit) {
          let store = opaque(ReducerStore<Int, Int, Int, Never>(initialState: 0) { $0 = $1 })
          return try measureWrites(50_000) { sink in
            store.state.observe { sink.note($0) }
          } write: { _, value in
            store.send(value)
          }
        },
      ]
    )
  }
}
