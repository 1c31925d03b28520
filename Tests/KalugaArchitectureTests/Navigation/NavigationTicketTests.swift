import KalugaArchitecture
import Testing

struct NavigationTicketTests {
  private let refusal = NavigationError.noHost(action: "details")

  /// Starts tasks that wait for the outcome; when this returns, all of them do.
  @MainActor
  private func waiters<Result: Sendable>(
    _ count: Int,
    for ticket: NavigationTicket<Result>
  ) async -> [Task<NavigationOutcome<Result>, Never>] {
    let tasks = (0..<count).map { _ in Task { @MainActor in await ticket.outcome } }
    await Task { @MainActor in }.value
    return tasks
  }

  @Test func `the outcome that was settled before is there at once`() async {
    let ticket = NavigationTicket<Int>()
    ticket.settle(.finished(42))
    #expect(await ticket.outcome == .finished(42))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `every task that waits gets the outcome`() async {
    let ticket = NavigationTicket<Int>()
    let tasks = await waiters(100, for: ticket)
    #expect(ticket.settle(.finished(42)))
    for task in tasks {
      #expect(await task.value == .finished(42))
    }
  }

  @Test func `only the first outcome counts`() async {
    let ticket = NavigationTicket<Int>()
    #expect(ticket.settle(.cancelled(.back)))
    #expect(!ticket.settle(.finished(1)))
    #expect(!ticket.settle(.refused(refusal)))
    #expect(!ticket.settle(.cancelled(.back)))
    #expect(await ticket.outcome == .cancelled(.back))
  }

  @Test func `an outcome that is late does not change how the transition ended`() async throws {
    let ticket = NavigationTicket<Int>()
    ticket.settle(.done)
    ticket.settle(.refused(refusal))
    try await ticket.transitioned()
    let refused = NavigationTicket<Int>()
    refused.settle(.refused(refusal))
    refused.transitionDidEnd()
    refused.settle(.done)
    await #expect(throws: refusal) { try await refused.transitioned() }
  }

  @Test func `of many that settle at once exactly one wins, and all waiters agree`() async {
    for _ in 0..<50 {
      let ticket = NavigationTicket<Int>()
      let tasks = await waiters(4, for: ticket)
      let winners = await withTaskGroup(of: Int?.self) { group in
        for number in 0..<8 {
          group.addTask { ticket.settle(.finished(number)) ? number : nil }
        }
        return await group.reduce(into: [Int]()) { winners, number in
          if let number { winners.append(number) }
        }
      }
      #expect(winners.count == 1)
      for task in tasks {
        let outcome = await task.value
        #expect(winners.first.map { NavigationOutcome.finished($0) } == outcome)
      }
    }
  }

  @Test func `a cancelled task stops waiting, and the others go on`() async {
    let ticket = NavigationTicket<Int>()
    let tasks = await waiters(3, for: ticket)
    tasks[1].cancel()
    #expect(await tasks[1].value == .cancelled(.waitCancelled))
    ticket.settle(.finished(42))
    #expect(await tasks[0].value == .finished(42))
    #expect(await tasks[2].value == .finished(42))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `a task that is cancelled before it waits does not wait`() async {
    let ticket = NavigationTicket<Int>()
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await ticket.outcome
    }
    #expect(await task.value == .cancelled(.waitCancelled))
  }

  @Test func `a cancelled task still gets an outcome that is there`() async {
    let ticket = NavigationTicket<Int>()
    ticket.settle(.finished(42))
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await ticket.outcome
    }
    #expect(await task.value == .finished(42))
  }

  @Test func `the end of a cancelled wait does not count as an outcome`() async {
    let ticket = NavigationTicket<Int>()
    let tasks = await waiters(1, for: ticket)
    tasks[0].cancel()
    _ = await tasks[0].value
    #expect(ticket.settle(.finished(1)))
  }

  // MARK: The result

  @Test func `the result is the value, or nil if the request ended without one`() async throws {
    let finished = NavigationTicket<Int>()
    finished.settle(.finished(42))
    #expect(try await finished.result == 42)
    for outcome: NavigationOutcome<Int> in [.done, .cancelled(.back), .cancelled(.hostEnded)] {
      let ticket = NavigationTicket<Int>()
      ticket.settle(outcome)
      #expect(try await ticket.result == nil)
    }
  }

  @Test func `the result of a refused request is its error`() async {
    let ticket = NavigationTicket<Int>()
    ticket.settle(.refused(refusal))
    await #expect(throws: refusal) { try await ticket.result }
    #expect(await ticket.outcome == .refused(refusal))
  }

  @Test func `the wait of a cancelled task for a result ends with nil`() async throws {
    let ticket = NavigationTicket<Int>()
    let task = Task { @MainActor in try await ticket.result }
    await Task { @MainActor in }.value
    task.cancel()
    #expect(try await task.value == nil)
  }

  // MARK: The transition

  @Test func `the transition may end long before the request`() async throws {
    let ticket = NavigationTicket<Int>()
    let tasks = await waiters(1, for: ticket)
    ticket.transitionDidEnd()
    try await ticket.transitioned()
    ticket.settle(.finished(42))
    #expect(await tasks[0].value == .finished(42))
    try await ticket.transitioned()
  }

  @Test func `the transition of a refused request fails for everyone who waits`() async {
    let ticket = NavigationTicket<Int>()
    let tasks = (0..<3).map { _ in Task { @MainActor in try await ticket.transitioned() } }
    await Task { @MainActor in }.value
    ticket.settle(.refused(refusal))
    for task in tasks {
      await #expect(throws: refusal) { try await task.value }
    }
  }

  @Test func `an outcome ends the transition too`() async throws {
    for outcome: NavigationOutcome<Int> in [.done, .finished(1), .cancelled(.closed)] {
      let ticket = NavigationTicket<Int>()
      ticket.settle(outcome)
      try await ticket.transitioned()
    }
  }

  // MARK: Outcomes

  @Test func `outcomes are equal by kind and content`() {
    #expect(NavigationOutcome.finished(1) != .finished(2))
    #expect(NavigationOutcome<Int>.done != .cancelled(.back))
    #expect(NavigationOutcome<Int>.cancelled(.back) != .cancelled(.closed))
    #expect(NavigationOutcome<Int>.refused(refusal) == .refused(refusal))
  }

  @Test func `a ticket that was settled does not keep its waiters`() async {
    final class Mark: Sendable {}
    let ticket = NavigationTicket<Int>()
    weak let weakMark: Mark?
    do {
      let mark = Mark()
      weakMark = mark
      let task = Task { @MainActor in
        _ = await ticket.outcome
        withExtendedLifetime(mark) {}
      }
      await Task { @MainActor in }.value
      ticket.settle(.done)
      await task.value
    }
    #expect(weakMark == nil)
  }

  @Test func `of two that race the same one decides about the transition and the end`() async {
    for _ in 0..<2000 {
      let ticket = NavigationTicket<Never>()
      async let refused = Task.detached { ticket.settle(.refused(.noHost(action: "a"))) }.value
      async let done = Task.detached { ticket.settle(.done) }.value
      let isRefused = await refused
      #expect(await done != isRefused)
      var error: NavigationError?
      do throws(NavigationError) {
        try await ticket.transitioned()
      } catch let refusal {
        error = refusal
      }
      #expect((error != nil) == isRefused)
    }
  }
}
