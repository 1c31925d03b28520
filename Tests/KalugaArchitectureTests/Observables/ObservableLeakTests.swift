import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What observables keep alive, and for how long.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableLeakTests {
  private let releases = ReleaseLog()
  private let bag = DisposeBag()

  // MARK: Derived observables

  @Test func `a derived observable lives as long as it is observed and its subject lives`() async {
    var seen: [Int] = []
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    _ = subject?.map { $0 + 1 }.map { $0 * 10 }.observe(releases.observer { seen.append($0) })
    await mainActorQueueDrained()
    subject?.current = 1
    #expect(seen == [10, 20])
    #expect(releases.count == 0)
    subject = nil
    await until(releases.count == 1)
  }

  @Test(arguments: [false, true])
  func `a derived observable is released with its handle and observers`(isFlow: Bool) async {
    let subject = InitializedSubject(wrappedValue: 0)
    let flow = MutableStateFlow(0)
    weak var source: InitializedObservable<Int>?
    weak var released: InitializedObservable<Int>?
    do {
      let observable = isFlow ? InitializedObservable(flow.asStateFlow()) : subject.asObservable()
      let transform: @MainActor (Int) -> Void = releases.observer()
      let derived = observable.map { value in
        transform(value)
        return value
      }
      (source, released) = (observable, derived)
      derived.observe { _ in }.addTo(bag)
    }
    await mainActorQueueDrained()
    #expect(releases.count == 0)
    bag.dispose()
    await until(source == nil && released == nil && releases.count == 1)
    subject.current = 1
    flow.value = 1
  }

  @Test func `a combination is released with the last of its subjects`() async {
    var number: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    var text: DefaultSubject<String>? = DefaultSubject(default: "")
    if let number, let text {
      _ = combine(number, text) { "\($0)\($1)" }.observe(releases.observer())
    }
    number = nil
    await mainActorQueueDrained()
    #expect(releases.count == 0)
    text?.current = "a"
    text = nil
    await until(releases.count == 1)
  }

  @Test func `a derived value stays readable and can be observed after its subject is gone`() async
  {
    do {
      var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
      let first = subject?.map { $0 * 2 }
      let recorder = first.map { ValueRecorder($0) }
      subject?.current = 2
      subject = nil
      await mainActorQueueDrained()
      #expect(recorder?.values == [2, 4])
      #expect(first.map { ValueRecorder($0).values } == [4])
      let second = first?.map { $0 * 3 }
      _ = second?.observe(releases.observer())
      #expect(second?.current == 12)
    }
    await until(releases.count == 1)
  }

  // MARK: Values

  @Test func `a derived observable without observers releases its value`() async {
    let released = Log<Int>()
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map(changePolicy: .everyWrite) { value in
      Probe { released.append(value) }
    }
    let token = derived.observe { _ in }
    subject.current = 1
    #expect(released.all == [0])
    token.dispose()
    await until(released.all == [0, 1])
    withExtendedLifetime(derived) {}
  }

  @Test func `a replaced value is released when the observers have the new one`() async {
    let released = Log<Int>()
    func probe(_ number: Int) -> Probe { Probe { released.append(number) } }
    let stored = InitializedSubject(wrappedValue: probe(0), changePolicy: .everyWrite)
    let backed = InitializedSubject(MutableStateFlow(probe(10)) { $0 === $1 })
    let posted = UninitializedSubject<Probe>(changePolicy: .everyWrite)
    for number in 1...2 {
      _ = stored.observe { $0.touch() }
      _ = backed.observe { $0.touch() }
      stored.current = probe(number)
      backed.current = probe(10 + number)
    }
    #expect(released.all.filter { $0 < 10 } == [0, 1])
    await Task.detached { for number in 20...22 { posted.post(Probe { released.append(number) }) } }
      .value
    await until(released.all.sorted() == [0, 1, 10, 11, 20, 21])
    withExtendedLifetime((stored, backed, posted)) {}
  }

  // MARK: State flows

  @Test func `observers stay when the observable is dropped and its flow is not`() async {
    let flow = MutableStateFlow(0)
    var seen: [Int] = []
    _ = InitializedObservable(flow.asStateFlow()).observe { seen.append($0) }
    _ = InitializedSubject(flow).map { -$0 }.observe { seen.append($0) }
    await mainActorQueueDrained()
    flow.value = 1
    await mainActorQueueDrained()
    #expect(seen.sorted() == [-1, 0, 0, 1])
  }

  @Test func `an observable of a flow ends after the last write when its writers are gone`() async {
    var seen: [Int] = []
    var flow: MutableStateFlow<Int>? = MutableStateFlow(0)
    let observable = flow.map { InitializedObservable($0.asStateFlow()) }
    _ = observable?.observe(releases.observer { seen.append($0) })
    _ = observable?.map { $0 + 1 }.observe(releases.observer())
    flow?.value = 1
    flow = nil
    await until(releases.count == 2)
    #expect(seen == [0, 1])
    #expect(observable?.current == 1)
  }

  @Test
  func `an observer added after the end of a flow is called once, and ends with its observable`()
    async
  {
    do {
      let observable = InitializedObservable(MutableStateFlow(3).asStateFlow())
      await mainActorQueueDrained()
      #expect(ValueRecorder(observable).values == [3])
      _ = observable.observe(releases.observer())
      _ = observable.map { $0 + 1 }.observe(releases.observer())
    }
    await until(releases.count == 2)
  }

  @Test func `an observable of a subject's state flow ends with the subject`() async {
    var seen: [Int] = []
    do {
      let subject = InitializedSubject(MutableStateFlow(0))
      _ = InitializedObservable(subject.stateFlow).observe(releases.observer { seen.append($0) })
      subject.current = 1
      await mainActorQueueDrained()
      #expect(releases.count == 0)
    }
    await until(releases.count == 1)
    #expect(seen == [0, 1])
  }

  // MARK: Getters

  @Test func `a model that outlives its observable keeps nothing of it`() async {
    let model = TrackedModel()
    weak var released: InitializedObservable<Int>?
    do {
      let getter: @MainActor (Int) -> Void = releases.observer()
      let observable = InitializedObservable(get: {
        getter(0)
        return model.value
      })
      released = observable
      observable.observe(releases.observer()).addTo(bag)
      _ = trackedReads { _ = observable.current }
    }
    #expect(released == nil)
    bag.dispose()
    await until(releases.count == 2)
    model.value = 1
    await mainActorQueueDrained()
  }

  @Test func `the observation of a getter continues until its token is disposed`() async {
    let model = TrackedModel()
    var seen: [Int] = []
    let token = InitializedObservable(model, \.value).observe { seen.append($0) }
    await mainActorQueueDrained()
    model.value = 1
    await mainActorQueueDrained()
    #expect(seen == [0, 1])
    token.dispose()
    model.value = 2
    await mainActorQueueDrained()
    #expect(seen == [0, 1])
  }
}
