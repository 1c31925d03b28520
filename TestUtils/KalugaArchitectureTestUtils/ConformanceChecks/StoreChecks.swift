import KalugaArchitecture
import KalugaStores

/// Checks the rules of stores, and collects the violations.
@MainActor
final class StoreChecks<Intent: Sendable, State: Equatable & Sendable, Label: Sendable> {
  typealias Make = @MainActor () throws -> any Store<Intent, State, Label>

  private(set) var report = ConformanceReport<StoreRule>()
  private let limit: Duration
  private let makeStore: Make

  init(limit: Duration, make: @escaping Make) {
    self.limit = limit
    makeStore = make
  }

  // MARK: The rules

  func checkStates(_ changing: [Intent]) throws {
    let store = try make()
    defer { store.dispose() }
    let told = ToldStates(store)
    for intent in changing {
      let before = store.state.current
      store.send(intent)
      let after = store.state.current
      if after == before { violate(.changesAtOnce, "'\(intent)' left the state at \(before)") }
      if told.states.last != after {
        let received = text(told.states.last)
        violate(.oneStorage, "after '\(intent)' observers received \(received), readers \(after)")
      }
    }
    told.end()
  }

  func checkEqualStates(_ unchanging: Intent) throws {
    let store = try make()
    defer { store.dispose() }
    let told = ToldStates(store)
    store.send(unchanging)
    if told.states.count > 1 {
      let received = text(told.states.last)
      violate(.equalStatesDropped, "after '\(unchanging)' observers received \(received)")
    }
    told.end()
  }

  func checkReentrancy(_ changing: [Intent]) throws {
    let outside = try make()
    let expected = ToldStates(outside)
    for intent in changing { outside.send(intent) }
    expected.end()
    outside.dispose()

    let store = try make()
    defer { store.dispose() }
    var later = changing.dropFirst()[...]
    let sender = store.state.observe { [weak store, first = store.state.current] state in
      guard state != first, let intents = later.isEmpty ? nil : later else { return }
      later = []
      for intent in intents { store?.send(intent) }
    }
    // Added after the observer that sends, and therefore called after it.
    let told = ToldStates(store)
    store.send(changing[0])
    if told.states.last != expected.states.last {
      let found = text(told.states.last)
      violate(.reentrantIntents, "expected \(text(expected.states.last)), found \(found)")
    } else if told.states != expected.states || told.states != told.read {
      violate(
        .intentsNotNested,
        "expected \(expected.states), observers received \(told.states) and read \(told.read)"
      )
    }
    sender.dispose()
    told.end()
  }

  func checkEnd(_ changing: Intent) throws {
    // A new store would change with the intent; the other store has left its initial state.
    for intents in [[], [changing]] {
      let store = try make()
      for intent in intents { store.send(intent) }
      let before = store.state.current
      store.dispose()
      store.dispose()
      let last = store.state.current
      if last != before { violate(.keepsLastState, "expected \(before), found \(last)") }
      store.send(changing)
      if store.state.current != last {
        violate(.endsIntents, "after '\(changing)' the state is \(store.state.current)")
      }
    }
  }

  func checkLabels(_ publishing: [Intent]) async throws {
    let count = publishing.count
    let early = try make()
    let expected = TakenLabels(early)
    for (index, intent) in publishing.enumerated() {
      early.send(intent)
      // One label at a time, which shows the order of those that are published together below.
      guard await wait(atMost: limit, until: { expected.texts.count > index }) else { break }
    }

    let store = try make()
    for intent in publishing { store.send(intent) }
    // Lets time pass without a consumer.
    await settle()
    let kept = TakenLabels(store)
    _ = await wait(atMost: limit) { kept.texts.count >= count }
    kept.end()
    let again = TakenLabels(store)
    await settle()
    for labels in [expected, again] { labels.end() }
    for store in [early, store] { store.dispose() }
    if kept.texts.count < count || expected.texts.count < count {
      violate(
        .labelsKept,
        "of \(count), a consumer received \(expected.texts), and a later one \(kept.texts)"
      )
    } else if expected.texts.count > count || expected.texts != kept.texts || !again.texts.isEmpty {
      violate(
        .labelsOnce,
        "of \(count), a consumer received \(expected.texts), and later ones "
          + "\(kept.texts + again.texts)"
      )
    }

    let ended = try make()
    ended.dispose()
    for intent in publishing { ended.send(intent) }
    let late = TakenLabels(ended)
    await settle()
    late.end()
    if !late.texts.isEmpty { violate(.endsLabels, "a consumer received \(late.texts)") }
  }

  func checkWork(_ working: Intent) async throws {
    let store = try make()
    let ended = try make()
    let endedLater = try make()
    for store in [store, ended, endedLater] { store.send(working) }
    let begun = store.state.current
    ended.dispose()
    let atOnce = ended.state.current
    // Ends one store before its work starts, and one after that, when short work has already ended.
    await Task { @MainActor in }.value
    endedLater.dispose()
    let last = [atOnce, endedLater.state.current]

    // The store that was not ended shows how long the work takes, and so how long to wait for the
    // others.
    if await !wait(atMost: limit, until: { store.state.current != begun }) {
      violate(.workArrives, "'\(working)' did not change \(begun) within \(limit)")
    }
    await settle()
    for (store, last) in zip([ended, endedLater], last) where store.state.current != last {
      violate(.endsWork, "'\(working)' changed \(last) to \(store.state.current)")
    }
    store.dispose()
  }

  func checkRelease(_ intents: [Intent]) async throws {
    var store: (any Store<Intent, State, Label>)? = try make()
    weak let survivor = store
    let told = store.map { ToldStates($0) }
    let consumer = store.map { TakenLabels($0) }
    for intent in intents { store?.send(intent) }
    store = nil
    // Tasks that are being started or resumed may retain it until they have run.
    if await !wait(atMost: limit, until: { survivor == nil }) {
      violate(.release, "it is still alive after \(limit)")
    }
    told?.end()
    consumer?.end()
  }

  // MARK: The tools

  private func make() throws -> any Store<Intent, State, Label> {
    let store = try makeStore()
    report.name = "\(type(of: store))"
    return store
  }

  private func violate(_ rule: StoreRule, _ what: String) { report.violate(rule, what) }

  private func text(_ state: State?) -> String {
    state.map { "\($0)" } ?? "nothing"
  }

  /// The states that an observer of a store received, in order.
  @MainActor
  private final class ToldStates {
    private(set) var states: [State] = []
    /// The state that the observer read at each call.
    private(set) var read: [State] = []
    private var token: (any Disposable)?

    init(_ store: any Store<Intent, State, Label>) {
      token = store.state.observe { [weak self, weak store] state in
        self?.states.append(state)
        self?.read.append(store?.state.current ?? state)
      }
    }

    func end() {
      token?.dispose()
    }
  }

  /// The descriptions of the labels that one consumer took; labels need not be comparable.
  @MainActor
  private final class TakenLabels {
    private(set) var texts: [String] = []
    private var task: Task<Void, Never>?

    init(_ store: any Store<Intent, State, Label>) {
      task = Task { [weak self, labels = store.labels] in
        for await label in labels { self?.texts.append("\(label)") }
      }
    }

    func end() {
      task?.cancel()
    }
  }
}
