import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreEffectTests {
  @Test func `effects start after the current job, in the order of the intents`() async throws {
    let store = makeWordStore()
    let words = ValueRecorder(store.state)
    for word in ["a", "b", "c"] { store.send(.each(word)) }
    #expect(store.state.current == [])
    let all = try await words.next { $0.count == 3 }
    #expect(all == ["a", "b", "c"])
  }

  @Test func `an effect reads the state of the moment`() async throws {
    let store = makeWordStore { word, effect in effect.dispatch("\(word) of \(effect.state.count)")
    }
    store.send(.each("x"))
    store.send(.add("a"))
    let words = ValueRecorder(store.state)
    let all = try await words.next { $0.count == 2 }
    #expect(all == ["a", "x of 1"])
  }

  @Test func `an effect publishes labels`() async throws {
    let store = makeWordStore { word, effect in effect.publish(word) }
    store.send(.each("done"))
    let labels = ValueRecorder(following: store.labels)
    try await #expect(labels.next() == "done")
  }

  @Test func `the latest effect cancels the one before`() async throws {
    let begun = Log<String>()
    let ended = Log<String>()
    let store = makeWordStore { word, effect in
      begun.append(word)
      if word == "a" { await untilCancelled() }
      ended.append(word)
      effect.dispatch(word)
    }
    let words = ValueRecorder(store.state)
    store.send(.latest("a"))
    await mainActorTurns(until: begun.count == 1)
    store.send(.latest("b"))
    let last = try await words.next { !$0.isEmpty }
    #expect(last == ["b"])
    await mainActorTurns(until: ended.count == 2)
    #expect(Set(ended.all) == ["a", "b"])
    #expect(store.state.current == ["b"])
  }

  @Test func `an effect that was cancelled before it began does not run`() async throws {
    let begun = Log<String>()
    let store = makeWordStore { word, effect in
      begun.append(word)
      effect.dispatch(word)
    }
    let words = ValueRecorder(store.state)
    store.send(.latest("a"))
    store.send(.latest("b"))
    store.send(.latest("c"))
    let all = try await words.next { !$0.isEmpty }
    #expect(all == ["c"])
    #expect(begun.all == ["c"])
  }

  @Test func `of an effect that ignores its cancellation nobody hears, and nobody waits for it`()
    async throws
  {
    let latch = Latch()
    let begun = Log<String>()
    let ended = Log<String>()
    let store = makeWordStore { word, effect in
      begun.append(word)
      if word == "stubborn" { await latch.passed() }
      effect.dispatch(word)
      effect.publish(word)
      ended.append(word)
    }
    let words = ValueRecorder(store.state)
    let labels = ValueRecorder(following: store.labels)
    store.send(.latest("stubborn"))
    await mainActorTurns(until: begun.count == 1)
    store.send(.latest("b"))
    // The latch is still closed.
    try await #expect(words.next { !$0.isEmpty } == ["b"])
    latch.open()
    await mainActorTurns(until: ended.count == 2)
    #expect(store.state.current == ["b"])
    try await #expect(labels.next() == "b")
    labels.expectNothing()
  }

  @Test func `cancel ends the effect with that identifier, and a new one may begin`() async throws {
    let begun = Log<String>()
    let ended = Log<String>()
    let store = makeWordStore { word, effect in
      begun.append(word)
      if word == "a" { await untilCancelled() }
      ended.append(word)
      effect.dispatch(word)
    }
    store.send(.cancel)
    store.send(.latest("a"))
    await mainActorTurns(until: begun.count == 1)
    store.send(.cancel)
    store.send(.cancel)
    await mainActorTurns(until: ended.count == 1)
    #expect(ended.all == ["a"])
    #expect(store.state.current == [])

    let words = ValueRecorder(store.state)
    store.send(.latest("b"))
    try await #expect(words.next { !$0.isEmpty } == ["b"])
  }

  @Test func `cancel leaves effects with other identifiers alone`() async throws {
    let latch = Latch()
    let store = ReducerStore<Int, [Int], Int, Never>(initialState: []) {
      $0.append($1)
    } execute: { intent, context in
      if intent < 0 {
        context.cancel(-intent)
      } else {
        context.latest(intent) { effect in
          await latch.passed()
          effect.dispatch(intent)
        }
      }
    }
    let all = ValueRecorder(store.state)
    for intent in [1, 2, 3, -2] { store.send(intent) }
    latch.open()
    let last = try await all.next { $0.count == 2 }
    #expect(last.sorted() == [1, 3])
    await mainActorTurns()
    #expect(store.state.current.count == 2)
  }

  @Test func `dispose cancels all effects, and nobody hears of them`() async throws {
    let latch = Latch()
    let begun = Log<String>()
    let cancelled = Log<String>()
    let ended = Log<String>()
    let store = makeWordStore { word, effect in
      begun.append(word)
      await withTaskCancellationHandler {
        await latch.passed()
      } onCancel: {
        cancelled.append(word)
      }
      effect.dispatch(word)
      effect.publish(word)
      ended.append(word)
    }
    store.send(.each("a"))
    store.send(.latest("b"))
    await mainActorTurns(until: begun.count == 2)
    store.dispose()
    #expect(Set(cancelled.all) == ["a", "b"])
    latch.open()
    await mainActorTurns(until: ended.count == 2)
    #expect(store.state.current == [])
    let labels = ValueRecorder(following: store.labels)
    await mainActorTurns()
    labels.expectNothing()
  }

  @Test func `what an effect leaves behind is heard until the store is disposed`() async {
    var left: [WordEffect] = []
    let store = makeWordStore { _, effect in left.append(effect) }
    store.send(.latest("a"))
    await mainActorTurns(until: left.count == 1)
    store.send(.latest("b"))
    await mainActorTurns(until: left.count == 2)
    for effect in left { effect.dispatch("late") }
    #expect(store.state.current == ["late", "late"])
    store.dispose()
    for effect in left { effect.dispatch("later") }
    #expect(store.state.current == ["late", "late"])
  }

  @Test func `dispose off the main actor ends the store too`() async {
    let store = makeWordStore { _, _ in await untilCancelled() }
    store.send(.each("a"))
    await Task.detached { store.dispose() }.value
    store.send(.add("late"))
    #expect(store.state.current == [])
  }

  @Test func `an effect that has ended is forgotten with all that it captured`() async {
    weak var probe: Probe?
    let store = ReducerStore<Probe, Int, Int, Never>(initialState: 0) {
      $0 += $1
    } execute: { probe, context in
      context.latest("probe") { effect in
        probe.touch()
        effect.dispatch(1)
      }
    }
    do {
      let made = Probe()
      probe = made
      store.send(made)
    }
    await mainActorTurns(until: probe == nil)
    #expect(probe == nil)
    #expect(store.state.current == 1)
  }

  @Test func `an effect that ends late does not take the place of the latest`() async {
    let latch = Latch()
    let begun = Log<String>()
    let ended = Log<String>()
    let store = makeWordStore { word, _ in
      begun.append(word)
      if word == "stubborn" { await latch.passed() } else { await untilCancelled() }
      ended.append(word)
    }
    store.send(.latest("stubborn"))
    await mainActorTurns(until: begun.count == 1)
    store.send(.latest("b"))
    await mainActorTurns(until: begun.count == 2)
    latch.open()
    await mainActorTurns(until: ended.count == 1)
    store.send(.cancel)
    await mainActorTurns(until: ended.count == 2)
    #expect(ended.all == ["stubborn", "b"])
  }

  @Test func `the identifier of an effect that has ended is forgotten`() async {
    weak var probe: Probe?
    let store = ReducerStore<EffectID, Int, Int, Never>(initialState: 0) {
      $0 += $1
    } execute: { id, context in
      context.latest(id) { $0.dispatch(1) }
    }
    do {
      let made = Probe()
      probe = made
      store.send(EffectID(probe: made))
    }
    await mainActorTurns(until: probe == nil)
    #expect(probe == nil)
    #expect(store.state.current == 1)
  }

  @Test func `what an observer dispatches for an effect does not end the running intent`() async {
    var kept: WordEffect?
    let store = makeWordStore { _, effect in kept = effect }
    store.send(.each("keep"))
    await mainActorTurns(until: kept != nil)
    let token = store.state.observe { words in
      guard words == ["a"] else { return }
      store.send(.add("queued"))
      kept?.dispatch("dispatched")
      #expect(store.state.current == ["a", "dispatched"])
    }
    store.send(.add("a"))
    #expect(store.state.current == ["a", "dispatched", "queued"])
    token.dispose()
  }

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `the context of an intent in an effect stops the program, and says what to use`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await useContextInEffect()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("in an effect, use the handle that the effect gets"))
  }
}

/// The process ends before the state comes that this waits for.
@MainActor
private func useContextInEffect() async {
  let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) {
    $0 += $1
  } execute: { intent, context in
    context.launch { _ in context.dispatch(intent) }
  }
  store.send(1)
  _ = try? await store.state.stateFlow.first { $0 == 1 }
}

/// An identifier that tells when nobody keeps it.
private struct EffectID: Hashable, Sendable {
  let probe: Probe

  static func == (left: EffectID, right: EffectID) -> Bool { left.probe === right.probe }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(probe)) }
}
