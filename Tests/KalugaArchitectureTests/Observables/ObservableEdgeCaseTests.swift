import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Rare cases that have revealed defects: observations, writes and releases at the worst moment.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableEdgeCaseTests {
  private struct Note {
    var id = 0
    var text = ""
  }

  private let bag = DisposeBag()

  // MARK: Rounds

  @Test func `a combination that is first observed while its inputs are linked sees a write`() {
    let first = InitializedSubject(wrappedValue: 0)
    let second = InitializedSubject(wrappedValue: 0)
    let mapped = first.map { $0 }
    let combined = combine(mapped, second) { $0 * 10 + $1 }
    let outer = Log<Int>()
    let inner = Log<Int>()
    first.observe { [bag] in
      if $0 == 1 { combined.observe { outer.append($0) }.addTo(bag) }
    }.addTo(bag)
    mapped.observe { [bag] value in
      guard value == 1 else { return }
      combined.observe { inner.append($0) }.addTo(bag)
      second.current = 1
    }.addTo(bag)
    first.current = 1
    #expect(combined.current == 11)
    #expect([outer.all.last, inner.all.last] == [11, 11])
  }

  @Test func `an in-place change inside an observer is delivered without a comparison`() {
    let subject = InitializedSubject(wrappedValue: Note(), changePolicy: .by { $0.id == $1.id })
    let seen = Log<String>()
    subject.observe { seen.append("\($0.id)\($0.text)") }.addTo(bag)
    subject.observe { note in
      if note.id == 1, note.text.isEmpty { subject.mutate { $0.text = "x" } }
    }.addTo(bag)
    subject.current = Note(id: 1)
    #expect(seen.all == ["0", "1", "1x"])
  }

  @Test func `a write made when an in-place change releases a value is delivered once`() {
    final class Box: Sendable {
      let id: Int
      let onRelease: @Sendable () -> Void
      init(_ id: Int, onRelease: @escaping @Sendable () -> Void = {}) {
        self.id = id
        self.onRelease = onRelease
      }
      deinit { onRelease() }
    }
    let subject = InitializedSubject(wrappedValue: Box(-1), changePolicy: .everyWrite)
    subject.current = Box(0) { [weak subject] in
      MainActor.assumeIsolated { subject?.current = Box(2) }
    }
    let flow = subject.stateFlow
    let seen = Log<Int>()
    subject.observe { seen.append($0.id) }.addTo(bag)
    subject.mutate { $0 = Box(1) }
    #expect(seen.all == [0, 2])
    #expect(flow.value.id == 2)
  }

  // MARK: Getters

  @Test func `after a refresh without a change, the getter's new reads are followed`() async {
    let model = TrackedModel()
    model.other = model.value
    let readsOther = Holder(false)
    let observable = InitializedObservable(get: { readsOther.value ? model.other : model.value })
    let recorder = ValueRecorder(observable)
    readsOther.value = true
    observable.refresh()
    model.other = 2
    await until(recorder.values == [0, 2])
  }

  @Test func `when a getter is observed again, its current reads are followed`() async {
    let model = TrackedModel()
    let readsOther = Holder(false)
    let observable = InitializedObservable(get: { readsOther.value ? model.other : model.value })
    observable.observe { _ in }.dispose()
    await mainActorQueueDrained()
    readsOther.value = true
    let recorder = ValueRecorder(observable)
    model.other = 2
    await until(recorder.values == [100, 2])
  }

  // MARK: Swift Observation

  @Test func `a tracker is notified of a write that is made while it reads`() async {
    let flow = MutableStateFlow(0)
    let observable = InitializedObservable(flow.asStateFlow())
    var hasWritten = false
    let derived = observable.map { value in
      if !hasWritten {
        hasWritten = true
        flow.value = 1
      }
      return value
    }
    var read = -1
    let changes = trackedReads { read = derived.current }
    await mainActorQueueDrained()
    #expect(read == 1 || changes.count == 1)
    #expect(derived.current == 1)
  }

  @Test func `a tracker is not notified of an equal value after a refresh`() async {
    let model = TrackedModel()
    let observable = InitializedObservable(get: { model.value })
    observable.observe { _ in }.addTo(bag)
    let first = trackedReads { _ = observable.current }
    model.value = 2
    #expect(first.count == 1)
    let second = trackedReads { _ = observable.current }
    await mainActorQueueDrained()
    observable.refresh()
    #expect(second.count == 0)
  }

  @Test func `tracking a derived value retains no value of its input`() async {
    let alive = Tally()
    let flow = MutableStateFlow(Tracked(0, alive))
    let derived = InitializedObservable(flow.asStateFlow()).map { $0.id }
    _ = trackedReads { _ = derived.current }
    flow.value = Tracked(1, alive)
    await until(alive.value == 1)
    withExtendedLifetime(derived) {}
  }

  // MARK: The end

  @Test(arguments: 0...2)
  func `an observation of a flow of an observable ends with its subject`(kind: Int) async {
    let releases = ReleaseLog()
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      let flow =
        switch kind {
        case 0: subject.stateFlow
        case 1: subject.map { $0 + 1 }.stateFlow
        default: MutableStateFlow(0).subscriptionCount
        }
      _ = InitializedObservable(flow).observe(releases.observer())
      subject.current = 1
    }
    await until(releases.count == 1)
  }

  @Test func `the closure of a constant's observer is released on the main actor`() async {
    let releases = ReleaseLog()
    let release: Task<Void, Never>
    do {
      let token = InitializedObservable(wrappedValue: 1).observe(releases.observer())
      release = Task.detached { withExtendedLifetime(token) {} }
    }
    await release.value
    await until(releases.count == 1)
    #expect(releases.isOnMainActorOnly)
  }
}
