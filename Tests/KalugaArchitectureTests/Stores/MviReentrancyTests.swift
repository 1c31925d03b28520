import KalugaArchitecture
import Testing

/// Components whose views, closures and intents come back to them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviReentrancyTests {
  /// A view that was written without the base class, and does something when it is asked for events.
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
    let store = makeWordStore()
    let component = makeWordComponent(store)
    let view = OwnView()
    view.whenAsked = { [unowned view] in
      view.whenAsked = {}
      component.onStop()
      component.onStart()
    }
    component.onViewCreated(view)
    component.onStart()
    #expect(view.rendered == [[]])
    store.send(.add("a"))
    #expect(view.rendered == [[], ["A"]])
  }

  @Test func `what is stopped while its model is made is not rendered`() {
    let store = makeWordStore()
    var component: MviComponent<[String], String, String>?
    component = MviComponent(store) { words in
      if words == ["stop"] { component?.onStop() }
      return words
    } intent: {
      WordIntent.add($0)
    }
    let view = WordView()
    component?.onViewCreated(view)
    component?.onStart()
    store.send(.add("stop"))
    #expect(view.rendered == [[]])
    component = nil
  }

  @Test func `an event that destroys the component means nothing`() {
    let store = makeWordStore()
    var component: MviComponent<[String], String, String>?
    component = MviComponent(store) { words in
      words
    } intent: { word in
      component?.onDestroy()
      return WordIntent.add(word)
    }
    let view = WordView()
    component?.onViewCreated(view)
    component?.onStart()
    view.dispatch("a")
    #expect(store.state.current.isEmpty)
    #expect(view.rendered == [[]])
    component = nil
  }

  @Test func `a label may bring another view, which gets the next one`() async {
    let store = makeWordStore()
    let component = makeWordComponent(store)
    let (first, second) = (WordView(), WordView())
    first.onShow = { _ in component.onViewCreated(second) }
    component.onViewCreated(first)
    component.onStart()
    store.send(.tell("1"))
    store.send(.tell("2"))
    await mainActorTurns(until: second.shown == ["2"])
    #expect(first.shown == ["1"])
    #expect(second.shown == ["2"])
  }

  @Test func `nothing starts a component again that is being destroyed`() {
    let store = makeWordStore()
    let component = makeWordComponent(store, startIntent: .add("start"), stopIntent: .add("stop"))
    let view = WordView()
    component.onViewCreated(view)
    component.onStart()
    let token = store.state.observe { words in
      guard words.last == "stop" else { return }
      component.onViewCreated(view)
      component.onStart()
    }
    component.onDestroy()
    #expect(store.state.current == ["start", "stop"])
    #expect(view.rendered == [[], ["START"]])
    token.dispose()
  }
}
