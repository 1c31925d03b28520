import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Operations and sequences that are tried again after a failure.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RetryTests {
  private let attempts = Tally()
  private let clock = ManualClock()

  // MARK: Both forms

  /// A sequence whose elements are the results of attempts.
  private struct Attempts: AsyncSequence, Sendable {
    let attempt: @MainActor () async throws -> Int

    struct AsyncIterator: AsyncIteratorProtocol {
      let attempt: @MainActor () async throws -> Int

      mutating func next() async throws -> Int? { try await attempt() }

      mutating func next(isolation: isolated (any Actor)?) async throws -> Int? {
        try await attempt()
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(attempt: attempt) }
  }

  enum Form: CaseIterable {
    case operation, sequence

    /// Returns the result of the first attempt that succeeds, or nil if a sequence ends.
    @MainActor
    func run(
      maxAttempts: Int,
      if isWorthRetrying: @escaping @Sendable (any Error) async -> Bool = { _ in true },
      clock: any Clock<Duration> = ImmediateClock(),
      _ attempt: @escaping @MainActor () async throws -> Int
    ) async throws -> Int? {
      switch self {
      case .operation:
        return try await retry(maxAttempts: maxAttempts, if: isWorthRetrying, clock: clock) {
          try await attempt()
        }
      case .sequence:
        var iterator = Attempts(attempt: attempt)
          .retry(maxAttempts: maxAttempts, if: isWorthRetrying, clock: clock).makeAsyncIterator()
        return try await iterator.next(isolation: #isolation)
      }
    }
  }

  @Test(arguments: Form.allCases, [(-1, 1), (1, 1), (4, 4)])
  func `the last error is thrown after the last attempt`(
    form: Form,
    limit: (maximum: Int, count: Int)
  ) async {
    await #expect(throws: SourceError()) {
      try await form.run(maxAttempts: limit.maximum) { [attempts] in
        attempts.add()
        throw SourceError()
      }
    }
    #expect(attempts.value == limit.count)
  }

  @Test(arguments: Form.allCases)
  func `a predicate decides whether an error is worth another attempt`(form: Form) async {
    let asked = Log<String>()
    await #expect(throws: SourceError()) {
      try await form.run(maxAttempts: 9) { error in
        MainActor.assertIsolated()
        asked.append("\(error)")
        return asked.count < 3
      } _: { [attempts] in
        attempts.add()
        throw SourceError()
      }
    }
    #expect(asked.all == Array(repeating: "SourceError()", count: 3))
    #expect(attempts.value == 3)
  }

  @Test(arguments: Form.allCases)
  func `the waits double, and have a limit`(form: Form) async throws {
    let task = Task { [clock] in
      try await form.run(maxAttempts: 8, clock: clock) { throw SourceError() }
    }
    var waits: [Duration] = []
    for _ in 0..<7 {
      try await clock.waitForSleepers(1)
      guard let deadline = clock.deadlines.first else { break }
      waits.append(clock.now.duration(to: deadline))
      clock.advance(by: clock.now.duration(to: deadline))
    }
    await #expect(throws: SourceError()) { try await task.value }
    #expect(waits == [0.25, 0.5, 1, 2, 4, 8, 8].map { .seconds($0) })
  }

  /// Expects that the wait for another attempt was cancelled: then a sequence ends without an error.
  private func expectCancelled(_ form: Form, _ task: Task<Int?, any Error>) async throws {
    task.cancel()
    switch form {
    case .operation: await #expect(throws: CancellationError.self) { try await task.value }
    case .sequence: #expect(try await task.value == nil)
    }
  }

  // electron-userland/electron-builder#10126: what was cancelled while it waited is tried again.
  @Test(arguments: Form.allCases)
  func `a cancelled wait leads to no attempt, even without an error`(form: Form) async throws {
    let (attempts, sleeps) = (attempts, Tally())
    let task = Task {
      try await form.run(maxAttempts: 9, clock: RudeClock(sleeps: sleeps)) {
        attempts.add()
        throw SourceError()
      }
    }
    await until(sleeps.value == 1)
    try await expectCancelled(form, task)
    #expect(attempts.value == 1)
  }

  @Test(arguments: Form.allCases)
  func `cancellation is never retried`(form: Form) async throws {
    let (attempts, clock) = (attempts, clock)
    await #expect(throws: CancellationError.self) {
      try await form.run(maxAttempts: 9) {
        attempts.add()
        throw CancellationError()
      }
    }
    #expect(attempts.value == 1)
    let waiting = Task {
      try await form.run(maxAttempts: 9, clock: clock) { throw SourceError() }
    }
    try await clock.waitForSleepers(1)
    try await expectCancelled(form, waiting)
    // A task that is cancelled while the predicate decides.
    let (asked, gate) = (Tally(), Gate())
    let deciding = Task {
      try await form.run(maxAttempts: 9) { _ in
        asked.add()
        await gate.passIgnoringCancellation()
        return true
      } _: {
        throw SourceError()
      }
    }
    await until(asked.value == 1)
    deciding.cancel()
    gate.open()
    try await expectCancelled(form, deciding)
    #expect(asked.value == 1)
    // One that is cancelled during an attempt.
    let running = Task {
      try await form.run(maxAttempts: 9) {
        await untilCancelled()
        attempts.add()
        throw SourceError()
      }
    }
    running.cancel()
    await #expect(throws: SourceError()) { try await running.value }
    #expect(attempts.value == 2)
  }

  // MARK: Operations

  /// Not Sendable, so an operation can use it only on the caller's actor.
  private final class Counter {
    var count = 0
  }

  @Test func `an operation is retried on the caller's actor until it succeeds`() async throws {
    let counter = Counter()
    let result = try await retry(maxAttempts: 3, clock: ImmediateClock()) {
      await Task.yield()
      MainActor.assertIsolated()
      counter.count += 1
      if counter.count < 3 { throw SourceError() }
      return counter.count
    }
    #expect(result == 3)
  }

  // MARK: Sequences

  @Test func `a sequence that fails begins again, and ends when its base does`() async throws {
    let source = ScriptedSequence<Int>()
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

  @Test func `an element begins a new count of attempts and of waits`() async throws {
    let source = ScriptedSequence<Int>()
    let recorder = ValueRecorder(following: source.retry(maxAttempts: 4, clock: clock))
    await until(source.runCount == 1)
    for value in 1...3 {
      for wait: Duration in [.milliseconds(250), .milliseconds(500), .seconds(1)] {
        let (runs, now) = (source.runCount, clock.now)
        source.fail(SourceError())
        try await clock.waitForSleepers(1)
        #expect(clock.deadlines == [now.advanced(by: wait)])
        clock.advance(by: wait)
        await until(source.runCount == runs + 1)
      }
      if value < 3 { source.send(value) } else { source.fail(SourceError()) }
      if value < 3 { await recorder.expect(value) }
    }
    try await #expect(recorder.expectFailure() is SourceError)
  }

  @Test func `a predicate may wait for a tap, and what has failed is released before`() async throws
  {
    let source = ScriptedSequence<Int>()
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
    let recorder = ValueRecorder(following: retrying)
    await until(source.runCount == 1)
    source.fail(SourceError())
    await until(isOffline.current)
    #expect(source.activeCount == 0)
    tryAgain.send(())
    await until(source.activeCount == 1)
    source.send(7)
    await recorder.expect(7)
    #expect(!isOffline.current)
  }
}
