import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// How observables of sequences end: by themselves, with an error, with their scope or release.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceEndTests {
  private struct Failure: Error {}

  /// Tells of its cancellation by an error, as `Task.sleep` does.
  private struct CancellationThrowingSequence: AsyncSequence {
    struct Iterator: AsyncIteratorProtocol {
      var source: ScriptedSequence<Int>.Iterator

      mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
        let element = try await source.next(isolation: isolation)
        try Task.checkCancellation()
        return element
      }

      mutating func next() async throws -> Int? {
        try await next(isolation: nil)
      }
    }

    let source: ScriptedSequence<Int>

    func makeAsyncIterator() -> Iterator {
      Iterator(source: source.makeAsyncIterator())
    }
  }

  private let source = ScriptedSequence<Int>()
  private let scope = TaskScope()
  private let closures = Log<Int>()

  private func observer<Value>() -> @MainActor (Value) -> Void {
    let end = closure { [closures] in closures.append(1) }
    return { _ in end() }
  }

  @Test func `a sequence that ends leaves the last value and says so`() async throws {
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    _ = observable.observe(observer())
    source.send(1)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
    await mainActorTurns(until: scope.runningCount == 0 && closures.count == 1)
    #expect(observable.current == 1)
    #expect(recorder.values == [0, 1])
    #expect(scope.isActive)
    #expect(scope.runningCount == 0)
    #expect(closures.count == 1)
    #expect(ValueRecorder(observable).values == [1])
    #expect(source.runCount == 1)
  }

  @Test func `a sequence that fails leaves the last value, its scope and its siblings`()
    async throws
  {
    let errors = Log<Bool>()
    let scope = TaskScope { errors.append($0 is Failure) }
    let sibling = ScriptedSequence<Int>()
    let observable = UninitializedObservable(following: source, in: scope)
    let recorder = ValueRecorder(observable)
    let other = ValueRecorder(InitializedObservable(0, following: sibling, in: scope))
    source.send(1)
    source.fail(Failure())
    await sourceState(of: observable) { $0.failure is Failure }
    await mainActorTurns(until: errors.count == 1)
    #expect(errors.all == [true])
    #expect(scope.isActive)
    #expect(observable.current == .value(1))
    #expect(recorder.values == [.nothing, .value(1)])
    sibling.send(2)
    try await #expect(other.next { $0 == 2 } == 2)
  }

  @Test func `what is derived says what the source is doing`() async {
    let scope = TaskScope { _ in }
    let observable = UninitializedObservable(following: source, in: scope)
    let derived = observable.map { $0 + 1 }
    let defaulted = observable.withDefault(0)
    let readSide = defaulted.asObservable()
    #expect(derived.sourceState.isIdle)
    _ = derived.observe { _ in }
    #expect(derived.sourceState.isRunning)
    source.fail(Failure())
    await sourceState(of: observable) { $0.failure != nil }
    #expect(derived.sourceState.failure is Failure)
    #expect(defaulted.sourceState.failure is Failure)
    #expect(readSide.sourceState.failure is Failure)
  }

  @Test func `observers of what is derived are released when the sequence ends`() async {
    let observable = InitializedObservable(0, following: source, in: scope)
    _ = observable.map { $0 + 1 }.observe(observer())
    _ = combine(observable, observable) { $0 + $1 }.observe(observer())
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
    await mainActorTurns(until: closures.count == 2)
    #expect(closures.count == 2)
  }

  /// Kaluga Q14: an observable on a dead scope started stale, without a word.
  @Test(arguments: [0, 1, 2])
  func `on a scope that has ended nothing runs and the observable says so`(policy: Int) async {
    let policies: [FlowStart] = [.lazily, .eagerly, .whileSubscribed()]
    scope.cancel()
    let observable = InitializedObservable(
      7,
      following: source,
      in: scope,
      start: policies[policy]
    )
    let recorder = ValueRecorder(observable)
    _ = observable.observe(observer())
    #expect(observable.sourceState.isEnded)
    #expect(observable.current == 7)
    #expect(recorder.values == [7])
    #expect(source.runCount == 0)
  }

  @Test func `an observer that comes after the end keeps nothing`() async {
    scope.cancel()
    do {
      let observable = InitializedObservable(7, following: source, in: scope, start: .eagerly)
      _ = observable.observe(observer())
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test(arguments: [0, 1, 2])
  func `a scope that nobody holds ends the run, also while it is observed`(policy: Int) async {
    let policies: [FlowStart] = [.lazily, .eagerly, .whileSubscribed()]
    let observable: InitializedObservable<Int>
    do {
      let scope = TaskScope()
      observable = InitializedObservable(0, following: source, in: scope, start: policies[policy])
      _ = observable.observe(observer())
      #expect(observable.sourceState.isRunning)
    }
    await sourceState(of: observable, where: \.isEnded)
    await mainActorTurns(until: closures.count == 1 && source.activeCount == 0)
    #expect(closures.count == 1)
    #expect(source.activeCount == 0)
  }

  @Test(arguments: [false, true])
  func `the scope's end ends the run and its late elements`(isStubborn: Bool) async {
    let source = ScriptedSequence<Int>(isStubborn: isStubborn)
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    source.send(1)
    await mainActorTurns(10, until: recorder.values == [0, 1])
    #expect(recorder.values == [0, 1])
    scope.cancel()
    source.send(2)
    await mainActorTurns(10, until: observable.sourceState.isEnded)
    #expect(observable.sourceState.isEnded)
    #expect(observable.current == 1)
    #expect(recorder.values == [0, 1])
    await scope.waitUntilEmpty()
    #expect(source.activeCount == 0)
  }

  @Test func `a source that tells of its cancellation by an error has ended and not failed`() async
  {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let observable = InitializedObservable(
      0,
      following: CancellationThrowingSequence(source: source),
      in: scope
    )
    let recorder = ValueRecorder(observable)
    scope.cancel()
    await sourceState(of: observable) { !$0.isRunning }
    #expect(observable.sourceState.isEnded)
    #expect(recorder.values == [0])
    #expect(errors.all.isEmpty)
  }

  @Test func `a scope that ends while the run is being started is noticed`() async {
    let scope = scope
    let source = ScriptedSequence<Int> { scope.cancel() }
    do {
      let observable = InitializedObservable(0, following: source, in: scope)
      _ = observable.observe(observer())
      #expect(observable.sourceState.isEnded)
    }
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `elements sent before the scope's end but not taken are late`() async {
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    source.send(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(recorder.values == [0])
    #expect(observable.sourceState.isEnded)
  }

  @Test func `a released eager observable ends its run`() async {
    weak var released: InitializedObservable<Int>?
    do {
      let observable = InitializedObservable(0, following: source, in: scope, start: .eagerly)
      released = observable
      await mainActorTurns()
      #expect(source.activeCount == 1)
    }
    await scope.waitUntilEmpty()
    #expect(released == nil)
    #expect(source.activeCount == 0)
  }

  @Test func `a released observable ends its run with the last observer`() async {
    let bag = DisposeBag()
    do {
      let observable = InitializedObservable(0, following: source, in: scope)
      observable.map { $0 + 1 }.observe(observer()).addTo(bag)
    }
    await mainActorTurns()
    #expect(source.activeCount == 1)
    bag.dispose()
    await scope.waitUntilEmpty()
    await mainActorTurns(until: source.activeCount == 0 && closures.count == 1)
    #expect(source.activeCount == 0)
    #expect(closures.count == 1)
  }

  @Test func `observers with discarded tokens go on until the scope ends`() async {
    let seen = Log<Int>()
    do {
      let observer: @MainActor (Int) -> Void = observer()
      _ = InitializedObservable(0, following: source, in: scope).observe {
        observer($0)
        seen.append($0)
      }
    }
    await mainActorTurns()
    source.send(1)
    await mainActorTurns(10, until: seen.all == [0, 1])
    #expect(seen.all == [0, 1])
    #expect(closures.count == 0)
    scope.cancel()
    await scope.waitUntilEmpty()
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
  }

  @Test func `an observable may be released inside its own observer`() async {
    var observable: InitializedObservable? = InitializedObservable(0, following: source, in: scope)
    var seen: [Int] = []
    _ = observable?.observe { value in
      seen.append(value)
      observable = nil
    }
    source.send(1, 2)
    await mainActorTurns(10, until: seen == [0, 1, 2])
    #expect(seen == [0, 1, 2])
    scope.cancel()
    await scope.waitUntilEmpty()
  }
}
