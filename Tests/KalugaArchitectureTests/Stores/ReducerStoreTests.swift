import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReducerStoreTests {
  // MARK: State

  @Test func `an intent has taken effect when send returns`() {
    let store = makeWordStore()
    store.send(.add("a"))
    #expect(store.state.current == ["a"])
    #expect(store.state.stateFlow.value == ["a"])
  }

  @Test func `equal states are dropped`() {
    let store = makeWordStore()
    var seen: [[String]] = []
    let token = store.state.observe { seen.append($0) }
    store.send(.nothing)
    store.send(.add("a"))
    store.send(.nothing)
    #expect(seen == [[], ["a"]])
    token.dispose()
  }

  @Test func `each message of one intent is reduced, seen and read at once`() {
    var read: [Int] = []
    let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) {
      $0 += $1
    } execute: { intent, context in
      context.dispatch(intent)
      read.append(context.state)
      context.dispatch(intent)
      read.append(context.state)
    }
    var seen: [Int] = []
    let token = store.state.observe { seen.append($0) }
    store.send(2)
    #expect(read == [2, 4])
    #expect(seen == [0, 2, 4])
    token.dispose()
  }

  @Test func `a store without executor takes its messages as intents`() {
    let store = ReducerStore<Int, Int, Int, Never>(initialState: 1) { $0 *= $1 }
    store.send(3)
    store.send(4)
    #expect(store.state.current == 12)
  }

  @Test func `the state is followed off the main actor too`() async {
    let store = makeWordStore()
    let flow = store.state.stateFlow
    let reader = Task.detached { try? await flow.first { $0.count == 2 } }
    store.send(.add("a"))
    store.send(.add("b"))
    #expect(await reader.value == ["a", "b"])
  }

  // MARK: Order

  @Test func `an intent sent by an observer is handled after the running one, in order`() {
    var order: [String] = []
    let store = ReducerStore<String, [String], String, Never>(initialState: []) {
      $0.append($1)
    } execute: { intent, context in
      order.append("begin \(intent)")
      context.dispatch(intent)
      context.dispatch(intent + "'")
      order.append("end \(intent)")
    }
    let first = store.state.observe { state in
      guard state == ["a"] else { return }
      store.send("b")
      store.send("c")
    }
    var seen: [Int] = []
    let second = store.state.observe { seen.append($0.count) }
    store.send("a")
    #expect(order == ["begin a", "end a", "begin b", "end b", "begin c", "end c"])
    #expect(store.state.current == ["a", "a'", "b", "b'", "c", "c'"])
    // Nobody missed a state or saw one twice.
    #expect(seen == [0, 1, 2, 3, 4, 5, 6])
    first.dispose()
    second.dispose()
  }

  @Test func `an intent sent by an observer of an effect's message is handled after that message`()
    async throws
  {
    let store = makeWordStore { word, effect in
      effect.dispatch(word)
      effect.dispatch("after \(word)")
    }
    let token = store.state.observe { if $0 == ["a"] { store.send(.add("sent")) } }
    let words = ValueRecorder(store.state)
    store.send(.each("a"))
    let all = try await words.next { $0.count == 3 }
    #expect(all == ["a", "sent", "after a"])
    token.dispose()
  }

  @Test func `a thousand intents sent by observers are all handled, in order`() {
    let store = ReducerStore<Int, [Int], Int, Never>(initialState: []) { $0.append($1) }
    let token = store.state.observe { state in
      guard state.count < 1000, let last = state.last, last % 2 == 0 else { return }
      store.send(last + 1)
      store.send(last + 2)
    }
    store.send(0)
    #expect(store.state.current == Array(0...1000))
    token.dispose()
  }

  @Test func `an intent sent while the observer is being added takes effect`() {
    let store = makeWordStore()
    var seen: [[String]] = []
    let token = store.state.observe { words in
      seen.append(words)
      if words.isEmpty { store.send(.add("a")) }
    }
    #expect(seen == [[], ["a"]])
    token.dispose()
  }

  // MARK: Labels

  @Test func `labels wait until somebody is there, and come once and in order`() async throws {
    let store = makeWordStore()
    store.send(.tell("a"))
    store.send(.tell("b"))
    let first = ValueRecorder(following: store.labels)
    try await #expect(first.next() == "a")
    try await #expect(first.next() == "b")
    first.stop()
    await mainActorTurns()

    store.send(.tell("c"))
    let second = ValueRecorder(following: store.labels)
    try await #expect(second.next() == "c")
    await mainActorTurns()
    first.expectNothing()
    second.expectNothing()
  }

  @Test func `labels that had no room are counted`() async throws {
    let store = makeWordStore(labelCapacity: 2)
    for text in ["a", "b", "c"] { store.send(.tell(text)) }
    #expect(store.labels.droppedCount == 1)
    let labels = ValueRecorder(following: store.labels)
    try await #expect(labels.next() == "b")
  }

  // MARK: The end

  @Test func `after dispose intents do nothing, and the state stays`() async throws {
    let store = makeWordStore()
    store.send(.add("a"))
    store.dispose()
    store.dispose()
    store.send(.add("b"))
    store.send(.tell("late"))
    store.send(.each("c"))
    let labels = ValueRecorder(following: store.labels)
    await mainActorTurns()
    #expect(store.state.current == ["a"])
    labels.expectNothing()
  }

  @Test func `dispose inside an intent ends it, and those that wait`() {
    var handled: [String] = []
    var disposing: (() -> Void)?
    let store = ReducerStore<String, [String], String, Never>(initialState: []) {
      $0.append($1)
    } execute: { intent, context in
      handled.append(intent)
      context.dispatch(intent)
      context.dispatch("late \(intent)")
    }
    disposing = { store.dispose() }
    let token = store.state.observe { state in
      guard state == ["a"] else { return }
      store.send("b")
      disposing?()
    }
    store.send("a")
    #expect(handled == ["a"])
    #expect(store.state.current == ["a"])
    token.dispose()
  }

  @Test func `labels that were published before dispose can still be taken`() async throws {
    let store = makeWordStore()
    store.send(.tell("last"))
    store.dispose()
    let labels = ValueRecorder(following: store.labels)
    try await #expect(labels.next() == "last")
  }

  @Test func `a store in a scope ends with the scope`() {
    let store = makeWordStore()
    let scope = TaskScope()
    store.addTo(scope)
    scope.cancel()
    store.send(.add("a"))
    #expect(store.state.current == [])
  }
}
