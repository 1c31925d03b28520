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
  @Test func `effects whose identifiers have different types are independent`() async {
    await expectIndependent(7, Int64(7))
    await expectIndependent(UInt8(1), 1.0)
  }

  private func expectIndependent(
    _ first: some Hashable & Sendable,
    _ second: some Hashable & Sendable
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
    #expect(store.state.current.sorted() == ["first", "second"], "\(type(of: second))")
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

  private struct User: Equatable, Sendable {
    var name = 0
    var visits = 0
  }

  @Test func `a message is applied to what was posted before it`() async {
    let state = InitializedSubject(wrappedValue: User())
    let store = ReducerStore(state: state) { (user, _: Int) in user.name += 1 }
    await Task.detached { state.post(User(visits: 5), isolation: nil) }.value
    store.send(1)
    await mainActorQueueDrained()
    #expect(state.current == User(name: 1, visits: 5))
    store.dispose()
  }

  @MainActor final class ContextBox { var context: StoreContext<Int, Int, String>? }

  @Test func `one effect of an identifier remains if a cancellation handler starts another`() async
  {
    let (log, started, box) = (Log<String>(), Gate(), ContextBox())
    let store = ReducerStore<Int, Int, Int, String>(initialState: 0) {
      $0 = $1
    } execute: { n, context in
      box.context = context
      context.latest("id") { effect in
        guard n == 1 else {
          log.append("outer")
          return
        }
        started.open()
        await withTaskCancellationHandler {
          await untilCancelled()
        } onCancel: {
          MainActor.assumeIsolated {
            box.context?.latest("id") { _ in log.append("inner") }
          }
        }
      }
    }
    store.send(1)
    try? await started.pass()
    await mainActorQueueDrained()
    store.send(2)
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(log.count == 1)
  }

  // MARK: Labels

  // babylonhealth/orbit-mvi#121: the second of two equal side effects does not arrive.
  // orbit-mvi/orbit-mvi#335: after the return to a screen, an old side effect navigates again.
  @Test func `equal labels arrive each time, and none arrives again at the return`() async {
    let store = ReducerStore<String, Int, Never, String>(initialState: 0) { _, _ in
    } execute: { label, context in
      context.publish(label)
    }
    let shown = Log<String>()
    let firstView = store.labels.collect { shown.append($0) }
    for _ in 0..<2 { store.send("saved") }
    await until(shown.count == 2)
    firstView.dispose()
    store.send("in between")
    let secondView = store.labels.collect { shown.append($0) }
    await until(shown.count == 3)
    #expect(shown.all == ["saved", "saved", "in between"])
    secondView.dispose()
    store.dispose()
  }

  // MARK: Intents at unexpected moments

  // felangel/bloc#3236: of several events at once, the later ones are handled although the first is busy.
  @Test func `intents that arrive while the first is busy can be dropped`() async {
    let loads = Log<Int>()
    let store = ReducerStore<Int, Bool, Bool, Never>(initialState: false) {
      $0 = $1
    } execute: { number, context in
      if context.state { return }
      context.dispatch(true)
      context.launch { effect in
        loads.append(number)
        effect.dispatch(false)
      }
    }
    for number in 1...3 { store.send(number) }
    await until(!store.state.current)
    #expect(loads.all == [1])
    store.send(4)
    await until(loads.all == [1, 4])
    store.dispose()
  }

  // statelyai/xstate#2450, #2057: an event that a machine sends while it is stopped throws.
  @Test func `what an effect says at the end of its store is dropped`() async throws {
    let (gate, labels) = (Gate(), Log<String>())
    @MainActor final class Box { var store: ReducerStore<String, [String], String, String>? }
    let box = Box()
    let store = ReducerStore<String, [String], String, String>(initialState: []) {
      $0.append($1)
    } execute: { intent, context in
      context.dispatch(intent)
      context.launch { effect in
        defer {
          effect.dispatch("late message")
          effect.publish("late label")
          box.store?.send("late intent")
        }
        try await gate.pass()
      }
    }
    box.store = store
    let listening = store.labels.collect { labels.append($0) }
    store.send("begin")
    try await gate.waitForArrivals(1)
    store.dispose()
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(gate.waiting == [])
    #expect(store.state.current == ["begin"])
    #expect(labels.all == [])
    listening.dispose()
    box.store = nil
  }

  // pointfreeco/swift-composable-architecture#165, #155: a row that removes itself crashes, or a later
  // action of it.
  @Test func `a row that removes itself may go on speaking`() async {
    struct State: StoreState {
      var rows = [1, 2]
      var heard: [String] = []
    }
    let parent = ReducerStore<(Int, String), State, (Int, String), Never>(initialState: State()) {
      state,
      message in
      state.heard.append("\(message.0) \(message.1)")
      if message.1 == "remove" { state.rows.removeAll { $0 == message.0 } }
    } execute: { intent, context in
      context.dispatch(intent)
    }
    let rows = ChildStores(of: parent, ids: \.rows) { _ in
      ReducerStore<[String], Int, Int, String>(initialState: 0) {
        $0 += $1
      } execute: { words, context in
        for word in words { context.publish(word) }
        context.dispatch(1)
      }
    } intent: { id, label in
      (id, label)
    }
    let first = rows[1]
    first?.send(["hello", "remove", "still here"])
    rows[2]?.send(["hi"])
    await until(parent.state.current.heard.count == 3)
    first?.send(["too late"])
    await mainActorQueueDrained()
    #expect(parent.state.current.heard.filter { $0.hasPrefix("1") } == ["1 hello", "1 remove"])
    #expect(rows.all.current.map(\.id) == [2])
    #expect(first?.state.current == 1)
    rows.dispose()
    parent.dispose()
  }

  // ReactorKit/ReactorKit#260: a dialog closes, and its observer asks for the next one, which is lost.
  @Test func `an intent that an observer sends follows the one that it observes`() {
    let store = ReducerStore<String, [String], String, Never>(initialState: []) { state, message in
      state.append(message)
    } execute: { intent, context in
      context.dispatch(intent)
    }
    var seen: [[String]] = []
    let token = store.state.observe { state in
      seen.append(state)
      if state.last == "dismiss" { store.send("present") }
    }
    store.send("dismiss")
    #expect(seen == [[], ["dismiss"], ["dismiss", "present"]])
    token.dispose()
    store.dispose()
  }

  // spotify/mobius#49: an event that is sent while the loop is disposed crashes.
  @Test func `an intent that arrives while or after a store is disposed changes nothing`() async {
    let gate = Gate()
    let store = ReducerStore<String, [String], String, Never>(initialState: []) { state, message in
      state.append(message)
    } execute: { intent, context in
      context.dispatch(intent)
      context.launch { effect in
        await gate.passIgnoringCancellation()
        effect.dispatch("late")
      }
    }
    let token = store.state.observe { state in
      guard state == ["first", "last"] else { return }
      store.send("during")
      store.dispose()
      store.send("after")
    }
    store.send("first")
    store.send("last")
    gate.open()
    await mainActorQueueDrained()
    #expect(store.state.current == ["first", "last"])
    token.dispose()
  }
}
