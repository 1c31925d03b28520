import KalugaArchitecture
import Observation
import Testing

/// Code that comes back to an observable at the moments where it is least expected.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationReentryTests {
  @Test func `an observer that begins inside the start of another links the inputs once`() async {
    let flow = MutableStateFlow(0)
    let source = InitializedSubject(flow)
    let derived = source.map { $0 * 10 }
    let bag = DisposeBag()
    var seen: [Int] = []
    let token = source.observe { value in
      if value == 1 { derived.observe { seen.append($0) }.addTo(bag) }
    }
    // Not told yet: the link of the derived node makes the source catch up, in the middle of its start.
    flow.value = 1
    derived.observe { seen.append($0) }.addTo(bag)
    #expect(seen == [10, 10])
    #expect(source.observerCount == 2)
    source.current = 2
    #expect(seen == [10, 10, 20, 20])
    bag.dispose()
    await mainActorTurns(until: source.observerCount == 1)
    #expect(source.observerCount == 1)
    token.dispose()
  }

  @Test func `a sequence is run once also if its start observes it`() async {
    let scope = TaskScope()
    let box = Lock<InitializedObservable<Int>?>(nil)
    let source = ScriptedSequence<Int> {
      guard let observable = box.withLock({ $0 }) else { return }
      box.withLock { $0 = nil }
      MainActor.assumeIsolated { _ = observable.observe { _ in } }
    }
    let observable = InitializedObservable(0, following: source, in: scope)
    box.withLock { $0 = observable }
    var seen: [Int] = []
    let token = observable.observe { seen.append($0) }
    #expect(source.runCount == 1)
    source.send(1)
    await mainActorTurns(until: seen.count > 1)
    #expect(seen == [0, 1])
    token.dispose()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a sequence is run once also if whoever tracks its state observes it`() async {
    let scope = TaskScope()
    let source = ScriptedSequence<Int>()
    let observable = InitializedObservable(0, following: source, in: scope)
    withObservationTracking {
      _ = observable.sourceState
    } onChange: {
      MainActor.assumeIsolated { _ = observable.observe { _ in } }
    }
    let token = observable.observe { _ in }
    #expect(source.runCount == 1)
    token.dispose()
    scope.cancel()
    await scope.waitUntilEmpty()
  }
}
