import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The release of something may run a `deinit` that comes back to the very observable.
///
/// Neither the exclusivity of its storage nor its order may break.
@MainActor
struct ObservableReleaseTests {
  /// Runs main-actor code in its `deinit`; for objects that are released on the main actor only.
  private final class MainProbe: Sendable {
    private let onDeinit: @MainActor @Sendable () -> Void

    init(_ onDeinit: @escaping @MainActor @Sendable () -> Void) {
      self.onDeinit = onDeinit
    }

    deinit {
      MainActor.assumeIsolated { onDeinit() }
    }
  }

  private final class Holder<Value> {
    var value: Value?
  }

  @Test func `a stored value's deinit may read and write its subject`() {
    var log: [String] = []
    let subject = InitializedSubject<MainProbe?>(wrappedValue: nil, conflation: .never)
    var calls = 0
    let token = subject.observe { _ in calls += 1 }
    subject.current = MainProbe {
      log.append(subject.current == nil ? "new" : "old")
      subject.current = nil
    }
    subject.current = nil
    #expect(log == ["new"])
    #expect(calls == 4)
    token.dispose()
  }

  @Test func `a stored value's deinit may read its subject without observers`() {
    var log: [Bool] = []
    let subject = UninitializedSubject<MainProbe>(conflation: .never)
    subject.current = .value(MainProbe { log.append(subject.currentOrNil == nil) })
    subject.current = .nothing
    #expect(log == [true])
  }

  @Test func `a raw value's deinit may read and write its default subject`() {
    var log: [Bool] = []
    let subject = DefaultSubject(default: MainProbe {}, conflation: .never)
    let token = subject.observe { _ in }
    subject.current = MainProbe {
      log.append(subject.raw == nil)
      _ = subject.current
      subject.raw = nil
    }
    subject.raw = nil
    #expect(log == [true])
    token.dispose()
  }

  @Test func `a derived value's deinit may read what it was derived by`() {
    let subject = InitializedSubject(wrappedValue: 0)
    var reads = 0
    let own = Holder<InitializedObservable<MainProbe>>()
    let derived = subject.map(conflation: .never) { _ in
      MainProbe {
        guard reads < 3 else { return }
        reads += 1
        _ = own.value?.current
      }
    }
    own.value = derived
    let token = derived.observe { _ in }
    subject.current = 1
    subject.current = 2
    #expect(reads > 0)
    own.value = nil
    token.dispose()
  }

  @Test func `a derived value's deinit may read it when the last observer is gone`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    var reads = 0
    let own = Holder<InitializedObservable<MainProbe>>()
    let derived = subject.map(conflation: .never) { _ in
      MainProbe {
        guard reads < 3 else { return }
        reads += 1
        _ = own.value?.current
      }
    }
    own.value = derived
    let token = derived.observe { _ in }
    token.dispose()
    await mainActorTurns(until: reads > 0)
    #expect(reads > 0)
    own.value = nil
  }

  @Test(arguments: [true, false])
  func `a closure's deinit may observe, write and dispose`(isFirst: Bool) async {
    let subject = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    let other = Holder<any Disposable>()
    if !isFirst { other.value = subject.observe { _ in } }
    let token = subject.observe {
      [
        probe = MainProbe {
          other.value?.dispose()
          subject.current = 7
          _ = subject.observe { seen.append($0) }
        }
      ] _ in
      withExtendedLifetime(probe) {}
    }
    if isFirst { other.value = subject.observe { _ in } }
    token.dispose()
    await mainActorTurns(until: seen == [7])
    #expect(seen == [7])
    subject.current = 8
    #expect(seen == [7, 8])
  }

  @Test func `a closure's deinit may observe a derived observable that nobody else observes`() async
  {
    let subject = InitializedSubject(wrappedValue: 1)
    let derived = subject.map { $0 * 10 }
    var seen: [Int] = []
    let token = derived.observe {
      [
        probe = MainProbe { _ = derived.observe { seen.append($0) } }
      ] _ in
      withExtendedLifetime(probe) {}
    }
    token.dispose()
    await mainActorTurns()
    subject.current = 2
    #expect(seen == [10, 20])
  }

  @Test func `a closure released during a round may write`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let second = Holder<any Disposable>()
    let first = subject.observe { value in
      guard value == 1 else { return }
      second.value?.dispose()
      subject.current = 2
    }
    second.value = subject.observe { [probe = MainProbe { subject.current = 9 }] _ in
      withExtendedLifetime(probe) {}
    }
    let recorder = ValueRecorder(subject)
    subject.current = 1
    #expect(recorder.values.first == 0)
    #expect(recorder.values.last == 9)
    #expect(subject.current == 9)
    first.dispose()
  }

  @Test func `the last reference may be released inside a callback`() async {
    let own = Holder<InitializedSubject<Int>>()
    weak var released: InitializedSubject<Int>?
    let subject = InitializedSubject(wrappedValue: 0)
    own.value = subject
    released = subject
    var seen: [Int] = []
    _ = subject.asObservable().observe { value in
      if value == 1 { own.value = nil }
    }
    _ = subject.map { $0 * 10 }.observe { seen.append($0) }
    subject.current = 1
    await mainActorTurns()
    #expect(seen == [0, 10])
    #expect(own.value == nil)
    withExtendedLifetime(subject) {}
    _ = released
  }

  @Test func `the only reference may be released inside a callback`() async {
    let own = Holder<InitializedSubject<Int>>()
    weak var released: InitializedSubject<Int>?
    var seen: [Int] = []
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      own.value = subject
      released = subject
    }
    _ = own.value?.observe { if $0 == 1 { own.value = nil } }
    _ = own.value?.observe { seen.append($0) }
    own.value?.current = 1
    await mainActorTurns(until: seen == [0, 1] && released == nil)
    #expect(seen == [0, 1])
    #expect(released == nil)
  }

  /// The end goes downstream first, and releases closures there; the others have not been told yet.
  @Test func `a deinit at the end of a subject may dispose its other observers and observe anew`()
    async
  {
    var seen: [String] = []
    let bag = DisposeBag()
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      let kept = subject.asObservable()
      let probe = MainProbe {
        bag.dispose()
        for name in ["first", "second"] { _ = kept.observe { seen.append("\(name) \($0)") } }
      }
      _ = kept.map { $0 + 1 }.observe { _ in withExtendedLifetime(probe) {} }
      for _ in 0..<3 { kept.observe { _ in }.addTo(bag) }
      subject.current = 1
    }
    await mainActorTurns(until: seen.count == 2)
    #expect(seen == ["first 1", "second 1"])
  }

  @Test(arguments: [true, false])
  func `a deinit at the end of a subject may observe and dispose in a round`(
    isFirst: Bool
  ) async {
    var seen: [Int] = []
    let released = Log<Int>()
    do {
      let subject = InitializedSubject(wrappedValue: 3)
      let kept = subject.asObservable()
      if !isFirst { _ = kept.observe { _ in } }
      let probe = MainProbe {
        released.append(1)
        let other = kept.observe { _ in }
        _ = kept.observe {
          seen.append($0)
          other.dispose()
        }
      }
      _ = kept.observe { _ in withExtendedLifetime(probe) {} }
    }
    await mainActorTurns(until: seen == [3])
    await queuedWorkDidRun()
    #expect(seen == [3])
    #expect(released.count == 1)
  }

  @Test func `those whose closures are still to be released are counted no more`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    var counts: [Int] = []
    let kept = subject.observe { _ in }
    let tokens = (0..<3).map { _ in
      subject.observe { [probe = MainProbe { counts.append(subject.observerCount) }] _ in
        withExtendedLifetime(probe) {}
      }
    }
    for token in tokens { token.dispose() }
    #expect(subject.observerCount == 1)
    #expect(counts == [1, 1, 1])
    kept.dispose()
    #expect(subject.observerCount == 0)
  }

  @Test(arguments: [true, false])
  func `an observer of what has ended already is kept until it is disposed`(isFirst: Bool) async {
    let kept: InitializedObservable<Int>
    do {
      let subject = InitializedSubject(wrappedValue: 5)
      kept = subject.asObservable()
      if !isFirst { _ = kept.observe { _ in } }
    }
    await queuedWorkDidRun()
    let released = Log<Int>()
    var inner: [Int] = []
    // Comes up in the round of the first call, which so has an end to see to.
    let token = kept.observe { [end = closure { released.append(1) }] _ in
      _ = kept.observe { inner.append($0) }
      end()
    }
    await queuedWorkDidRun()
    #expect(released.count == 0)
    #expect(inner == [5])
    token.dispose()
    await mainActorTurns(until: released.count == 1)
    #expect(released.count == 1)
  }

  /// Otherwise whoever can only read would keep observers of something that never changes again.
  @Test func `with a subject its read sides end, and let their observers go`() async {
    let released = Log<String>()
    var readSides: [AnyObject] = []
    func follow<Value>(_ readSide: BasicObservable<Value>, _ name: String) {
      let end = closure { released.append(name) }
      _ = readSide.observe { _ in end() }
      readSides.append(readSide)
    }
    do {
      let subjects = (
        InitializedSubject(wrappedValue: 0), UninitializedSubject<Int>(),
        InitializedSubject<Int?>(wrappedValue: nil)
      )
      follow(subjects.0.asObservable(), "initialized")
      follow(subjects.1.asObservable(), "uninitialized")
      follow(subjects.2.withDefault(0), "default")
    }
    await mainActorTurns(until: released.count == 3)
    #expect(released.all.sorted() == ["default", "initialized", "uninitialized"])
    withExtendedLifetime(readSides) {}
  }
}
