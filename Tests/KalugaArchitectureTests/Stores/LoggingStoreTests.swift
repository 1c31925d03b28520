import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoggingStoreTests {
  @Test func `intents, states and labels are logged as they happen`() async throws {
    let log = Log<String>()
    let store = LoggingStore(makeWordStore()) { log.append("\($0)") }
    store.send(.add("a"))
    store.send(.nothing)
    store.send(.tell("news"))
    #expect(log.all.last == #"intent tell("news")"#)
    let labels = ValueRecorder(following: store.labels)
    try await #expect(labels.next() == "news")
    #expect(
      log.all == [
        "state []", #"intent add("a")"#, #"state ["a"]"#, "intent nothing", #"intent tell("news")"#,
        "label news",
      ]
    )
  }

  @Test func `the state is that of the wrapped store, and dispose ends both`() {
    let log = Log<String>()
    let wrapped = makeWordStore()
    let store = LoggingStore(wrapped) { log.append("\($0)") }
    wrapped.send(.add("a"))
    #expect(store.state.current == ["a"])
    store.dispose()
    wrapped.send(.add("b"))
    #expect(wrapped.state.current == ["a"])
    #expect(log.all == ["state []", #"state ["a"]"#])
  }

  @Test func `a log that nobody holds ends, and the wrapped store goes on`() async {
    let log = Log<String>()
    let wrapped = makeWordStore()
    do {
      let store = LoggingStore(wrapped) { log.append("\($0)") }
      store.send(.add("a"))
    }
    wrapped.send(.add("b"))
    #expect(wrapped.state.current == ["a", "b"])
    #expect(log.count == 3)
  }

  @Test func `a line that was typed by a stranger stays one line`() {
    let entry = StoreLogEntry<String, Int, Never>.intent("a\nb\u{1B}[2J")
    #expect(!"\(entry)".contains("\n"))
    #expect(!"\(entry)".contains("\u{1B}"))
  }

  @Test func `a log of a log has each entry twice`() async throws {
    let inner = Log<String>()
    let outer = Log<String>()
    let store = LoggingStore(LoggingStore(makeWordStore()) { inner.append("\($0)") }) {
      outer.append("\($0)")
    }
    store.send(.tell("a"))
    store.send(.add("b"))
    let labels = ValueRecorder(following: store.labels)
    try await #expect(labels.next() == "a")
    #expect(inner.all == outer.all)
    #expect(inner.count == 5)
  }

  @Test func `intents that an observer sends are logged between the states they come from`() {
    let log = Log<String>()
    let store = LoggingStore(makeWordStore()) { log.append("\($0)") }
    let token = store.state.observe { if $0 == ["a"] { store.send(.add("b")) } }
    store.send(.add("a"))
    #expect(
      log.all == [
        #"state []"#, #"intent add("a")"#, #"state ["a"]"#, #"intent add("b")"#,
        #"state ["a", "b"]"#,
      ]
    )
    token.dispose()
  }
}
