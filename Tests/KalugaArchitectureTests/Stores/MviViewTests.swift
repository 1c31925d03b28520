import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviViewTests {
  @Test func `events reach all handlers in order, before dispatch returns, until the token ends`() {
    let view = WordView()
    var heard: [String] = []
    view.dispatch("nobody")
    let first = view.onEvent { heard.append("1 \($0)") }
    let second = view.onEvent { heard.append("2 \($0)") }
    view.dispatch("a")
    first.dispose()
    view.dispatch("b")
    second.dispose()
    view.dispatch("c")
    #expect(heard == ["1 a", "2 a", "2 b"])
  }

  @Test func `a handler that ends another one in the middle of an event is the last to hear it`() {
    let view = WordView()
    var heard = 0
    var second: (any Disposable)?
    let first = view.onEvent { _ in second?.dispose() }
    second = view.onEvent { _ in heard += 1 }
    view.dispatch("a")
    #expect(heard == 0)
    first.dispose()
  }

  @Test func `what a handler captures is released with its token`() async {
    let view = WordView()
    weak var probe: Probe?
    do {
      let made = Probe()
      probe = made
      view.onEvent { _ in made.touch() }.dispose()
    }
    await mainActorTurns(until: probe == nil)
    #expect(probe == nil)
  }

  @Test func `a view outlived by the token of its handler is released`() async throws {
    var token: (any Disposable)?
    await expectReleased {
      let view = WordView()
      token = view.onEvent { _ in }
      return view
    }
    token?.dispose()
  }

  @Test func `what is tracked by Observation follows the model of a proxy`() async {
    let proxy = MviViewProxy<[String], String, String>()
    #expect(proxy.model == nil)
    let changed = Settlement<Void>()
    let model = withObservationTracking {
      proxy.model
    } onChange: {
      changed.settle(())
    }
    #expect(model == nil)
    proxy.render(["a"])
    #expect(await changed.wait() != nil)
    #expect(proxy.model == ["a"])
  }

  @Test func `a proxy in a component has the model, gives events and keeps labels`() async throws {
    let store = makeWordStore()
    let component = makeWordComponent(store)
    let proxy = MviViewProxy<[String], String, String>()
    component.onViewCreated(proxy)
    component.onStart()
    #expect(proxy.model == [])
    proxy.dispatch("a")
    #expect(proxy.model == ["A"])

    store.send(.tell("news"))
    await mainActorTurns()
    let labels = ValueRecorder(following: proxy.labels)
    try await #expect(labels.next() == "news")

    component.onStop()
    store.send(.add("unseen"))
    #expect(proxy.model == ["A"])
  }
}
