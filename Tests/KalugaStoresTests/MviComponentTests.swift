import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviComponentTests {
  private let store = makeWordStore()
  private let view = WordView()

  /// A component of the store whose start and stop add words.
  private func makeNotingComponent() -> WordComponent {
    makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
  }

  /// Gives the view to a component, and starts it.
  @discardableResult
  private func bound(_ component: WordComponent) -> WordComponent {
    component.onViewCreated(view)
    component.onStart()
    return component
  }

  // MARK: Binding

  @Test func `equal models are rendered once, and the newest one at each start`() {
    let component = bound(makeWordComponent(store))
    store.send(.add("a"))
    store.send(.nothing)
    store.send(.add("#hidden"))
    view.dispatch("")
    #expect(view.rendered == [[], ["A"]])

    component.onStop()
    component.onStart()
    #expect(view.rendered == [[], ["A"], ["A"]])
  }

  // MARK: Start, stop, destroy

  @Test func `without a stop intent effects continue while the view is stopped`() async {
    let scene = EffectScene()
    let component = bound(makeWordComponent(scene.store, startIntent: .latest("stubborn")))
    component.onStop()
    scene.gate.open()
    await until(scene.store.state.current == ["stubborn"])
    #expect(view.rendered == [[]])
  }

  enum Call: CaseIterable {
    case viewCreated, start, stop, viewDestroyed, destroy
  }

  private func perform(_ call: Call, on component: WordComponent) {
    switch call {
    case .viewCreated: component.onViewCreated(view)
    case .start: component.onStart()
    case .stop: component.onStop()
    case .viewDestroyed: component.onViewDestroyed()
    case .destroy: component.onDestroy()
    }
  }

  /// Compares with a plain model of the diagram: when the view is bound, and which intents are
  /// sent.
  @Test(arguments: 0..<50)
  func `calls in any order follow the diagram`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    let component = makeNotingComponent()
    var (hasView, isStarted, isDestroyed) = (false, false, false)
    var words: [String] = []
    for step in 0..<30 {
      let wasBound = hasView && isStarted
      var renders = view.rendered.count
      let random = Call.allCases.dropLast().randomElement(using: &dice)
      let call = step == 25 ? .destroy : random ?? .start
      perform(call, on: component)
      switch call {
      case .viewCreated: hasView = !isDestroyed
      case .viewDestroyed: hasView = false
      case .start:
        if !isStarted, !isDestroyed { words.append("start") }
        isStarted = !isDestroyed
      case .stop, .destroy:
        if isStarted { words.append("stop") }
        isStarted = false
        isDestroyed = isDestroyed || call == .destroy
        hasView = hasView && !isDestroyed
      }
      let isBound = hasView && isStarted
      // A new binding renders the state, and then the state after the start intent.
      if isBound, !wasBound { renders += call == .start ? 2 : 1 }
      store.send(.add("i\(step)"))
      if !isDestroyed { words.append("i\(step)") }
      view.dispatch("e\(step)")
      if isBound { words.append("e\(step)") }
      #expect(store.state.current == words)
      #expect(view.rendered.count == renders + (isBound ? 2 : 0))
      if isBound { #expect(view.rendered.last == words.map { $0.uppercased() }) }
    }
  }

  // MARK: From inside the view

  @Test func `an event that is sent while rendering is neither nested nor lost`() {
    view.onRender = { [weak view] words in
      if words.count < 3 { view?.dispatch("w\(words.count)") }
    }
    bound(makeWordComponent(store))
    #expect(view.rendered == [[], ["W0"], ["W0", "W1"], ["W0", "W1", "W2"]])
  }

  @Test(
    arguments: [
      ([.stop], ["stop", "late"], []), ([.destroy], ["stop"], []),
      ([.stop, .start], ["stop", "start", "late"], ["STOP", "START", "LATE"]),
    ] as [([Call], [String], [String])]
  )
  func `calls during the first rendering take effect immediately`(
    calls: [Call],
    words: [String],
    rendered: [String]
  ) {
    let component = makeNotingComponent()
    view.onRender = { [view, store] _ in
      view.onRender = nil
      for call in calls { perform(call, on: component) }
      store.send(.add("late"))
    }
    bound(component)
    #expect(store.state.current == words)
    #expect(view.rendered.last == rendered)
  }

  /// A view without the base class, which runs a closure when it is asked for events.
  private final class OwnView: MviView {
    private(set) var rendered: [[String]] = []
    var whenAsked: () -> Void = {}

    func render(_ model: [String]) { rendered.append(model) }
    func show(_ label: String) {}

    func onEvent(_ handler: @escaping @MainActor (String) -> Void) -> any Disposable {
      whenAsked()
      return SimpleDisposable {}
    }
  }

  @Test func `a view may stop and start its component when it is asked for events`() {
    let component = makeWordComponent(store)
    let view = OwnView()
    view.whenAsked = { [unowned view] in
      view.whenAsked = {}
      component.onStop()
      component.onStart()
    }
    component.onViewCreated(view)
    component.onStart()
    store.send(.add("a"))
    #expect(view.rendered == [[], ["A"]])
  }

  @Test func `a component that stops while its model is made does not render it`() {
    var component: WordComponent?
    component = WordComponent(store) { words in
      if words == ["stop"] { component?.onStop() }
      return words
    } intent: {
      WordIntent.add($0)
    }
    component.map { _ = bound($0) }
    store.send(.add("stop"))
    #expect(view.rendered == [[]])
    component = nil
  }

  @Test func `a component that is being destroyed cannot be started again`() {
    let component = bound(makeNotingComponent())
    let token = store.state.observe { [view] words in
      guard words.last == "stop" else { return }
      component.onViewCreated(view)
      component.onStart()
    }
    component.onDestroy()
    #expect(store.state.current == ["start", "stop"])
    #expect(view.rendered == [[], ["START"]])
    token.dispose()
  }

  // MARK: Labels

  /// MVIKotlin #165, #314: a label that was published before anybody listened was lost.
  @Test func `labels that are published while no view is bound wait for the next one`() async {
    let component = makeWordComponent(store)
    store.send(.tell("early"))
    bound(component)
    await until(view.shown == ["early"])

    component.onStop()
    store.send(.tell("kept 1"))
    await mainActorQueueDrained()
    component.onViewDestroyed()
    store.send(.tell("kept 2"))
    await mainActorQueueDrained()

    let next = WordView()
    component.onViewCreated(next)
    component.onStart()
    await until(next.shown == ["kept 1", "kept 2"])
    #expect(view.shown == ["early"])
  }

  /// kotlinx.coroutines: an event that is sent just before its collector stops is lost.
  @Test func `a label in delivery when the view is stopped is kept`() async {
    let component = bound(makeWordComponent(store))
    // The consumer waits now. It is woken for the label but cancelled before it runs.
    await mainActorQueueDrained()
    store.send(.tell("kept"))
    component.onStop()
    await mainActorQueueDrained()
    #expect(view.shown == [])
    component.onStart()
    await until(view.shown == ["kept"])
  }
}
