import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Nothing of the toolkit keeps a store, a component or a view alive.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreLeakTests {
  @Test func `a store is released while its effects run, and they are cancelled`() async throws {
    let begun = Log<String>()
    let ended = Log<String>()
    await expectReleased {
      let store = makeWordStore { word, _ in
        begun.append(word)
        await untilCancelled()
        ended.append(word)
      }
      store.send(.each("a"))
      store.send(.latest("b"))
      await mainActorTurns(until: begun.count == 2)
      return store
    }
    await mainActorTurns(until: ended.count == 2)
    #expect(ended.count == 2)
  }

  @Test func `a store is released with observers, labels and a consumer`() async throws {
    var tokens: [any Disposable] = []
    var labels: ValueRecorder<String>?
    await expectReleased {
      let store = makeWordStore()
      tokens.append(store.state.observe { _ in })
      store.send(.tell("a"))
      labels = ValueRecorder(following: store.labels)
      store.send(.tell("b"))
      return store
    }
    try await #expect(labels?.next() == "a")
    withExtendedLifetime(tokens) {}
  }

  @Test func `a store that was disposed is released`() async throws {
    await expectReleased {
      let store = makeWordStore { _, _ in await untilCancelled() }
      store.send(.latest("a"))
      store.dispose()
      return store
    }
  }

  @Test func `what executor and reducer capture is released with the store`() async {
    weak var probe: Probe?
    do {
      let made = Probe()
      probe = made
      let store = ReducerStore<Int, Int, Int, Never>(initialState: 0) { _, _ in
        made.touch()
      } execute: { intent, context in
        made.touch()
        context.latest("word") { _ in
          made.touch()
          await untilCancelled()
        }
      }
      store.send(1)
      await mainActorTurns()
    }
    await mainActorTurns(until: probe == nil)
    #expect(probe == nil)
  }

  @Test func `a logging store is released, and the wrapped one with it`() async throws {
    weak var wrapped: WordStore?
    await expectReleased {
      let store = makeWordStore()
      wrapped = store
      let logging = LoggingStore(store) { _ in }
      logging.send(.add("a"))
      return logging
    }
    await mainActorTurns(until: wrapped == nil)
    #expect(wrapped == nil)
  }

  @Test func `a component that nobody holds ends its store and lets its view go`() async throws {
    let store = makeWordStore()
    weak var view: WordView?
    await expectReleased {
      let component = makeWordComponent(store)
      let made = WordView()
      view = made
      component.onViewCreated(made)
      component.onStart()
      made.dispatch("a")
      await mainActorTurns()
      return component
    }
    #expect(store.state.current == ["a"])
    store.send(.add("late"))
    #expect(store.state.current == ["a"])
    await mainActorTurns(until: view == nil)
    #expect(view == nil)
  }

  @Test func `a view is released when it is destroyed, while the component goes on`() async throws {
    let component = makeWordComponent(makeWordStore())
    component.onStart()
    await expectReleased {
      let view = WordView()
      component.onViewCreated(view)
      await mainActorTurns()
      component.onViewDestroyed()
      return view
    }
    await expectReleased {
      let proxy = MviViewProxy<[String], String, String>()
      component.onViewCreated(proxy)
      await mainActorTurns()
      component.onViewCreated(WordView())
      return proxy
    }
  }

  @Test func `a component that was destroyed keeps neither view nor work`() async throws {
    let ended = Log<String>()
    let store = makeWordStore { word, _ in
      await untilCancelled()
      ended.append(word)
    }
    let component = makeWordComponent(store)
    await expectReleased {
      let view = WordView()
      component.onViewCreated(view)
      component.onStart()
      store.send(.each("a"))
      await mainActorTurns()
      component.onDestroy()
      return view
    }
    await mainActorTurns(until: ended.count == 1)
    #expect(ended.count == 1)
  }
}
