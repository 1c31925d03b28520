import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// How observations and observables end, and what they keep alive until then.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableLifetimeTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  private let releases = ReleaseLog()
  private let bag = DisposeBag()

  // MARK: Tokens

  @Test func `dropping the token does not end the observation`() {
    var seen: [Int] = []
    _ = subject.observe { seen.append($0) }
    subject.current = 1
    #expect(seen == [0, 1])
  }

  @Test func `a scope ends observations`() {
    let scope = TaskScope()
    var seen: [Int] = []
    subject.observe { seen.append($0) }.addTo(scope)
    subject.current = 1
    scope.cancel()
    subject.current = 2
    #expect(seen == [0, 1])
    subject.observe { seen.append($0) }.addTo(scope)
    subject.current = 3
    #expect(seen == [0, 1, 2])
  }

  @Test(arguments: [true, false])
  func `an old token does not end a later observation`(isFirst: Bool) async {
    if !isFirst { _ = subject.observe { _ in } }
    for isDrained in [true, false] {
      let old = subject.observe { _ in }
      old.dispose()
      if isDrained { await mainActorQueueDrained() }
      let recorder = ValueRecorder(subject)
      old.dispose()
      subject.current += 1
      #expect(recorder.values == [subject.current - 1, subject.current])
    }
  }

  // MARK: The end of subjects

  @Test func `observers of a subject released elsewhere are released on the main actor`() async {
    func makeObserved() -> InitializedSubject<Int> {
      let subject = InitializedSubject(wrappedValue: 0)
      _ = subject.observe(releases.observer())
      _ = subject.map { $0 }.observe(releases.observer())
      return subject
    }
    for round in 1...20 {
      // The task holds the last reference.
      await Task.detached { [subject = makeObserved()] in withExtendedLifetime(subject) {} }.value
      await until(releases.count == 2 * round)
    }
    #expect(releases.isOnMainActorOnly)
  }

  @Test func `queued posts reach the observers of a subject that has been released`() async {
    var seen: [Int] = []
    let derived: InitializedObservable<Int>
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      derived = subject.asObservable()
      _ = derived.observe { seen.append($0) }
      await Task.detached { for value in 1...2 { subject.post(value) } }.value
    }
    await mainActorQueueDrained()
    #expect([seen, [derived.current]] == [[0, 1, 2], [2]])
  }

  /// Otherwise a read side would retain observers of a value that never changes again.
  @Test func `the read sides of a subject end with it and release their observers`() async {
    var readSides: [AnyObject] = []
    func follow<Value>(_ readSide: BasicObservable<Value>) {
      _ = readSide.observe(releases.observer())
      readSides.append(readSide)
    }
    do {
      follow(InitializedSubject(wrappedValue: 0).asObservable())
      follow(UninitializedSubject<Int>().asObservable())
      follow(DefaultSubject(default: 0).asObservable())
      follow(InitializedSubject<Int?>(wrappedValue: nil).withDefault(0))
    }
    await until(releases.count == 4)
    withExtendedLifetime(readSides) {}
  }

  @Test(arguments: [true, false])
  func `an observer of an ended observable is retained until it is disposed`(isFirst: Bool) async {
    let ended: InitializedObservable<Int>
    do {
      let subject = InitializedSubject(wrappedValue: 5)
      ended = subject.asObservable()
      if !isFirst { _ = ended.observe { _ in } }
    }
    await mainActorQueueDrained()
    var inner: [Int] = []
    let token = ended.observe(
      releases.observer { _ in _ = ended.observe { inner.append($0) } }
    )
    await mainActorQueueDrained()
    #expect(releases.count == 0)
    #expect(inner == [5])
    token.dispose()
    await until(releases.count == 1)
  }

  // MARK: Constants

  @Test(arguments: [true, false])
  func `a constant calls its observer once`(isCombination: Bool) {
    let constant = isCombination ? combine { 5 } : InitializedObservable(wrappedValue: 5)
    #expect(ValueRecorder(constant).values == [5])
    let read = [constant.wrappedValue, constant.map { $0 }.current, constant.stateFlow.value]
    #expect(read == [5, 5, 5])
  }

  @Test func `what can never change releases its observers on the main actor`() async {
    let release: Task<Void, Never>
    do {
      let constant = InitializedObservable(wrappedValue: 1)
      let token = constant.observe(releases.observer())
      _ = combine([BasicObservable<Int>]()) { $0.count }.observe(releases.observer())
      _ = constant.flatMapLatest { InitializedObservable(wrappedValue: $0) }
        .observe(releases.observer())
      release = Task.detached { withExtendedLifetime(token) {} }
    }
    await release.value
    await until(releases.count == 3)
    #expect(releases.isOnMainActorOnly)
  }

  // MARK: Derived observables

  @Test(arguments: [false, true])
  func `a derived observable is released with its handle and observers`(isFlow: Bool) async {
    let flow = MutableStateFlow(0)
    weak var source: InitializedObservable<Int>?
    weak var released: InitializedObservable<Int>?
    do {
      let observable = isFlow ? InitializedObservable(flow.asStateFlow()) : subject.asObservable()
      let end = releases.closure()
      let derived = observable.map { value in
        end()
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

  @Test func `operators do not retain their subject, and are released with it`() async {
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 1)
    weak let released = subject
    _ = subject?.filter { $0 > 0 }.observe(releases.observer())
    _ = subject?.scan(0) { $0 + $1 }.observe(releases.observer())
    _ = subject?.flatMapLatest { InitializedObservable(wrappedValue: $0) }
      .observe(releases.observer())
    _ = subject?.debounced(for: .seconds(1)).observe(releases.observer())
    _ = subject?.throttled(for: .seconds(1)).observe(releases.observer())
    subject = nil
    await until(released == nil && releases.count == 5)
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

  @Test func `values are released when observers have newer ones, or have left`() async {
    let released = Log<Int>()
    func probe(_ number: Int) -> Probe { Probe { released.append(number) } }
    let derived = subject.map(changePolicy: .everyWrite) { probe($0) }
    let stored = InitializedSubject(wrappedValue: probe(10), changePolicy: .everyWrite)
    let backed = InitializedSubject(MutableStateFlow(probe(20)) { $0 === $1 })
    let token = derived.observe { _ in }
    for number in 1...2 {
      _ = stored.observe { $0.touch() }
      _ = backed.observe { $0.touch() }
      subject.current = number
      stored.current = probe(10 + number)
      backed.current = probe(20 + number)
    }
    #expect(released.all.filter { $0 < 20 }.sorted() == [0, 1, 10, 11])
    token.dispose()
    await until(released.all.sorted() == [0, 1, 2, 10, 11, 20, 21])
    withExtendedLifetime((derived, stored, backed)) {}
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

  @Test(arguments: 0...4)
  func `an observation of a flow of an observable ends with its subject`(kind: Int) async {
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      let backed = InitializedSubject(MutableStateFlow(0))
      let flow =
        switch kind {
        case 0: subject.stateFlow
        case 1: subject.map { $0 + 1 }.stateFlow
        case 2: backed.stateFlow
        case 3: MutableStateFlow(0).subscriptionCount
        default: InitializedObservable(wrappedValue: 0).stateFlow
        }
      _ = InitializedObservable(flow).observe(releases.observer())
      subject.current = 1
      backed.current = 1
      await mainActorQueueDrained()
      if kind < 3 { #expect(releases.count == 0) }
      withExtendedLifetime((subject, backed)) {}
    }
    await until(releases.count == 1)
  }

  @Test func `a subject keeps nothing of an observation that is disposed of`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    subject.observe { _ in }.addTo(bag)
    weak var released: (any Disposable)?
    do {
      let observation = subject.observe { _ in }
      released = observation
      observation.dispose()
    }
    await until(released == nil)
    subject.current = 1
  }

  @Test func `a bag keeps observers of a value that cannot change until it is disposed of`() async {
    let constant = InitializedObservable(wrappedValue: 0)
    for _ in 0..<200 { constant.observe(releases.observer()).addTo(bag) }
    await mainActorQueueDrained()
    #expect(releases.count == 0)
    bag.dispose()
    await until(releases.count == 200)
  }

  // MARK: Getters

  @Test func `a model that outlives its observable keeps nothing of it`() async {
    let model = TrackedModel()
    weak var released: InitializedObservable<Int>?
    do {
      let end = releases.closure()
      let observable = InitializedObservable(get: {
        end()
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

  @Test func `a getter is followed for as long as its token is kept`() async {
    let model = TrackedModel()
    var seen: [Int] = []
    InitializedObservable { model.value }.observe { seen.append($0) }.addTo(bag)
    for value in 1...3 {
      model.value = value
      await until(seen.last == value)
    }
    bag.dispose()
    model.value = 4
    await mainActorQueueDrained()
    #expect(seen == [0, 1, 2, 3])
  }
}
