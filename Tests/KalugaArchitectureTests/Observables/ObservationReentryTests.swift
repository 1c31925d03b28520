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

  @Test func `an observer that comes while the flow changes is called once with each value`() async
  {
    let flow = MutableStateFlow(0)
    let source = InitializedSubject(flow)
    var first: [Int] = []
    var second: [Int] = []
    let bag = DisposeBag()
    source.observe { first.append($0) }.addTo(bag)
    let ended = source.observe { [write = closure { flow.value = 5 }] _ in write() }
    #expect(first == [0])
    ended.dispose()
    // Releases the closure, and that writes.
    source.observe { second.append($0) }.addTo(bag)
    await mainActorTurns(until: first == [0, 5])
    await queuedWorkDidRun()
    #expect(first == [0, 5])
    #expect(second.last == 5)
    #expect(zip(second, second.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `a derived value that read what came and went is told when it has gone`() async {
    let flow = MutableStateFlow(0)
    let source = InitializedSubject(flow)
    let other = InitializedSubject(wrappedValue: 0)
    let derived = combine(source, other) { $0 * 10 + $1 }
    var seen: [Int] = []
    let bag = DisposeBag()
    source.observe { _ in }.addTo(bag)
    derived.observe { seen.append($0) }.addTo(bag)
    // Nobody has been told of the flow's value when the other input makes the combination read it.
    flow.value = 1
    other.current = 2
    flow.value = 0
    await queuedWorkDidRun()
    #expect(seen == [0, 12, 2])
    flow.value = 1
    derived.observe { _ in }.addTo(bag)
    flow.value = 0
    await queuedWorkDidRun()
    #expect(seen == [0, 12, 2, 12, 2])
    bag.dispose()
  }

  @Test func `a write made while trackers are told calls nobody twice with the same value`() {
    let subject = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    let token = subject.observe { seen.append($0) }
    for (inner, outer) in [(5, 5), (6, 7)] {
      let isTold = Lock(false)
      withObservationTracking {
        _ = subject.current
      } onChange: {
        // Told again of the write that it makes, as by any tracked object.
        let isSecond = isTold.withLock { isTold in
          defer { isTold = true }
          return isTold
        }
        if !isSecond { MainActor.assumeIsolated { subject.current = inner } }
      }
      subject.current = outer
      #expect(subject.current == outer)
    }
    #expect(seen == [0, 5, 6, 7])
    token.dispose()
  }

  @Test func `what was followed is released at the end also if its release observes anew`() async {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
    guard let side = subject?.asObservable() else { return }
    let released = Log<Int>()
    let seen = Log<Int>()
    func follow() {
      let onRelease = closure { released.append(1) }
      let derived = side.map { value in
        onRelease()
        return value * 10
      }
      let comeBack = closure {
        MainActor.assumeIsolated { _ = side.observe { seen.append($0) } }
      }
      _ = derived.observe { _ in comeBack() }
    }
    follow()
    #expect(side.observerCount == 1)
    subject = nil
    await mainActorTurns(until: released.count == 1)
    #expect(seen.all == [1])
    #expect(released.count == 1)
  }

  @Test func `an observer added by a comparison between two rounds gets the newest value once`() {
    var own: InitializedSubject<Int>?
    var seen: [Int] = []
    var comparisons = 0
    let bag = DisposeBag()
    let subject = InitializedSubject(
      wrappedValue: 0,
      conflation: .by { old, new in
        comparisons += 1
        // The first two are those of the writes, the third is that of the next round.
        if comparisons == 3 { own?.observe { seen.append($0) }.addTo(bag) }
        return old == new
      }
    )
    own = subject
    subject.observe { if $0 == 1 || $0 == 2 { subject.current = $0 + 1 } }.addTo(bag)
    subject.current = 1
    #expect(seen == [2, 3])
    bag.dispose()
    own = nil
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
