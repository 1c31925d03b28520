import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// Reports about stores and requests of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreCases {
  /// swift-composable-architecture #1077: identifiers of effects contain their type.
  // The row 7 of the list, and the user with the number 7.
  @Test func `effects whose identifiers have different types are independent`() async throws {
    await expectIndependent(7, Int64(7))
  }

  @Test func `a number and its floating point twin are different identifiers`() async throws {
    await expectIndependent(UInt8(1), 1.0)
  }

  private func expectIndependent(
    _ first: some Hashable & Sendable,
    _ second: some Hashable & Sendable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let gate = Gate()
    let store = ReducerStore<Int, [String], String, Never>(initialState: []) { state, message in
      state.append(message)
    } execute: { _, context in
      context.latest(first) { effect in
        try await gate.pass()
        effect.dispatch("first")
      }
      context.latest(second) { effect in
        try await gate.pass()
        effect.dispatch("second")
      }
    }
    store.send(0)
    await mainActorQueueDrained()
    gate.open()
    await until(store.state.current.count == 2)
    // Which of the two waiters runs first is not promised.
    #expect(store.state.current.sorted() == ["first", "second"], sourceLocation: sourceLocation)
    store.dispose()
  }

  @Test func `cancelling an identifier leaves the equal one of another type alone`() async throws {
    enum Intent { case start, cancelOthers }
    let gate = Gate()
    let store = ReducerStore<Intent, [String], String, Never>(initialState: []) { state, message in
      state.append(message)
    } execute: { intent, context in
      switch intent {
      case .start:
        context.latest([7]) { effect in
          try await gate.pass()
          effect.dispatch("rows")
        }
      case .cancelOthers:
        context.cancel([Int64(7)])
        context.cancel(Set([7]))
        context.cancel(Optional([7]))
      }
    }
    store.send(.start)
    store.send(.cancelOthers)
    await mainActorQueueDrained()
    gate.open()
    await until(store.state.current == ["rows"])
    store.dispose()
  }

  @Test func `an object is one identifier, whatever the type of the variable`() async throws {
    class Row: Hashable, @unchecked Sendable {
      static func == (left: Row, right: Row) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    final class PhotoRow: Row, @unchecked Sendable {}
    let photo = PhotoRow()
    let row: Row = photo
    let store = ReducerStore<Int, [String], String, Never>(initialState: []) { state, message in
      state.append(message)
    } execute: { _, context in
      context.latest(photo) { $0.dispatch("first") }
      context.latest(row) { $0.dispatch("second") }
    }
    store.send(0)
    await until(!store.state.current.isEmpty)
    #expect(store.state.current == ["second"])
    store.dispose()
  }

  /// The-Browser-Company fork of TCA, PR 27: an object in a state or an action sends an intent when it
  /// is released.
  @Test func `objects of a state may send intents when they are released`() async {
    final class Token: Sendable, Equatable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
      static func == (left: Token, right: Token) -> Bool { left === right }
    }
    struct State: Equatable, Sendable {
      var token: Token?
      var log: [String] = []
    }
    @MainActor final class Box { var store: ReducerStore<String, State, String, Never>? }
    let box = Box()
    let store = ReducerStore<String, State, String, Never>(initialState: State()) {
      state,
      message in
      state.log.append(message)
      state.token =
        message == "make"
        ? Token { MainActor.assumeIsolated { box.store?.send("released") } } : nil
    } execute: { intent, context in
      context.dispatch(intent)
      context.dispatch(intent + " done")
    }
    box.store = store
    store.send("make")
    #expect(store.state.current.log == ["make", "make done", "released", "released done"])
    store.send("make")
    #expect(store.state.current.log.count == 8)
    #expect(
      store.state.current.log.suffix(4) == ["make", "make done", "released", "released done"]
    )
    box.store = nil
    store.dispose()
  }

  /// MVIKotlin #314: a label published before somebody listens.
  @Test func `labels of the first intents wait`() async {
    let store = ReducerStore<Int, Int, Int, String>(initialState: 0) {
      $0 = $1
    } execute: { intent, context in
      context.publish("label \(intent)")
      context.launch { $0.publish("effect \(intent)") }
    }
    store.send(1)
    await mainActorQueueDrained()
    let labels = ValueRecorder(following: store.labels)
    await labels.expect("label 1", "effect 1")
    store.dispose()
  }

  /// ReactorKit, TCA: an observer of the state sends an intent, whose effects must keep their order.
  @Test func `intents sent by observers and effects are handled in the order of sending`() async {
    var order: [String] = []
    let store = ReducerStore<String, [String], String, Never>(initialState: []) {
      $0.append($1)
    } execute: {
      intent,
      context in
      order.append("begin \(intent)")
      context.dispatch(intent)
      if intent == "a" { context.launch { $0.dispatch("a effect") } }
      order.append("end \(intent)")
    }
    let token = store.state.observe { state in
      switch state.last {
      case "a":
        store.send("b")
        store.send("c")
      case "b": store.send("d")
      case "a effect": store.send("e")
      default: break
      }
    }
    store.send("a")
    #expect(store.state.current == ["a", "b", "c", "d"])
    #expect(order == ["a", "b", "c", "d"].flatMap { ["begin \($0)", "end \($0)"] })
    await mainActorQueueDrained()
    #expect(store.state.current == ["a", "b", "c", "d", "a effect", "e"])
    token.dispose()
    store.dispose()
  }

  /// swift-composable-architecture #2281, accompanist #217, ruddarr #130: a cancelled request that
  /// throws its own error is shown as a failure.
  @Test func `a load that a pause interrupts never fails`() async throws {
    struct Interrupted: Error {}
    final class RequestViewModel: BaseLifecycleViewModel {
      let gate: Gate
      var isNested = false
      private(set) lazy var result = makeResult()
      init(_ gate: Gate) {
        self.gate = gate
        super.init()
      }
      private func makeResult() -> Loader<Int> {
        load { [gate] in
          // A request whose client has a time limit and tries again.
          try await retry(maxAttempts: 3, backoff: { _ in .zero }) {
            try await withTimeout(.seconds(60)) {
              do { try await gate.pass("request") } catch { throw Interrupted() }
              return 1
            }
          }
        }
      }
    }
    let gate = Gate()
    try await withViewModel(RequestViewModel(gate)) { harness in
      let states = ValueRecorder(harness.viewModel.result)
      await harness.resume()
      try await gate.waitForArrivals(1)
      await harness.pause()
      await harness.resume()
      try await gate.waitForArrivals(1)
      gate.open()
      await states.expect(
        .idle,
        .loading(previous: nil),
        .idle,
        .loading(previous: nil),
        .loaded(1)
      )
    }
  }

  /// BillionBeers #74: a first page that failed is loaded again as if it were the next page.
  @Test func `a refresh that failed is repeated as a first page`() async {
    let scope = TaskScope()
    let fails = InitializedSubject(wrappedValue: false)
    var requests: [Int] = []
    let pager = Pager(in: scope, startingAt: 1) { (page: Int) -> ([String], next: Int?) in
      requests.append(page)
      if fails.current { throw SourceError() }
      return (["\(page)a", "\(page)b"], next: page + 1)
    }
    await pager.loadNext()?.value
    await pager.loadNext()?.value
    fails.current = true
    await pager.refresh()?.value
    #expect(pager.current.items == ["1a", "1b", "2a", "2b"])
    #expect(pager.current.error is SourceError)
    fails.current = false
    await pager.loadNext()?.value
    #expect(pager.current.items == ["1a", "1b"])
    await pager.loadNext()?.value
    #expect(pager.current.items == ["1a", "1b", "2a", "2b"])
    #expect(requests == [1, 2, 1, 1, 2])
    scope.cancel()
  }

  /// moko-paging #37: a page that arrives after the refresh is appended to the new list.
  @Test func `a page that ignores its cancellation is not appended to the refreshed list`()
    async throws
  {
    let scope = TaskScope()
    let gate = Gate()
    let generation = InitializedSubject(wrappedValue: 1)
    let pager = Pager(in: scope, startingAt: 1) { (page: Int) -> ([String], next: Int?) in
      let mine = generation.current
      if page == 2 { await gate.passIgnoringCancellation() }
      return (["\(page) of \(mine)"], next: page + 1)
    }
    await pager.loadNext()?.value
    let late = pager.loadNext()
    try await gate.waitForArrivals(1)
    generation.current = 2
    let refresh = pager.refresh()
    gate.open()
    await late?.value
    await refresh?.value
    #expect(pager.current.items == ["1 of 2"])
    await pager.loadNext()?.value
    #expect(pager.current.items == ["1 of 2", "2 of 2"])
    scope.cancel()
  }
}
