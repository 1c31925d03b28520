import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoggingStoreTests {
  private let log = Log<String>()
  private let wrapped = makeWordStore()

  private func makeStore() -> LoggingStore<WordIntent, [String], String> {
    LoggingStore(wrapped) { [log] in log.append("\($0)") }
  }

  @Test func `each log of a store gets intents, states and labels when they happen`() async {
    let outer = Log<String>()
    let store = LoggingStore(makeStore()) { outer.append("\($0)") }
    store.send(.add("a"))
    store.send(.nothing)
    store.send(.tell("news"))
    #expect(log.all.last == #"intent tell("news")"#)
    await ValueRecorder(following: store.labels).expect("news")
    #expect(
      log.all == [
        "state []", #"intent add("a")"#, #"state ["a"]"#, "intent nothing", #"intent tell("news")"#,
        "label news",
      ]
    )
    #expect(outer.all == log.all)
  }

  @Test func `intents that an observer sends are logged between the states they come from`() {
    let store = makeStore()
    let token = store.state.observe { if $0 == ["a"] { store.send(.add("b")) } }
    store.send(.add("a"))
    #expect(
      log.all == [
        "state []", #"intent add("a")"#, #"state ["a"]"#, #"intent add("b")"#,
        #"state ["a", "b"]"#,
      ]
    )
    token.dispose()
  }

  @Test func `the state is that of the wrapped store, and dispose ends both`() {
    let store = makeStore()
    wrapped.send(.add("a"))
    #expect(store.state.current == ["a"])
    store.dispose()
    wrapped.send(.add("b"))
    #expect(wrapped.state.current == ["a"])
    #expect(log.all == ["state []", #"state ["a"]"#])
  }

  @Test func `a log that is released ends, and the wrapped store continues`() {
    do { makeStore().send(.add("a")) }
    wrapped.send(.add("b"))
    #expect(wrapped.state.current == ["a", "b"])
    #expect(log.count == 3)
  }

  @Test func `an entry with control characters is one line`() {
    let text = "\(StoreLogEntry<String, Int, Never>.intent("a\nb\u{1B}[2J"))"
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }
}
