import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MviViewTests {
  private let view = WordView()

  @Test func `events reach all handlers in order, before dispatch returns, until the token ends`() {
    var heard: [String] = []
    view.dispatch("unheard")
    let first = view.onEvent { heard.append("1 \($0)") }
    let second = view.onEvent { heard.append("2 \($0)") }
    view.dispatch("a")
    first.dispose()
    view.dispatch("b")
    second.dispose()
    view.dispatch("c")
    #expect(heard == ["1 a", "2 a", "2 b"])
  }

  @Test func `a handler that another disposes during an event does not receive it`() {
    var heard = 0
    var second: (any Disposable)?
    let first = view.onEvent { _ in second?.dispose() }
    second = view.onEvent { _ in heard += 1 }
    view.dispatch("a")
    #expect(heard == 0)
    first.dispose()
  }

  @Test func `Swift Observation follows the model of a proxy`() async {
    let proxy = MviViewProxy<[String], String, String>()
    let changes = Log<Void>()
    let model = withObservationTracking {
      proxy.model
    } onChange: {
      changes.append(())
    }
    #expect(model == nil)
    proxy.render(["a"])
    await until(changes.count == 1)
    #expect(proxy.model == ["a"])
  }

  @Test func `a proxy in a component has the model, sends events and keeps labels`() async {
    let store = makeWordStore()
    let component = makeWordComponent(store)
    let proxy = MviViewProxy<[String], String, String>()
    component.onViewCreated(proxy)
    component.onStart()
    #expect(proxy.model == [])
    proxy.dispatch("a")
    #expect(proxy.model == ["A"])

    store.send(.tell("news"))
    await mainActorQueueDrained()
    await ValueRecorder(following: proxy.labels).expect("news")

    component.onStop()
    store.send(.add("unseen"))
    #expect(proxy.model == ["A"])
  }
}
