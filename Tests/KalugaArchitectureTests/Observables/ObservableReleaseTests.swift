import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Releasing an object may run a `deinit` that uses the same observable.
///
/// This must violate neither exclusive access to the storage nor the order of calls. Observers are
/// released at random in `GraphWalkTests`.
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

  enum Derivation: CaseIterable { case map, observedMap, scan, part }

  @Test(arguments: Derivation.allCases)
  func `a derived value's deinit may read the observable that held it`(
    derivation: Derivation
  ) async {
    struct Whole { var part: MainProbe }
    let own = Holder<(() -> Void)?>(nil)
    var reads = 0
    func probe() -> MainProbe {
      MainProbe {
        guard reads < 3 else { return }
        reads += 1
        own.value?()
      }
    }
    let derived: InitializedObservable<MainProbe>
    switch derivation {
    case .map, .observedMap: derived = subject.map(changePolicy: .everyWrite) { _ in probe() }
    case .scan: derived = subject.scan(probe(), changePolicy: .everyWrite) { _, _ in probe() }
    case .part:
      let whole = InitializedSubject(wrappedValue: Whole(part: probe()), changePolicy: .everyWrite)
      own.value = { _ = whole.current }
      whole[\.part, changePolicy: .everyWrite].current = MainProbe {}
      derived = whole[\.part, changePolicy: .everyWrite]
    }
    if derivation != .part { own.value = { _ = derived.current } }
    let token = derived.observe { _ in }
    if derivation != .observedMap { token.dispose() }
    for value in 1...3 {
      subject.current = value
      _ = derived.current
    }
    await until(reads > 0)
    token.dispose()
    own.value = nil
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
}
