import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Releasing an object may run a `deinit` that uses the same observable.
///
/// This must violate neither exclusive access to the storage nor the order of calls.
@MainActor
struct ObservableReleaseTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  @Test(arguments: [true, false])
  func `a stored value's deinit may read and write its subject`(isObserved: Bool) {
    let initialized = InitializedSubject<MainProbe?>(wrappedValue: nil, changePolicy: .everyWrite)
    let uninitialized = UninitializedSubject<MainProbe>(changePolicy: .everyWrite)
    let defaulted = DefaultSubject(default: MainProbe {}, changePolicy: .everyWrite)
    var calls = 0
    if isObserved {
      _ = initialized.observe { _ in calls += 1 }
      _ = uninitialized.observe { _ in calls += 1 }
      _ = defaulted.observe { _ in calls += 1 }
    }
    var log: [Bool] = []
    initialized.current = MainProbe {
      log.append(initialized.current == nil)
      initialized.current = nil
    }
    uninitialized.current = .value(
      MainProbe {
        log.append(uninitialized.currentOrNil == nil)
        uninitialized.current = .nothing
      }
    )
    defaulted.current = MainProbe {
      log.append(defaulted.raw == nil)
      _ = defaulted.current
      defaulted.raw = nil
    }
    initialized.current = nil
    uninitialized.current = .nothing
    defaulted.raw = nil
    #expect(log == [true, true, true])
    // The first call, the value, nothing, and the value that the deinit writes.
    #expect(calls == (isObserved ? 12 : 0))
  }

  @Test(arguments: [true, false])
  func `a derived value's deinit may read the observable that held it`(isObserved: Bool) async {
    var reads = 0
    let own = Holder<InitializedObservable<MainProbe>?>(nil)
    let derived = subject.map(changePolicy: .everyWrite) { _ in
      MainProbe {
        guard reads < 3 else { return }
        reads += 1
        _ = own.value?.current
      }
    }
    own.value = derived
    let token = derived.observe { _ in }
    if isObserved {
      for value in 1...2 { subject.current = value }
    } else {
      token.dispose()
    }
    await until(reads > 0)
    token.dispose()
    own.value = nil
  }

  @Test(arguments: [true, false])
  func `a closure's deinit may observe, write and dispose`(isFirst: Bool) async {
    var seen: [Int] = []
    let other = Holder<(any Disposable)?>(nil)
    if !isFirst { other.value = subject.observe { _ in } }
    let probe = MainProbe { [subject] in
      other.value?.dispose()
      subject.current = 7
      _ = subject.observe { seen.append($0) }
    }
    let token = subject.observe((consume probe).observer())
    if isFirst { other.value = subject.observe { _ in } }
    token.dispose()
    await until(seen == [7])
    subject.current = 8
    #expect(seen == [7, 8])
  }

  @Test
  func `a closure's deinit may observe the derived observable that it was the last to follow`()
    async
  {
    let derived = subject.map { $0 * 10 }
    var seen: [Int] = []
    let probe = MainProbe { _ = derived.observe { seen.append($0) } }
    derived.observe((consume probe).observer()).dispose()
    await mainActorQueueDrained()
    subject.current = 2
    #expect(seen == [0, 20])
  }

  @Test func `a closure of an observer that was disposed during a round may write`() async {
    let second = Holder<(any Disposable)?>(nil)
    let first = subject.observe { [subject] value in
      guard value == 1 else { return }
      second.value?.dispose()
      subject.current = 2
    }
    let probe = MainProbe { [subject] in subject.current = 9 }
    second.value = subject.observe((consume probe).observer())
    let recorder = ValueRecorder(subject)
    subject.current = 1
    await mainActorQueueDrained()
    #expect([recorder.values.first, recorder.values.last, subject.current] == [0, 9, 9])
    first.dispose()
  }

  @Test(arguments: [true, false])
  func `a subject may be released inside a callback`(isLastReference: Bool) async {
    let own = Holder<InitializedSubject<Int>?>(InitializedSubject(wrappedValue: 0))
    weak let released = own.value
    let kept = isLastReference ? nil : own.value
    var seen: [Int] = []
    _ = own.value?.observe { if $0 == 1 { own.value = nil } }
    _ = own.value?.observe { seen.append($0) }
    _ = own.value?.map { $0 * 10 }.observe { seen.append($0) }
    own.value?.current = 1
    await mainActorQueueDrained()
    #expect(seen == [0, 0, 1, 10])
    #expect((released == nil) == isLastReference)
    withExtendedLifetime(kept) {}
  }

  /// At the end of a subject closures of derived observables are released while the subject still
  /// has observers.
  @Test func `a deinit at the end of a subject may dispose its other observers and observe`() async
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
      _ = kept.map { $0 + 1 }.observe((consume probe).observer())
      for _ in 0..<3 { kept.observe { _ in }.addTo(bag) }
      subject.current = 1
    }
    await until(seen.count == 2)
    #expect(seen == ["first 1", "second 1"])
  }

  @Test(arguments: [true, false])
  func `a deinit at the end of a subject may observe and dispose in a round`(isFirst: Bool) async {
    var seen: [Int] = []
    var releases = 0
    do {
      let subject = InitializedSubject(wrappedValue: 3)
      let kept = subject.asObservable()
      if !isFirst { _ = kept.observe { _ in } }
      let probe = MainProbe {
        releases += 1
        let other = kept.observe { _ in }
        _ = kept.observe {
          seen.append($0)
          other.dispose()
        }
      }
      _ = kept.observe((consume probe).observer())
    }
    await until(seen == [3])
    await mainActorQueueDrained()
    #expect([seen, [releases]] == [[3], [1]])
  }

  @Test func `an accumulated value's deinit may read the accumulation`() {
    let own = Holder<InitializedObservable<MainProbe>?>(nil)
    var reads = 0
    own.value = subject.scan(MainProbe {}, changePolicy: .everyWrite) { _, _ in
      MainProbe {
        reads += 1
        _ = own.value?.current
      }
    }
    for value in 1...3 {
      subject.current = value
      _ = own.value?.current
    }
    #expect(reads > 0)
    let last = own.value.take()
    withExtendedLifetime(last) {}
  }

  @Test func `a part's deinit may read the whole value`() {
    struct Whole {
      var part: MainProbe
      var number = 0
    }
    var numbers: [Int] = []
    let whole = Holder<InitializedSubject<Whole>?>(nil)
    whole.value = InitializedSubject(
      wrappedValue: Whole(
        part: MainProbe { numbers.append(whole.value?.current.number ?? -1) },
        number: 1
      ),
      changePolicy: .everyWrite
    )
    whole.value?[\.part, changePolicy: .everyWrite].current = MainProbe {}
    #expect(numbers == [1])
    let last = whole.value.take()
    withExtendedLifetime(last) {}
  }
}
