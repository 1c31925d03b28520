import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviComponentTests {
  private let store = makeWordStore()
  private let view = WordView()

  // MARK: Binding

  @Test(arguments: [true, false])
  func `a view that is there and started is bound, in either order`(viewFirst: Bool) {
    let component = makeWordComponent(store)
    store.send(.add("before"))
    if viewFirst { component.onViewCreated(view) } else { component.onStart() }
    #expect(view.rendered == [])
    if viewFirst { component.onStart() } else { component.onViewCreated(view) }
    #expect(view.rendered == [["BEFORE"]])

    view.dispatch("a")
    view.dispatch("")
    #expect(view.rendered == [["BEFORE"], ["BEFORE", "A"]])
  }

  @Test func `models that are equal are rendered once, and the newest at each start`() {
    let component = makeWordComponent(store)
    component.onViewCreated(view)
    component.onStart()
    store.send(.add("a"))
    store.send(.nothing)
    store.send(.add("#hidden"))
    #expect(view.rendered == [[], ["A"]])

    component.onStop()
    component.onStart()
    #expect(view.rendered == [[], ["A"], ["A"]])
  }

  @Test(arguments: [true, false])
  func `a view that is stopped or gone is told nothing, and its events mean nothing`(
    isStopped: Bool
  ) {
    let component = makeWordComponent(store)
    component.onViewCreated(view)
    component.onStart()
    if isStopped { component.onStop() } else { component.onViewDestroyed() }
    store.send(.add("unseen"))
    view.dispatch("unheard")
    #expect(view.rendered == [[]])
    #expect(store.state.current == ["unseen"])

    component.onViewCreated(view)
    component.onStart()
    #expect(view.rendered == [[], ["UNSEEN"]])
  }

  @Test func `the same view once more changes nothing`() {
    let component = makeWordComponent(store)
    component.onViewCreated(view)
    component.onStart()
    component.onViewCreated(view)
    component.onStart()
    #expect(view.rendered == [[]])
    view.dispatch("a")
    #expect(store.state.current == ["a"])
  }

  @Test func `a new view takes the place of the one before`() {
    let component = makeWordComponent(store)
    component.onViewCreated(view)
    component.onStart()
    let other = WordView()
    component.onViewCreated(other)
    store.send(.add("a"))
    view.dispatch("unheard")
    #expect(view.rendered == [[]])
    #expect(other.rendered == [[], ["A"]])
  }

  @Test func `a view moves from one component to another, and the first lets it alone`() {
    let otherStore = makeWordStore()
    let component = makeWordComponent(store)
    let other = makeWordComponent(otherStore)
    component.onViewCreated(view)
    component.onStart()
    other.onViewCreated(view)
    other.onStart()
    component.onStop()
    view.dispatch("a")
    #expect(store.state.current == [])
    #expect(otherStore.state.current == ["a"])
  }

  // MARK: From inside the view

  @Test func `an event given while rendering is no nested intent, and is not lost`() {
    let component = makeWordComponent(store)
    view.onRender = { [weak view] words in
      if words.count < 3 { view?.dispatch("w\(words.count)") }
    }
    component.onViewCreated(view)
    component.onStart()
    #expect(view.rendered == [[], ["W0"], ["W0", "W1"], ["W0", "W1", "W2"]])
  }

  @Test func `stopping while rendering is the end of rendering`() {
    let component = makeWordComponent(store)
    view.onRender = { [store] _ in
      component.onStop()
      store.send(.add("after"))
    }
    component.onViewCreated(view)
    component.onStart()
    #expect(view.rendered == [[]])
    view.dispatch("unheard")
    #expect(store.state.current == ["after"])
    view.onRender = nil
    component.onStart()
    #expect(view.rendered == [[], ["AFTER"]])
  }

  @Test func `what is stopped while it starts does not send its start`() {
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    view.onRender = { [weak component] _ in component?.onStop() }
    component.onViewCreated(view)
    component.onStart()
    #expect(store.state.current == ["stop"])
  }

  @Test func `what is stopped and started again while it starts sends its start once`() {
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    view.onRender = { [weak view] _ in
      view?.onRender = nil
      component.onStop()
      component.onStart()
    }
    component.onViewCreated(view)
    component.onStart()
    #expect(store.state.current == ["stop", "start"])
  }

  @Test func `destroying while rendering is the end of everything`() {
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    view.onRender = { _ in component.onDestroy() }
    component.onViewCreated(view)
    component.onStart()
    store.send(.add("late"))
    #expect(store.state.current == ["stop"])
    #expect(view.rendered == [[]])
  }

  // MARK: Labels

  @Test func `labels reach the view, and those that come while it is stopped wait`() async throws {
    let component = makeWordComponent(store)
    store.send(.tell("early"))
    component.onViewCreated(view)
    component.onStart()
    await mainActorTurns(until: view.shown == ["early"])
    #expect(view.shown == ["early"])

    component.onStop()
    store.send(.tell("kept 1"))
    await mainActorTurns()
    #expect(view.shown == ["early"])
    component.onViewDestroyed()
    store.send(.tell("kept 2"))
    await mainActorTurns()

    let next = WordView()
    component.onViewCreated(next)
    component.onStart()
    await mainActorTurns(until: next.shown.count == 2)
    #expect(next.shown == ["kept 1", "kept 2"])
    #expect(view.shown == ["early"])
  }

  @Test func `a label that is on its way when the view is stopped is kept`() async {
    let component = makeWordComponent(store)
    component.onViewCreated(view)
    component.onStart()
    // The consumer waits now; it is woken for the label, and cancelled before it gets there.
    await mainActorTurns()
    store.send(.tell("kept"))
    component.onStop()
    await mainActorTurns()
    #expect(view.shown == [])
    component.onStart()
    await mainActorTurns(until: view.shown == ["kept"])
    #expect(view.shown == ["kept"])
  }

  @Test func `a view that stops at the first label gets the second at the next start`() async {
    let component = makeWordComponent(store)
    view.onShow = { [weak component] _ in component?.onStop() }
    component.onViewCreated(view)
    component.onStart()
    store.send(.tell("a"))
    store.send(.tell("b"))
    await mainActorTurns(until: view.shown == ["a"])
    await mainActorTurns()
    #expect(view.shown == ["a"])
    component.onStart()
    await mainActorTurns(until: view.shown == ["a", "b"])
    #expect(view.shown == ["a", "b"])
  }

  // MARK: Start, stop, destroy

  @Test func `start and stop send their intents once each, also without a view`() {
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    component.onStop()
    component.onStart()
    component.onStart()
    component.onStop()
    component.onStop()
    component.onStart()
    #expect(store.state.current == ["start", "stop", "start"])
  }

  @Test func `a stop intent cancels the effect that nobody waits for`() async throws {
    let ended = Log<String>()
    let store = makeWordStore { word, effect in
      await untilCancelled()
      ended.append(word)
      effect.dispatch(word)
    }
    let component = makeWordComponent(store, startIntent: .latest("load"), stopIntent: .cancel)
    component.onViewCreated(view)
    component.onStart()
    await mainActorTurns()
    component.onStop()
    await mainActorTurns(until: ended.count == 1)
    #expect(ended.all == ["load"])
    #expect(store.state.current == [])
  }

  @Test func `without a stop intent effects go on while the view is stopped`() async throws {
    let latch = Latch()
    let store = makeWordStore { word, effect in
      await latch.passed()
      effect.dispatch(word)
    }
    let component = makeWordComponent(store, startIntent: .latest("load"))
    component.onViewCreated(view)
    component.onStart()
    component.onStop()
    latch.open()
    let words = ValueRecorder(store.state)
    try await #expect(words.next { !$0.isEmpty } == ["load"])
    #expect(view.rendered == [[]])
  }

  @Test func `a destroyed component has stopped first, and does nothing any more`() {
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    component.onViewCreated(view)
    component.onStart()
    component.onDestroy()
    component.onDestroy()
    component.onViewCreated(view)
    component.onStart()
    component.onStop()
    component.onViewDestroyed()
    store.send(.add("late"))
    view.dispatch("late")
    #expect(store.state.current == ["start", "stop"])
    #expect(view.rendered == [[], ["START"]])
  }

  // MARK: Any order

  private enum Call: CaseIterable {
    case viewCreated, start, stop, viewDestroyed, destroy
  }

  /// A plain model of the diagram: who is bound after each call, and which intents were sent.
  @Test(arguments: 0..<200)
  func `calls in any order do what the diagram says`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let component = makeWordComponent(store, startIntent: .add("s"), stopIntent: .add("t"))
    var hasView = false
    var isStarted = false
    var isDestroyed = false
    var words: [String] = []
    for step in 0..<30 {
      let call = Call.allCases.filter { $0 != .destroy || step > 20 }.randomElement(using: &random)
      switch call {
      case .viewCreated:
        component.onViewCreated(view)
        hasView = hasView || !isDestroyed
      case .start:
        component.onStart()
        if !isStarted, !isDestroyed { words.append("s") }
        isStarted = isStarted || !isDestroyed
      case .stop:
        component.onStop()
        if isStarted { words.append("t") }
        isStarted = false
      case .viewDestroyed:
        component.onViewDestroyed()
        hasView = false
      case .destroy, nil:
        component.onDestroy()
        if isStarted { words.append("t") }
        (hasView, isStarted, isDestroyed) = (false, false, true)
      }
      #expect(store.state.current == words)

      let renders = view.rendered.count
      view.dispatch("e\(step)")
      if hasView, isStarted { words.append("e\(step)") }
      #expect(store.state.current == words)
      #expect(view.rendered.count == renders + (hasView && isStarted ? 1 : 0))
    }
  }
}
