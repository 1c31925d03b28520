import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreEffectTests {
  private let scene = EffectScene()
  private var store: WordStore { scene.store }

  private func begun(_ words: String...) async {
    await until(scene.begun.all == words)
  }

  private func ended(_ words: String...) async {
    await until(scene.ended.all == words)
  }

  // MARK: Running

  @Test func `effects start after the current job, in the order of the intents`() async {
    for word in ["a", "b", "c"] { store.send(.each(word)) }
    #expect(store.state.current == [])
    await ended("a", "b", "c")
    #expect(store.state.current == ["a", "b", "c"])
    await ValueRecorder(following: store.labels).expect("a", "b", "c")
  }

  @Test func `what an observer dispatches for an effect does not end the running intent`() async {
    var kept: WordEffect?
    let store = makeWordStore { _, effect in kept = effect }
    store.send(.each("keep"))
    await until(kept != nil)
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

  // MARK: The latest, and cancelling

  @Test func `an effect that was cancelled before it began does not run`() async {
    for word in ["a", "b", "c"] { store.send(.latest(word)) }
    await ended("c")
    #expect(scene.begun.all == ["c"])
  }

  @Test func `an effect that ignores its cancellation is dropped, not awaited`() async {
    let labels = ValueRecorder(following: store.labels)
    store.send(.latest("stubborn"))
    await begun("stubborn")
    store.send(.latest("b"))
    // The gate is still closed.
    await ended("b")
    scene.gate.open()
    await ended("b", "stubborn")
    store.send(.tell("marker"))
    await labels.expect("b", "marker")
    #expect(store.state.current == ["b"])
  }

  @Test func `an effect that ends late does not take the place of the latest`() async {
    store.send(.latest("stubborn"))
    await begun("stubborn")
    store.send(.latest("patient"))
    await begun("stubborn", "patient")
    scene.gate.open()
    await ended("stubborn")
    store.send(.cancel)
    await ended("stubborn", "patient")
  }

  // MARK: The end

  @Test(arguments: [false, true])
  func `dispose cancels all effects, and drops what they send later`(isElsewhere: Bool) async {
    let labels = ValueRecorder(following: store.labels)
    for intent in [WordIntent.each("patient"), .each("stubborn"), .latest("patient latest")] {
      store.send(intent)
    }
    await until(scene.begun.count == 3)
    if isElsewhere {
      await Task.detached { [store] in store.dispose() }.value
    } else {
      store.dispose()
    }
    // These effects notice their cancellation; the gate is still closed.
    await until(scene.ended.count == 2)
    scene.gate.open()
    await until(scene.ended.count == 3)
    store.send(.add("late"))
    await mainActorQueueDrained()
    #expect(store.state.current == [])
    #expect(labels.values == [])
  }

  @Test func `a callback may outlive its effect, but not its store`() async {
    var left: [WordEffect] = []
    let store = makeWordStore { _, effect in left.append(effect) }
    store.send(.latest("a"))
    await until(left.count == 1)
    store.send(.latest("b"))
    await until(left.count == 2)
    for effect in left { effect.dispatch("late") }
    #expect(store.state.current == ["late", "late"])
    store.dispose()
    for effect in left { effect.dispatch("later") }
    #expect(store.state.current == ["late", "late"])
  }

  @Test func `an ended effect is released, with its identifier and its captures`() async {
    struct EffectID: Hashable, Sendable {
      let probe: Probe
      static func == (left: EffectID, right: EffectID) -> Bool { left.probe === right.probe }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(probe)) }
    }
    let store = ReducerStore<EffectID, Int, Int, Never>(initialState: 0) {
      $0 += $1
    } execute: { id, context in
      context.latest(id) { effect in
        id.probe.touch()
        effect.dispatch(1)
      }
    }
    await expectReleased {
      let probe = Probe()
      store.send(EffectID(probe: probe))
      return probe
    }
    #expect(store.state.current == 1)
  }

  // MARK: Misuse

  @Test(
    .enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"),
    arguments: 0..<5
  )
  func `the context of an intent in an effect stops the program, and says what to use`(
    number: Int
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number] in
      await useContextInEffect(number)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("in an effect, use the handle that the effect gets"))
  }
}

/// Returns only if the process does not stop.
@MainActor
private func useContextInEffect(_ number: Int) async {
  let end = Gate()
  let store = ReducerStore<Int, Int, Int, String>(initialState: 0) {
    $0 += $1
  } execute: { intent, context in
    let uses: [@MainActor () -> Void] = [
      { context.dispatch(intent) }, { context.publish("label") }, { context.launch { _ in } },
      { context.latest("effect") { _ in } }, { context.cancel("effect") },
    ]
    context.launch { _ in
      uses[number]()
      end.open()
    }
  }
  store.send(1)
  try? await end.pass()
}

// MARK: Errors

private struct EffectError: Error {
  let word: String
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreEffectErrorTests {
  @Test func `the error of an effect is reported, unless the effect was cancelled`() async {
    let (begun, ended, diagnostics) = (Log<String>(), Log<String>(), DiagnosticLog())
    let store = makeWordStore { word, _ in
      begun.append(word)
      if word != "b" { await untilCancelled() }
      ended.append(word)
      throw EffectError(word: word)
    }
    store.send(.latest("a"))
    await until(begun.count == 1)
    store.send(.latest("b"))
    store.send(.each("c"))
    await until(ended.count == 2 && begun.count == 3)
    store.dispose()
    await until(ended.count == 3)
    // The last effect only needs to return.
    await mainActorQueueDrained()
    let reports = diagnostics.of(.uncaughtError, about: "EffectError(word")
    #expect(reports.count == 1)
    #expect(reports.first?.contains("word: \"b\"") == true)
  }
}
