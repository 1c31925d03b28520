import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct OnceValueTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  private let scope = TaskScope { _ in Issue.record("a scope's error handler was called") }
  private let log = Log<Int>()

  private func counting(until latch: Latch) -> OnceValue<Int> {
    let log = log
    return OnceValue(in: scope) {
      log.append(1)
      await latch.passed()
      return log.count
    }
  }

  @Test func `nothing is computed before the first use`() async {
    let once = counting(until: Latch())
    await mainActorTurns()
    #expect(once.current == nil)
    #expect(log.count == 0)
    #expect(scope.runningCount == 0)
  }

  @Test func `a value is computed once and kept, however many wait`() async throws {
    let latch = Latch()
    let once = counting(until: latch)
    let waiters = (0..<100).map { _ in Task { @MainActor in try await once.value } }
    await mainActorTurns()
    #expect(once.current == nil)
    latch.open()
    for waiter in waiters { try await #expect(waiter.value == 1) }
    try await #expect(once.value == 1)
    #expect(once.current == 1)
    #expect(log.count == 1)
  }

  @Test func `a failure reaches all who wait and the next call tries again`() async throws {
    let (log, latch) = (log, Latch())
    let once = OnceValue(in: scope) {
      log.append(1)
      await latch.passed()
      if log.count < 3 { throw Failure(number: log.count) }
      return log.count
    }
    let waiters = (0..<3).map { _ in Task { @MainActor in try await once.value } }
    await mainActorTurns()
    latch.open()
    for waiter in waiters {
      await #expect(throws: Failure(number: 1)) { try await waiter.value }
    }
    #expect(once.current == nil)
    await #expect(throws: Failure(number: 2)) { try await once.value }
    try await #expect(once.value == 3)
    try await #expect(once.value == 3)
    #expect(log.count == 3)
  }

  @Test func `a call made when the failure arrives starts a new computation`() async throws {
    let log = log
    let once = OnceValue(in: scope) {
      log.append(1)
      if log.count == 1 { throw Failure(number: 1) }
      return "second"
    }
    let value: String
    do { value = try await once.value } catch { value = try await once.value }
    #expect(value == "second")
  }

  @Test func `a caller that is cancelled stops waiting and the others get the value`() async throws
  {
    let latch = Latch()
    let once = counting(until: latch)
    let patient = Task { @MainActor in try await once.value }
    let cancelled = Task { @MainActor in try await once.value }
    await mainActorTurns()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(!latch.isOpen)
    latch.open()
    try await #expect(patient.value == 1)
    #expect(log.count == 1)
  }

  @Test func `the computation goes on when all who waited were cancelled`() async throws {
    let latch = Latch()
    let once = counting(until: latch)
    let caller = Task { @MainActor in try await once.value }
    await mainActorTurns()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    latch.open()
    await scope.waitUntilEmpty()
    #expect(once.current == 1)
    try await #expect(once.value == 1)
  }

  @Test func `a cancelled caller gets a value that is there`() async throws {
    let once = OnceValue(in: scope) { 1 }
    try await #expect(once.value == 1)
    let caller = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await once.value
    }
    try await #expect(caller.value == 1)
  }

  @Test func `a use in an ended scope throws and computes nothing`() async {
    let once = counting(until: Latch())
    scope.cancel()
    await #expect(throws: CancellationError.self) { try await once.value }
    await #expect(throws: CancellationError.self) { try await once.value }
    #expect(log.count == 0)
    #expect(once.current == nil)
  }

  @Test func `a scope that ends cancels the computation and all who wait`() async {
    let once = OnceValue<Int>(in: scope) {
      await untilCancelled()
      try Task.checkCancellation()
      return 1
    }
    let waiters = (0..<3).map { _ in Task { @MainActor in try await once.value } }
    await mainActorTurns()
    scope.cancel()
    for waiter in waiters {
      await #expect(throws: CancellationError.self) { try await waiter.value }
    }
    #expect(once.current == nil)
    await scope.waitUntilEmpty()
  }

  @Test func `a value that was computed stays readable when the scope has ended`() async throws {
    let once = OnceValue(in: scope) { 1 }
    try await #expect(once.value == 1)
    scope.cancel()
    #expect(once.current == 1)
    try await #expect(once.value == 1)
  }

  @Test func `a computation whose children were cancelled is tried again`() async throws {
    let log = log
    let once = OnceValue(in: scope) {
      log.append(1)
      if log.count == 1 {
        await untilCancelled()
        try Task.checkCancellation()
      }
      return log.count
    }
    let waiter = Task { @MainActor in try await once.value }
    await mainActorTurns()
    scope.cancelChildren()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    try await #expect(once.value == 2)
  }

  @Test func `nil is a value like others`() async throws {
    let log = log
    let once = OnceValue<Int?>(in: scope) {
      log.append(1)
      return nil
    }
    try await #expect(once.value == nil)
    try await #expect(once.value == nil)
    #expect(log.count == 1)
    #expect(once.current == .some(.none))
  }

  @Test func `a released once-value releases what it computed and captured`() async throws {
    let released = Log<Int>()
    do {
      let probe = Probe { released.append(1) }
      let once = OnceValue(in: scope) { probe }
      _ = try await once.value
    }
    await mainActorTurns(until: released.all == [1])
    #expect(released.all == [1])
  }
}
