import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Sequences that begin again after a failure.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RetryingSequenceTests {
  private struct OtherError: Error {}

  private let source = ScriptedSequence<Int>()
  private let clock = ManualClock()
  private let scope = TaskScope(onError: { _ in })

  /// Fails in each run, and returns the waits between the runs.
  private func failAndWait(_ count: Int) async throws -> [Duration] {
    var waits: [Duration] = []
    for _ in 0..<count {
      let runs = source.runCount
      source.fail(SourceError())
      try await clock.waitForSleepers(1)
      guard let deadline = clock.deadlines.first else { break }
      let wait = clock.now.duration(to: deadline)
      waits.append(wait)
      clock.advance(by: wait)
      await until(source.runCount == runs + 1)
    }
    return waits
  }

  @Test func `a sequence that fails begins again, and ends when its base does`() async throws {
    let recorder = ValueRecorder(following: source.retry(maxAttempts: 3, clock: ImmediateClock()))
    await until(source.runCount == 1)
    source.send(1)
    source.fail(SourceError())
    await until(source.activeCount == 1 && source.runCount == 2)
    source.send(2)
    source.finish()
    await recorder.expect(1, 2)
    await recorder.expectEnd()
    #expect(source.runCount == 2)
  }

  @Test(arguments: [(-1, 1), (1, 1), (4, 4)])
  func `the last error is thrown after the last attempt, and nothing follows it`(
    limit: Int,
    count: Int
  ) async throws {
    let starts = Tally()
    let failing = CallbackFlow<Int, SourceError> { sink in
      starts.add()
      sink.finish(throwing: SourceError())
      return {}
    }
    var iterator = failing.retry(maxAttempts: limit, clock: ImmediateClock()).makeAsyncIterator()
    await #expect(throws: SourceError()) { try await iterator.next(isolation: #isolation) }
    #expect(starts.value == count)
    #expect(try await iterator.next(isolation: #isolation) == nil)
    #expect(starts.value == count)
  }

  @Test func `an element begins a new count of attempts and of waits`() async throws {
    let retrying = source.retry(maxAttempts: 4, clock: clock)
    let recorder = ValueRecorder(following: retrying)
    await until(source.runCount == 1)
    for value in 1...2 {
      let waits = try await failAndWait(3)
      #expect(waits == [.milliseconds(250), .milliseconds(500), .seconds(1)])
      source.send(value)
      await recorder.expect(value)
    }
    _ = try await failAndWait(3)
    source.fail(SourceError())
    try await #expect(recorder.expectFailure() is SourceError)
  }

  @Test func `a predicate decides which errors are worth another attempt`() async throws {
    let asked = Log<String>()
    let retrying = source.retry(
      maxAttempts: 9,
      if: { error in
        asked.append("\(error)")
        return error is SourceError
      },
      clock: ImmediateClock()
    )
    let recorder = ValueRecorder(following: retrying)
    await until(source.runCount == 1)
    source.fail(SourceError())
    await until(source.runCount == 2 && source.activeCount == 1)
    source.fail(OtherError())
    try await #expect(recorder.expectFailure() is OtherError)
    #expect(asked.all == ["SourceError()", "OtherError()"])
  }

  @Test func `a predicate may wait for a tap, and runs on the consumer's actor`() async throws {
    let tryAgain = EventChannel<Void>()
    let isOffline = InitializedSubject(wrappedValue: false)
    let retrying = source.retry(
      maxAttempts: .max,
      if: { @MainActor _ in
        isOffline.current = true
        defer { isOffline.current = false }
        return (try? await tryAgain.first { true }) != nil
      },
      backoff: { _ in .zero },
      clock: ImmediateClock()
    )
    let flow = retrying.stateIn(scope, initial: 0)
    await until(source.runCount == 1)
    source.fail(SourceError())
    await until(isOffline.current)
    // What has failed is released before the wait.
    #expect(source.activeCount == 0)
    tryAgain.send(())
    await until(source.activeCount == 1)
    source.send(7)
    #expect(try await flow.first { $0 == 7 } == 7)
    #expect(!isOffline.current)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `cancellation is never retried`() async throws {
    let throwing = CallbackFlow<Int, CancellationError> { sink in
      sink.finish(throwing: CancellationError())
      return {}
    }
    await #expect(throws: CancellationError.self) {
      for try await _ in throwing.retry(maxAttempts: 9, clock: ImmediateClock()) {}
    }
    // A task that is cancelled while it waits for the next attempt.
    let source = source
    let retrying = source.retry(maxAttempts: 9, clock: clock)
    let waiting = Task { @MainActor in
      for try await _ in retrying {}
    }
    await until(source.runCount == 1)
    source.fail(SourceError())
    try await clock.waitForSleepers(1)
    waiting.cancel()
    try await waiting.value
    // One that is cancelled while it waits for an element.
    let running = Task { @MainActor in
      for try await _ in retrying {}
    }
    await until(source.runCount == 2)
    running.cancel()
    try await running.value
    #expect(source.runCount == 2)
    #expect(clock.deadlines == [])
  }

  @Test func `an observable follows a source through its failures`() async throws {
    let observable = InitializedObservable(
      0,
      following: source.retry(maxAttempts: 2, clock: ImmediateClock()),
      in: scope
    )
    let recorder = ValueRecorder(observable)
    await until(source.runCount == 1)
    source.fail(SourceError())
    await until(source.runCount == 2)
    source.send(1)
    await recorder.expect(0, 1)
    #expect(observable.sourceState.isRunning)
    source.fail(SourceError())
    await until(source.runCount == 3)
    source.fail(SourceError())
    await until(observable.sourceState.failure is SourceError)
    #expect(observable.current == 1)
  }

  @Test func `a pause ends the wait, and a resume begins with the first attempt`() async throws {
    let (source, clock) = (source, clock)
    let model = BaseLifecycleViewModel()
    var seen: [Int] = []
    model.collectWhileResumed(source.retry(maxAttempts: 2, clock: clock)) { seen.append($0) }
    for round in 1...3 {
      model.didResume()
      await until(source.runCount == round)
      source.fail(SourceError())
      try await clock.waitForSleepers(1)
      model.didPause()
      try await clock.waitForSleepers(0)
    }
    model.didResume()
    await until(source.runCount == 4)
    source.send(1)
    await until(seen == [1])
    model.clear()
    await model.scope.waitUntilEmpty()
  }
}
