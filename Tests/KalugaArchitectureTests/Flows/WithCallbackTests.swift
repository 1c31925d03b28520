import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WithCallbackTests {
  /// An API that answers when a test says so.
  private final class Service<Value: Sendable>: Sendable {
    let replies = Log<CallbackReply<Value>>()
    let stops = Tally()
    private let started = Settlement<Void>()

    func call(stopping: Bool = true) async throws -> Value {
      try await withCallback { reply in
        replies.append(reply)
        if stopping { reply.onCancel { [stops] in stops.add() } }
        started.settle(())
      }
    }

    /// The reply of the first call, once it has come.
    var reply: CallbackReply<Value> {
      get async throws {
        _ = await started.wait()
        return try #require(replies.all.first)
      }
    }
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
  }

  @Test func `an error of the API is thrown as it is`() async {
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
    await #expect(throws: SourceError()) {
      let _: Int = try await withCallback { $0.resume(nil, SourceError()) }
    }
    await #expect(throws: SourceError()) {
      let _: Int = try await withCallback { $0.resume(1, SourceError()) }
    }
    let error = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { $0.resume(nil, nil) }
    }
    #expect(error?.reason == .emptyAnswer)
    #expect(error?.description.contains("WithCallbackTests.swift:") == true)
    #expect(error?.description.contains("neither a value nor an error") == true)
  }

  @Test func `an API that only says that it is done answers with nothing`() async throws {
    try await withCallback { $0.resume() }
  }

  @Test func `a callback that is released without an answer throws and does not hang`() async {
    let error = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { _ in }
    }
    #expect(error?.reason == .neverAnswered)
    #expect(error?.description.contains("WithCallbackTests.swift:") == true)
    #expect(error?.description.contains("Call the reply on every path") == true)
    // Released later, and elsewhere.
    let later = await #expect(throws: CallbackError.self) {
      let _: Int = try await withCallback { reply in
        Task.detached { withExtendedLifetime(reply) {} }
      }
    }
    #expect(later?.reason == .neverAnswered)
  }

  @Test func `cancellation stops the API once and does not wait for it`() async throws {
    let service = Service<Int>()
    let caller = Task { try await service.call() }
    let reply = try await service.reply
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(service.stops.value == 1)
    reply.resume(returning: 1)
    reply.onCancel { service.stops.add() }
    #expect(service.stops.value == 2, "one that comes after the cancellation runs at once")
  }

  @Test func `cancellation while the API is being called stops it, and its answer is dropped`()
    async
  {
    let stops = Tally()
    let caller = Task { @MainActor in
      try await withCallback { (reply: CallbackReply<Int>) in
        reply.onCancel { stops.add() }
        withUnsafeCurrentTask { $0?.cancel() }
        reply.resume(returning: 1)
      }
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(stops.value == 1)
  }

  @Test func `several clean-ups run in their order, and none after an answer`() async throws {
    let order = Log<Int>()
    let replies = Log<CallbackReply<Int>>()
    let started = Settlement<Void>()
    let caller = Task {
      try await withCallback { (reply: CallbackReply<Int>) in
        reply.onCancel { order.append(1) }
        reply.onCancel { order.append(2) }
        replies.append(reply)
        started.settle(())
      }
    }
    _ = await started.wait()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(order.all == [1, 2])

    let service = Service<Int>()
    let answered = Task { try await service.call() }
    let reply = try await service.reply
    reply.resume(returning: 1)
    try await #expect(answered.value == 1)
    answered.cancel()
    reply.onCancel { service.stops.add() }
    #expect(service.stops.value == 0)
  }

  @Test func `in a cancelled task the API is not called`() async {
    let service = Service<Int>()
    let caller = Task {
      await untilCancelled()
      return try await service.call()
    }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(service.replies.count == 0)
  }

  @Test func `a clean-up that answers does not answer`() async throws {
    let started = Settlement<Void>()
    let replies = Log<CallbackReply<Int>>()
    let caller = Task {
      try await withCallback { (reply: CallbackReply<Int>) in
        reply.onCancel { replies.all.first?.resume(returning: 1) }
        replies.append(reply)
        started.settle(())
      }
    }
    _ = await started.wait()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
  }

  @Test func `a reply that the API keeps holds neither the answer nor the clean-up`() async throws {
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

  /// The only reference to a reply.
  private final class ReplySlot: Sendable {
    let reply = Lock<CallbackReply<Int>?>(nil)
  }

  @Test func `answer, cancellation and release race, and exactly one of them counts`() async {
    var answered = 0
    for round in 0..<2000 {
      let stops = Tally()
      let slot = ReplySlot()
      let line = StartLine()
      let started = Settlement<Void>()
      var random = SeededRandom(seed: round)
      let delay = random.below(60)
      let isAnswered = round % 2 == 0
      let caller = Task.detached {
        try await withCallback { (reply: CallbackReply<Int>) in
          reply.onCancel { stops.add() }
          slot.reply.withLock { $0 = reply }
          started.settle(())
        }
      }
      _ = await started.wait()
      let api = Task.detached {
        let reply = slot.reply.withLock { $0.take() }
        line.meet()
        if isAnswered { reply?.resume(returning: round) }
      }
      line.meet()
      spin(delay)
      caller.cancel()
      await api.value
      switch await caller.result {
      case .success(let value):
        answered += 1
        #expect(isAnswered && value == round && stops.value == 0)
      case .failure(let error as CallbackError):
        answered += 1
        #expect(!isAnswered && error.reason == .neverAnswered && stops.value == 0)
      case .failure(let error):
        #expect(error is CancellationError && stops.value == 1)
      }
    }
    #expect((1..<2000).contains(answered), "both ways to end were met")
  }
}

/// In the suite of those that replace the handler of the whole process, one at a time.
extension ArchitectureDiagnosticsTests {
  private func repeatedAnswers(_ body: () async throws -> Void) async rethrows -> [String] {
    let log = Log<ArchitectureDiagnostic>()
    ArchitectureDiagnostics.setHandler { log.append($0) }
    defer { ArchitectureDiagnostics.setHandler(nil) }
    try await body()
    return log.all.filter { $0.kind == .repeatedAnswer }.map(\.description)
  }

  @Test func `of two answers the first counts and the other is reported`() async throws {
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

  @Test func `an answer after a cancellation is dropped without a report`() async throws {
    let reports = await repeatedAnswers {
      let replies = Log<CallbackReply<Int>>()
      let started = Settlement<Void>()
      let caller = Task {
        try await withCallback { (reply: CallbackReply<Int>) in
          replies.append(reply)
          started.settle(())
        }
      }
      _ = await started.wait()
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      replies.all.first?.resume(returning: 1)
    }
    #expect(reports == [])
  }
}
