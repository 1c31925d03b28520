import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Random calls of hosts, stores and views that come and go, from fixed seeds.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviComponentModelTests {
  /// What may happen, from outside as from inside of a view's methods.
  private enum Step: CaseIterable {
    case start, stop, newView, sameView, loseView, intent, label, event
  }

  @Test(arguments: 0..<60)
  func `each label is shown once, in order, and only to the view that is there and started`(
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

    func step() {
      guard budget > 0 else { return }
      budget -= 1
      switch Step.allCases.randomElement(using: &dice) ?? .start {
      case .start:
        isStarted = true
        component.onStart()
      case .stop:
        isStarted = false
        component.onStop()
      case .newView:
        let new = WordView()
        new.onRender = { [weak new] words in
          #expect(isStarted && view === new)
          #expect(words == store.state.current.map { $0.uppercased() })
          if Int.random(in: 0..<3, using: &dice) == 0 { step() }
        }
        new.onShow = { [weak new] label in
          #expect(isStarted && view === new)
          shown.append(label)
          if Int.random(in: 0..<2, using: &dice) == 0 { step() }
        }
        views.append(new)
        view = new
        component.onViewCreated(new)
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
        // Dropped while nobody sees the view.
        if !wasStarted { #expect(store.state.current == before) }
      }
    }

    for _ in 0..<100 {
      step()
      if Bool.random(using: &dice) { await mainActorTurns(1) }
    }
    // Nothing more from inside.
    budget = 0
    defer {
      // What the views call holds the views.
      for view in views { (view.onRender, view.onShow) = (nil, nil) }
    }
    if let view {
      isStarted = true
      component.onStart()
      #expect(view.rendered.last == store.state.current.map { $0.uppercased() })
    } else {
      let last = WordView()
      last.onShow = { shown.append($0) }
      isStarted = true
      component.onViewCreated(last)
      component.onStart()
      #expect(last.rendered.last == store.state.current.map { $0.uppercased() })
    }
    await mainActorTurns(until: shown.count == sent.count)
    #expect(shown == sent)
  }
}
