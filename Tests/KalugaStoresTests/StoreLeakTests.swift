import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// The toolkit does not keep a store, a component or a view alive.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StoreLeakTests {
  @Test(arguments: [false, true])
  func `a store is released while its effects run, and they are cancelled`(isDisposed: Bool) async {
    var ended: Log<String>?
    await expectReleased {
      let scene = EffectScene()
      ended = scene.ended
      scene.store.send(.each("patient"))
      scene.store.send(.latest("patient latest"))
      await until(scene.begun.count == 2)
      if isDisposed { scene.store.dispose() }
      return scene.store
    }
    await until(ended?.count == 2)
  }

  @Test func `a component that is released ends its store and releases its view`() async {
    let store = makeWordStore()
    weak var view: WordView?
    await expectReleased {
      let component = makeWordComponent(store)
      let made = WordView()
      view = made
      component.onViewCreated(made)
      component.onStart()
      made.dispatch("a")
      await mainActorQueueDrained()
      return component
    }
    store.send(.add("late"))
    #expect(store.state.current == ["a"])
    await until(view == nil)
  }

  enum Loss: CaseIterable { case viewDestroyed, viewReplaced, componentDestroyed }

  @Test(arguments: Loss.allCases)
  func `a view that its component has lost is released`(_ loss: Loss) async {
    let scene = EffectScene()
    let component = makeWordComponent(scene.store)
    await expectReleased {
      let proxy = MviViewProxy<[String], String, String>()
      component.onViewCreated(proxy)
      component.onStart()
      scene.store.send(.each("patient"))
      await until(scene.begun.count == 1)
      switch loss {
      case .viewDestroyed: component.onViewDestroyed()
      case .viewReplaced: component.onViewCreated(WordView())
      case .componentDestroyed: component.onDestroy()
      }
      return proxy
    }
    if loss == .componentDestroyed { await until(scene.ended.count == 1) }
  }
}
