import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// How observations end.
@MainActor
struct ObservationEndTests {
  private let subject = InitializedSubject(wrappedValue: 0)
  private let releases = ReleaseLog()

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

  /// Kaluga removes observers by equality.
  @Test func `the same closure registered twice is two observations`() {
    var calls = 0
    let closure: @MainActor (Int) -> Void = { _ in calls += 1 }
    let tokens = (0..<2).map { _ in subject.observe(closure) }
    subject.current = 1
    #expect(calls == 4)
    for _ in 0..<2 { tokens[0].dispose() }
    subject.current = 2
    #expect(calls == 5)
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

  @Test(arguments: [true, false])
  func `a token that outlives its subject keeps no closure and may be disposed`(
    isFirst: Bool
  ) async {
    let token: any Disposable
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      if !isFirst { _ = subject.observe { _ in } }
      token = subject.observe(releases.observer())
    }
    await until(releases.count == 1)
    token.dispose()
    await mainActorQueueDrained()
  }

  @Test(arguments: [true, false])
  func `a token is released after its disposal`(isFirst: Bool) async {
    weak var released: (any Disposable)?
    var subject: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    do {
      if !isFirst { _ = subject?.observe { _ in } }
      let token = subject?.observe { _ in }
      released = token
      token?.dispose()
      subject?.current = 1
    }
    // The first token of a subject may live as long as the subject.
    if isFirst { subject = nil }
    await until(released == nil)
  }

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

  @Test(arguments: [true, false])
  func `a constant calls its observer once`(isCombination: Bool) {
    let constant = isCombination ? combine { 5 } : InitializedObservable(wrappedValue: 5)
    #expect(ValueRecorder(constant).values == [5])
    let read = [constant.wrappedValue, constant.map { $0 }.current, constant.stateFlow.value]
    #expect(read == [5, 5, 5])
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
}
