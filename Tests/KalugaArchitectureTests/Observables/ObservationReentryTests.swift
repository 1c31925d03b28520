import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Code that writes, observes and disposes while observers, computations, comparisons or trackers are
/// called.
///
/// `GraphWalkTests` does so at random.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservationReentryTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  /// Disposed with the test; observers that use it must not retain it.
  private let bag = DisposeBag()

  // MARK: Observers

  @Test func `several writes inside a round become one more round with the newest value`() {
    let first = ValueRecorder(subject)
    subject.observe { [subject] value in
      if value == 1 { for next in 2...9 { subject.current = next } }
    }.addTo(bag)
    subject.observe { [subject] value in
      if value == 1 { subject.current = 10 }
    }.addTo(bag)
    let last = ValueRecorder(subject)
    subject.current = 1
    #expect([first.values, last.values] == [[0, 1, 10], [0, 1, 10]])
  }

  @Test func `an observer added during a round gets the newest value once if every write counts`() {
    let frames = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    var late: [Int] = []
    var rounds = 0
    frames.observe { [unowned bag] _ in
      rounds += 1
      if rounds == 2 { frames.observe { late.append($0) }.addTo(bag) }
    }.addTo(bag)
    frames.current = 0
    #expect(late == [0])
    frames.current = 0
    #expect(late == [0, 0])
  }

  /// Kaluga Q13, and `ConcurrentModificationTest.testConcurrentModification`.
  @Test func `an observer disposed by another during a round is not called again`() async {
    var calls: [String] = []
    let tokens = Holder<[any Disposable]>([])
    func observe(_ name: String, disposing indices: [Int]) {
      let token = subject.observe { value in
        calls.append("\(name)\(value)")
        if value == 1 { for index in indices { tokens.value[index].dispose() } }
      }
      tokens.value.append(token)
    }
    observe("a", disposing: [1])
    observe("b", disposing: [0, 2])
    observe("c", disposing: [0])
    calls = []
    subject.current = 1
    await mainActorQueueDrained()
    subject.current = 2
    #expect(calls == ["a1", "c1", "c2"])
    for token in tokens.value { token.dispose() }
  }

  // MARK: Computations and comparisons

  /// Runs a test with the hook's bodies at several moments.
  ///
  /// The critical computation or comparison depends on the implementation, so the hook first skips a
  /// number of them. All bodies must run in at least one of these moments.
  private func atSeveralMoments(
    _ test: (_ skipped: [() -> Void]) async -> Hook
  ) async {
    var hits = 0
    for count in 0..<4 {
      let hook = await test(Array(repeating: {}, count: count))
      if hook.bodies.isEmpty { hits += 1 }
      // A body that has not run still retains objects that retain the hook.
      hook.bodies = []
    }
    #expect(hits > 0)
  }

  @Test(arguments: [false, true])
  func `a write from elsewhere while a latecomer is added reaches it afterwards`(
    isNested: Bool
  ) async {
    await atSeveralMoments { skipped in
      let (flow, hook, bag) = (MutableStateFlow(1), Hook(), DisposeBag())
      let derived = InitializedSubject(flow).map { value in
        hook.callNext()
        return value
      }
      var seen: [[Int]] = [[], []]
      let writeAgain = {
        flow.value = 4
        // Adds a latecomer while the other one is being added.
        if isNested { derived.observe { seen[1].append($0) }.addTo(bag) }
      }
      derived.observe { value in
        guard value == 1 else { return }
        flow.value = 2
        hook.bodies = skipped + [{ flow.value = 3 }, writeAgain]
        derived.observe { seen[0].append($0) }.addTo(bag)
      }.addTo(bag)
      await mainActorQueueDrained()
      for values in isNested && hook.bodies.isEmpty ? seen : [seen[0]] {
        #expect(values.last == flow.value)
        #expect(Set(values).count == values.count)
      }
      bag.dispose()
      return hook
    }
  }

  @Test(arguments: [(1, false), (1, true), (3, false)])
  func `an observer added by a comparison gets the newest value, and no value twice`(
    rounds: Int,
    isDerived: Bool
  ) async {
    await atSeveralMoments { skipped in
      let (hook, bag) = (Hook(), DisposeBag())
      let subject = InitializedSubject(
        wrappedValue: 0,
        changePolicy: isDerived ? .equatable : hook.comparison()
      )
      let observable = isDerived ? subject.map(changePolicy: hook.comparison()) { $0 } : subject
      let flow = observable.stateFlow
      var first: [Int] = []
      var added: [Int] = []
      observable.observe { value in
        first.append(value)
        if value > 0, value < rounds { subject.current = value + 1 }
      }.addTo(bag)
      hook.bodies = skipped + [{ observable.observe { added.append($0) }.addTo(bag) }]
      subject.current = 1
      #expect(first == Array(0...rounds))
      #expect(Set(added).count == added.count && (added.isEmpty || added.last == rounds))
      #expect(flow.value == rounds)
      bag.dispose()
      return hook
    }
  }

  @Test(arguments: [1, 2])
  func `a derived value that is observed and left during its first computation keeps following`(
    observations: Int
  ) async {
    let hook = Hook()
    let derived = subject.map { value in
      hook.callNext()
      return value * 10
    }
    hook.bodies = [{ for _ in 0..<observations { derived.observe { _ in }.dispose() } }]
    var seen: [Int] = []
    derived.observe { seen.append($0) }.addTo(bag)
    subject.current = 2
    await mainActorQueueDrained()
    subject.current = 3
    #expect(hook.bodies.isEmpty)
    #expect(seen == [0, 20, 30])
  }

  // MARK: Changes in place

  private struct Note: Equatable {
    var id = 0
    var text = ""
  }

  /// The change in place is one that the policy does not see.
  @Test func `a change in place inside an observer is delivered without a comparison`() {
    let note = InitializedSubject(wrappedValue: Note(), changePolicy: .by { $0.id == $1.id })
    var seen: [String] = []
    var late: [String] = []
    note.observe { seen.append("\($0.id)\($0.text)") }.addTo(bag)
    note.observe { [unowned bag] value in
      guard value.id == 1, value.text.isEmpty else { return }
      note.observe { late.append("\($0.id)\($0.text)") }.addTo(bag)
      note.mutate { $0.text = "x" }
    }.addTo(bag)
    note.current = Note(id: 1)
    note[\.text].current = "y"
    #expect(seen == ["0", "1", "1x", "1y"])
    #expect(late == ["1", "1x", "1y"])
  }

  @Test func `an observer added after a change in place is not called again with an equal value`() {
    var late: [Int] = []
    subject.observe { [unowned subject, unowned bag] value in
      guard value == 1 else { return }
      subject.mutate { $0 = 2 }
      subject.observe { late.append($0) }.addTo(bag)
      subject.current = 3
      subject.current = 2
    }.addTo(bag)
    subject.current = 1
    #expect(late == [2])
  }

  // MARK: Trackers

  /// A tracker of the subject is notified before the change, and one of a derived value after it.
  @Test(arguments: [(5, 5, false), (6, 7, false), (6, 7, true)])
  func `a write made while trackers are notified calls no observer twice with the same value`(
    inner: Int,
    outer: Int,
    isDerived: Bool
  ) {
    let observable = isDerived ? subject.map { $0 } : subject
    let recorder = ValueRecorder(observable)
    let isFirst = Holder(true)
    withObservationTracking {
      _ = observable.current
    } onChange: { [subject] in
      MainActor.assumeIsolated {
        // The write below notifies the tracker once more.
        guard isFirst.value else { return }
        isFirst.value = false
        subject.current = inner
      }
    }
    subject.current = outer
    #expect(subject.current == (isDerived ? inner : outer))
    #expect(recorder.values.last == subject.current)
    if !isDerived {
      #expect(recorder.values == (inner == outer ? [0, inner] : [0, inner, outer]))
    }
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
}
