import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// What users of other libraries have reported about shared state, labels and cancelled effects.
@MainActor
struct StoreReportCases {
  private struct User: Equatable, Sendable {
    var name = 0
    var visits = 0
  }

  @Test func `a message of a store leaves other updates alone`() async {
    let flow = MutableStateFlow(User())
    let store = ReducerStore(state: InitializedSubject(flow)) { (user, _: Int) in user.name += 1 }
    let other = Task.detached {
      for _ in 0..<20_000 {
        flow.update { user in
          var user = user
          user.visits += 1
          return user
        }
      }
    }
    for _ in 0..<20_000 { store.send(1) }
    await other.value
    #expect(flow.value == User(name: 20_000, visits: 20_000))
    store.dispose()
  }

  @Test func `a message is applied to what was posted before it`() async {
    let state = InitializedSubject(wrappedValue: User())
    let store = ReducerStore(state: state) { (user, _: Int) in user.name += 1 }
    await Task.detached { state.post(User(visits: 5), isolation: nil) }.value
    store.send(1)
    await mainActorQueueDrained()
    #expect(state.current == User(name: 1, visits: 5))
    store.dispose()
  }

  /// MVIKotlin #165, #314: a label that is published before anybody listens.
  @Test func `a label that is sent before anybody listens is not lost`() async {
    let store = ReducerStore<Int, Int, Int, String>(initialState: 0) { state, message in
      state = message
    } execute: { intent, context in
      context.dispatch(intent)
      context.publish("ready \(intent)")
    }
    store.send(1)
    store.send(2)
    var iterator = store.labels.makeAsyncIterator()
    #expect(await iterator.next() == "ready 1")
    #expect(await iterator.next() == "ready 2")
    store.dispose()
  }

  /// kotlinx.coroutines: an event that is sent just before its collector stops is lost.
  @Test func `a label published just before a stop is shown after the next start`() async {
    let store = ReducerStore<Int, Int, Int, Int>(initialState: 0) { state, message in
      state = message
    } execute: { intent, context in
      context.dispatch(intent)
      context.publish(intent)
    }
    final class View: BaseMviView<Int, Int, Int> {
      var shown: [Int] = []
      override func show(_ label: Int) { shown.append(label) }
    }
    let component = MviComponent(store, model: { $0 }, intent: { (event: Int) in event })
    let view = View()
    component.onViewCreated(view)
    for round in 0..<50 {
      component.onStart()
      if round % 2 == 0 { await mainActorQueueDrained() }
      view.dispatch(round)
      if round % 3 == 0 { await Task.yield() }
      component.onStop()
    }
    component.onStart()
    await until(view.shown.count == 50)
    #expect(view.shown == Array(0..<50))
    component.onDestroy()
  }

  @MainActor final class ContextBox { var context: StoreContext<Int, Int, String>? }

  @Test func `one effect of an identifier remains if a cancellation handler starts another`() async
  {
    let (log, started, box) = (Log<String>(), Gate(), ContextBox())
    let store = ReducerStore<Int, Int, Int, String>(initialState: 0) {
      $0 = $1
    } execute: { n, context in
      box.context = context
      context.latest("id") { effect in
        guard n == 1 else {
          log.append("outer")
          return
        }
        started.open()
        await withTaskCancellationHandler {
          await untilCancelled()
        } onCancel: {
          MainActor.assumeIsolated {
            box.context?.latest("id") { _ in log.append("inner") }
          }
        }
      }
    }
    store.send(1)
    try? await started.pass()
    await mainActorQueueDrained()
    store.send(2)
    await mainActorQueueDrained()
    await mainActorQueueDrained()
    #expect(log.count == 1)
  }
}
