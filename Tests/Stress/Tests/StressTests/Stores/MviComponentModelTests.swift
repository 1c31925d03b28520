import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// Makes random calls to hosts, stores and changing views, from fixed seeds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviComponentModelTests {
  /// A call from outside, or from inside a view's method.
  private enum Step: CaseIterable {
    case start, stop, newView, sameView, loseView, intent, label, event
  }

  @Test(arguments: 0..<60)
  func `each label is shown once, in order, and only by a view that is attached and started`(
    _ seed: Int
  ) async {
    var dice = SeededRandom(seed: seed)
    let store = makeWordStore()
    let component = makeWordComponent(store)
    var isStarted = false
    var view: WordView?
    var views: [WordView] = []
    var shown: [String] = []
    var sent: [String] = []
    var budget = 200
    var newest: [String] { store.state.current.map { $0.uppercased() } }

    func start() {
      isStarted = true
      component.onStart()
    }

    func addView() {
      let new = WordView()
      new.onRender = { [weak new] words in
        #expect(isStarted && view === new && words == newest)
        if dice.below(3) == 0 { step() }
      }
      new.onShow = { [weak new] label in
        #expect(isStarted && view === new)
        shown.append(label)
        if dice.below(2) == 0 { step() }
      }
      views.append(new)
      view = new
      component.onViewCreated(new)
    }

    func step() {
      guard budget > 0 else { return }
      budget -= 1
      switch Step.allCases.randomElement(using: &dice) ?? .start {
      case .start: start()
      case .stop:
        isStarted = false
        component.onStop()
      case .newView: addView()
      case .sameView: if let view { component.onViewCreated(view) }
      case .loseView:
        view = nil
        component.onViewDestroyed()
      case .intent: store.send(.add("w\(budget)"))
      case .label:
        sent.append("l\(budget)")
        store.send(.tell("l\(budget)"))
      case .event:
        let (wasStarted, before) = (isStarted, store.state.current)
        view?.dispatch("e\(budget)")
        // An event of a view that is not shown is dropped.
        if !wasStarted { #expect(store.state.current == before) }
      }
    }

    for _ in 0..<100 {
      step()
      if dice.isTrue(50) { await mainActorQueueDrained() }
    }
    // From here on, the views' methods make no calls.
    budget = 0
    if view == nil { addView() }
    start()
    #expect(view?.rendered.last == newest)
    await until(shown.count >= sent.count)
    #expect(shown == sent)
    // Breaks the retain cycles between the views and their closures.
    for view in views { (view.onRender, view.onShow) = (nil, nil) }
  }
}
