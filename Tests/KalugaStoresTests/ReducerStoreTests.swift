import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// The rules of this store beyond those of every store, which the conformance check tests.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReducerStoreTests {
  // MARK: State

  @Test func `each message of an intent is reduced, observed and readable at once`() {
    var read: [Int] = []
    let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) {
      $0 += $1
    } execute: { intent, context in
      for _ in 0..<2 {
        context.dispatch(intent)
        read.append(context.state)
      }
    }
    let seen = ValueRecorder(store.state)
    store.send(2)
    #expect(read == [2, 4])
    #expect(seen.values == [0, 2, 4])
  }

  // MARK: Order

  /// ReactorKit, TCA: an observer of the state sends an intent.
  @Test func `a thousand intents that observers send are handled, in order`() {
    let store = ReducerStore<Int, [Int], Int, Never>(initialState: []) { $0.append($1) }
    let token = store.state.observe { state in
      guard state.count < 1000, let last = state.last, last % 2 == 0 else { return }
      store.send(last + 1)
      store.send(last + 2)
    }
    let seen = ValueRecorder(store.state)
    store.send(0)
    #expect(store.state.current == Array(0...1000))
    // The second observer neither misses a state nor sees one twice.
    #expect(seen.values.map(\.count) == Array(0...1001))
    token.dispose()
  }

  // MARK: Labels

  @Test(arguments: [false, true])
  func `a message changes the state in place if every write counts, and a copy otherwise`(
    everyWriteCounts: Bool
  ) {
    final class Content: Sendable {}
    struct State: StoreState {
      var content = Content()
      var number = 0

      static func == (left: State, right: State) -> Bool { left.number == right.number }
    }
    var isOnlyReference = false
    let policy: ChangePolicy<State> = everyWriteCounts ? .everyWrite : .equatable
    let store = ReducerStore(
      state: InitializedSubject(wrappedValue: State(), changePolicy: policy)
    ) { (state: inout State, number: Int) in
      isOnlyReference = isKnownUniquelyReferenced(&state.content)
      state.number = number
    }
    var numbers: [Int] = []
    let token = store.state.observe { numbers.append($0.number) }
    store.send(1)
    #expect(isOnlyReference == everyWriteCounts)
    store.send(1)
    #expect(numbers == (everyWriteCounts ? [0, 1, 1] : [0, 1]))
    token.dispose()
  }

  @Test func `the oldest labels without room are dropped and counted`() async throws {
    let store = makeWordStore(labelCapacity: 2)
    for text in ["a", "b", "c"] { store.send(.tell(text)) }
    #expect(store.labels.droppedCount == 1)
    let labels = ValueRecorder(following: store.labels)
    await labels.expect("b", "c")
  }

  @Test func `64 labels have room by default, also in a store of a subject`() {
    typealias Numbers = ReducerStore<Int, Int, Int, Int>
    let subject = InitializedSubject(wrappedValue: 0)
    let publish: @MainActor (Int, Numbers.Context) -> Void = { $1.publish($0) }
    let reduce: @MainActor (inout Int, Int) -> Void = { $0 = $1 }
    for store in [
      Numbers(initialState: 0, reduce: reduce, execute: publish),
      Numbers(state: subject, reduce: reduce, execute: publish),
    ] {
      for number in 1...65 { store.send(number) }
      #expect(store.labels.droppedCount == 1)
    }
  }

  // MARK: The end

  @Test func `labels that were published before dispose can still be taken`() async {
    let store = makeWordStore()
    store.send(.tell("last"))
    store.dispose()
    await ValueRecorder(following: store.labels).expect("last")
  }

  private struct SteepedState: StoreState {
    var cups = 0
  }

  private enum SteepedIntent {
    case pour(secret: String)
  }

  @Test func `a listener receives intents and labels, whose text has no values`() {
    let log = Log<String>()
    let listening = ArchitectureEvents.listen { log.append("\($0)") }
    let store = ReducerStore<SteepedIntent, SteepedState, Int, SteepedIntent>(
      initialState: SteepedState()
    ) { state, cups in
      state.cups += cups
    } execute: { intent, context in
      context.dispatch(1)
      context.publish(intent)
    }
    store.send(.pour(secret: "sugar"))
    #expect(
      // Other tests cause events at the same time.
      log.all.filter { $0.contains("SteepedState") } == [
        "intent   pour to ReducerStore of SteepedState",
        "label    pour of ReducerStore of SteepedState",
      ]
    )
    listening.dispose()
  }
}
