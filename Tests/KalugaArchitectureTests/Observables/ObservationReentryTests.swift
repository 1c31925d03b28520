import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Code that uses an observable at unexpected moments.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationReentryTests {
  private let flow = MutableStateFlow(0)
  private let bag = DisposeBag()
  private let scope = TaskScope()

  @Test func `an observer that begins inside the start of another follows the inputs once`() async {
    let source = InitializedSubject(flow)
    var runs = 0
    let derived = source.map { value in
      runs += 1
      return value * 10
    }
    var seen: [Int] = []
    let token = source.observe { [unowned bag] value in
      if value == 1 { derived.observe { seen.append($0) }.addTo(bag) }
    }
    // The change is not delivered yet. When the derived value starts, the source delivers it.
    flow.value = 1
    derived.observe { seen.append($0) }.addTo(bag)
    #expect(seen == [10, 10])
    runs = 0
    source.current = 2
    #expect(seen == [10, 10, 20, 20])
    #expect(runs == 1)
    bag.dispose()
    await mainActorQueueDrained()
    source.current = 3
    #expect(runs == 1)
    token.dispose()
  }

  @Test(arguments: [false, true])
  func `a derived value that is used while it begins to follow its inputs misses no change`(
    isFlow: Bool
  ) async {
    let subject = InitializedSubject(wrappedValue: 0)
    let other = InitializedSubject(wrappedValue: 0)
    let releases = ReleaseLog()
    var flow: StateFlow<Int>?
    var changes = Log<Int>()
    var seen: [Int] = []
    func use() {
      let end = releases.closure()
      let doubled = subject.map { $0 * 2 }
      let sum = combine(doubled, other) { left, right in
        end()
        return left + right
      }
      subject.observe { value in
        // The first input delivers its change now, before the sum has a link to the other one.
        guard value == 1 else { return }
        if isFlow { flow = sum.stateFlow } else { _ = trackedReads { _ = sum.current } }
      }.addTo(bag)
      doubled.observe { [unowned bag] value in
        guard value == 2 else { return }
        changes = trackedReads { _ = sum.current }
        sum.observe { seen.append($0) }.addTo(bag)
        other.current = 10
      }.addTo(bag)
      subject.current = 1
    }
    use()
    #expect(changes.count == 1)
    #expect(seen == [2, 12])
    bag.dispose()
    flow = nil
    // Notifies the tracker that was not installed yet when the sum changed.
    subject.current = 9
    // A second set of links would retain the sum.
    await until(releases.count == 1)
    withExtendedLifetime(flow) {}
  }

  @Test func `an observer added while the flow changes is called once with each value`() async {
    let flow = flow
    let source = InitializedSubject(flow)
    var first: [Int] = []
    var second: [Int] = []
    source.observe { first.append($0) }.addTo(bag)
    let ended = source.observe { [write = closure { flow.value = 5 }] _ in write() }
    ended.dispose()
    // Releases the closure, which writes.
    source.observe { second.append($0) }.addTo(bag)
    await until(first.count == 2)
    await mainActorQueueDrained()
    #expect(first == [0, 5])
    #expect(second.last == 5 && !second.hasRepeats)
  }

  @Test func `a derived value that read a passing value is computed again`() async {
    let source = InitializedSubject(flow)
    let other = InitializedSubject(wrappedValue: 0)
    let derived = combine(source, other) { $0 * 10 + $1 }
    var seen: [Int] = []
    source.observe { _ in }.addTo(bag)
    derived.observe { seen.append($0) }.addTo(bag)
    // The other input makes the combination read the flow's value before it is delivered.
    flow.value = 1
    other.current = 2
    flow.value = 0
    await mainActorQueueDrained()
    #expect(seen == [0, 12, 2])
    flow.value = 1
    derived.observe { _ in }.addTo(bag)
    flow.value = 0
    await mainActorQueueDrained()
    #expect(seen == [0, 12, 2, 12, 2])
  }

  @Test(arguments: [(5, 5), (6, 7)])
  func `a write made while trackers are notified calls no observer twice with the same value`(
    inner: Int,
    outer: Int
  ) {
    let subject = InitializedSubject(wrappedValue: 0)
    let recorder = ValueRecorder(subject)
    let isFirst = Holder(true)
    withObservationTracking {
      _ = subject.current
    } onChange: {
      MainActor.assumeIsolated {
        // The write below notifies the tracker once more.
        guard isFirst.value else { return }
        isFirst.value = false
        subject.current = inner
      }
    }
    subject.current = outer
    #expect(subject.current == outer)
    #expect(recorder.values == (inner == outer ? [0, inner] : [0, inner, outer]))
  }

  @Test func `a tracking that begins while its value changes is released with the value`() async {
    let releases = ReleaseLog()
    func track() {
      let subject = InitializedSubject(wrappedValue: 0)
      withObservationTracking {
        _ = subject.current
      } onChange: {
        MainActor.assumeIsolated {
          let end = releases.closure()
          withObservationTracking {
            _ = subject.current
          } onChange: {
            end()
          }
        }
      }
      subject.current = 1
    }
    track()
    await until(releases.count == 1)
  }

  @Test func `an ended derived value is released, even if its release observes again`() async {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
    guard let side = subject?.asObservable() else { return }
    let releases = ReleaseLog()
    var seen: [Int] = []
    let probe = MainProbe { _ = side.observe { seen.append($0) } }
    func follow(_ probe: consuming MainProbe) {
      let transform: @MainActor (Int) -> Void = releases.observer()
      let derived = side.map { value in
        transform(value)
        return value * 10
      }
      _ = derived.observe(probe.observer())
    }
    follow(consume probe)
    subject = nil
    await until(releases.count == 1)
    #expect(seen == [1])
  }

  @Test func `a sequence runs once, even if its start observes it`() async throws {
    let box = Holder<InitializedObservable<Int>?>(nil)
    let source = ScriptedSequence<Int> {
      MainActor.assumeIsolated { _ = box.value.take()?.observe { _ in } }
    }
    let observable = InitializedObservable(0, following: source, in: scope)
    box.value = observable
    let recorder = ValueRecorder(observable)
    #expect(source.runCount == 1)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    #expect(recorder.values == [0, 1])
  }

  @Test func `a sequence runs once, even if a tracker of its state observes it`() {
    let source = ScriptedSequence<Int>()
    let observable = InitializedObservable(0, following: source, in: scope)
    withObservationTracking {
      _ = observable.sourceState
    } onChange: {
      MainActor.assumeIsolated { _ = observable.observe { _ in } }
    }
    _ = observable.observe { _ in }
    #expect(source.runCount == 1)
  }
}
