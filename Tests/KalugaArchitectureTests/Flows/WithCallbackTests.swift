import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WithCallbackTests {
  private let replies = Log<CallbackReply<Int>>()
  private let stops = Log<Int>()

  /// Calls an API that retains its callback; returns when the task waits for the answer.
  private func waitingCall() async throws -> (Task<Int, any Error>, CallbackReply<Int>) {
    let caller = await runUntilSuspended { [self] in
      try await withCallback { reply in
        replies.append(reply)
        reply.onCancel { [stops] in stops.append(1) }
        reply.onCancel { [stops] in stops.append(2) }
      }
    }
    return (caller, try #require(replies.all.first))
  }

  @Test func `the answer is returned, from any thread and also before the API returns`()
    async throws
  {
    let early: Int = try await withCallback { $0.resume(returning: 1) }
    #expect(early == 1)
    let late: Int = try await withCallback { reply in
      Task.detached { reply.resume(returning: 2) }
    }
    #expect(late == 2)
    let (caller, reply) = try await waitingCall()
    reply.resume(returning: 3)
    #expect(try await caller.value == 3)
    try await withCallback { $0.resume() }
  }

  @Test func `an error of the API is thrown unchanged`() async {
    await #expect(throws: SourceError()) {
      let _: Int = try await withCallback { $0.resume(throwing: SourceError()) }
    }
    await #expect(throws: SourceError()) {
      let _: Int = try await withCallback { $0.resume(with: .failure(SourceError())) }
    }
  }

  @Test func `a completion handler with a value and an error answers with one of them`()
    async throws
  {
    let value: Int = try await withCallback { $0.resume(1, nil) }
    #expect(value == 1)
    for value in [nil, 1] {
      await #expect(throws: SourceError()) {
        let _: Int = try await withCallback { $0.resume(value, SourceError()) }
      }
    }
    let error = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { $0.resume(nil, nil) }
    }
    #expect(error?.reason == .emptyAnswer)
    #expect(error?.description.contains("WithCallbackTests.swift:") == true)
    #expect(error?.description.contains("neither a value nor an error") == true)
  }

  @Test func `a callback that is released without an answer throws and does not hang`() async {
    let error = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { _ in }
    }
    #expect(error?.reason == .neverAnswered)
    #expect(error?.description.contains("WithCallbackTests.swift:") == true)
    #expect(error?.description.contains("Call the reply on every path") == true)
    let later = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { reply in
        Task.detached { withExtendedLifetime(reply) {} }
      }
    }
    #expect(later?.reason == .neverAnswered)
  }

  @Test func `cancellation runs the clean-ups in their order and does not wait for the API`()
    async throws
  {
    let (caller, reply) = try await waitingCall()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(stops.all == [1, 2])
    reply.resume(returning: 1)
    #expect(stops.all == [1, 2])
    reply.onCancel { [stops] in stops.append(3) }
    #expect(stops.all == [1, 2, 3], "a clean-up added after the cancellation runs at once")
  }

  @Test func `no clean-up runs after an answer`() async throws {
    let (caller, reply) = try await waitingCall()
    reply.resume(returning: 1)
    #expect(try await caller.value == 1)
    caller.cancel()
    reply.onCancel { [stops] in stops.append(3) }
    #expect(stops.all == [])
  }

  @Test func `cancellation while the API is being called stops it, and its answer is dropped`()
    async
  {
    let caller = Task { @MainActor in
      try await withCallback { (reply: CallbackReply<Int>) in
        reply.onCancel { [stops] in stops.append(1) }
        withUnsafeCurrentTask { $0?.cancel() }
        reply.resume(returning: 1)
      }
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(stops.all == [1])
  }

  @Test func `in a cancelled task the API is not called`() async throws {
    let caller = await runUntilSuspended {
      await untilCancelled()
      try await withCallback { (_: CallbackReply<Void>) in Issue.record("called") }
    }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func `an answer from a clean-up is ignored`() async throws {
    let (caller, reply) = try await waitingCall()
    reply.onCancel { [weak reply] in reply?.resume(returning: 1) }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func `a reply that the API retains holds no answer and no clean-ups`() async throws {
    let alive = Tally()
    let releases = Tally()
    let replies = Log<CallbackReply<Tracked>>()
    do {
      let answer: Tracked = try await withCallback { reply in
        reply.onCancel(closure { releases.add() })
        replies.append(reply)
        reply.resume(returning: Tracked(1, alive))
      }
      #expect(answer.id == 1)
    }
    #expect(replies.count == 1)
    #expect(alive.value == 0)
    #expect(releases.value == 1)
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  private func repeatedAnswers(_ body: () async throws -> Void) async rethrows -> [String] {
    let log = Log<ArchitectureDiagnostic>()
    let previous = ArchitectureDiagnostics.setHandler { log.append($0) }
    defer { ArchitectureDiagnostics.setHandler(previous) }
    try await body()
    return log.all.filter { $0.kind == .repeatedAnswer }.map(\.description)
  }

  @Test func `the first of two answers is used and the other is reported`() async throws {
    let reports = try await repeatedAnswers {
      let value: Int = try await withCallback { reply in
        reply.resume(returning: 1)
        reply.resume(returning: 2)
        reply.resume(throwing: SourceError())
      }
      #expect(value == 1)
    }
    #expect(reports.count == 2)
    #expect(reports.allSatisfy { $0.contains("WithCallbackTests.swift:") })
    #expect(reports.allSatisfy { $0.contains("only the first answer counts") })
  }

  @Test func `an answer after a cancellation is dropped without a report`() async {
    let reports = await repeatedAnswers {
      let replies = Log<CallbackReply<Int>>()
      let caller = await runUntilSuspended { try await withCallback { replies.append($0) } }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      replies.all.first?.resume(returning: 1)
    }
    #expect(reports == [])
  }
}
