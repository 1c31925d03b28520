import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct NavigationTicketTests {
  typealias Outcome = NavigationOutcome<Int>

  private nonisolated static let refusal = NavigationError.noHost(action: "details")

  /// Starts tasks that wait for the outcome; when this returns, all of them wait.
  private func waiters(
    _ count: Int,
    for ticket: NavigationTicket<Int>
  ) async -> [Task<Outcome, Never>] {
    let tasks = (0..<count).map { _ in Task { @MainActor in await ticket.outcome } }
    await mainActorQueueDrained()
    return tasks
  }

  /// How the transition ended; waits for that.
  private func transition(of ticket: NavigationTicket<Int>) async -> NavigationError? {
    do {
      try await ticket.waitForTransition()
      return nil
    } catch {
      return error as? NavigationError
    }
  }

  @Test(
    arguments: [
      (.finished(42), 42, nil), (.done, nil, nil), (.cancelled(.back), nil, nil),
      (.cancelled(.hostEnded), nil, nil), (.refused(refusal), nil, refusal),
    ] as [(NavigationOutcome<Int>, Int?, NavigationError?)]
  )
  func `the outcome shows the result and how the transition ended`(
    _ outcome: NavigationOutcome<Int>,
    _ result: Int?,
    _ error: NavigationError?
  ) async throws {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    promise.settle(outcome)
    #expect(await ticket.outcome == outcome)
    #expect(await transition(of: ticket) == error)
    if let error {
      await #expect(throws: error) { try await ticket.result }
    } else {
      #expect(try await ticket.result == result)
    }
  }

  @Test(arguments: [Outcome.done, .cancelled(.back), .refused(refusal)])
  func `only the first outcome counts, also for the transition`(_ first: Outcome) async {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    #expect(promise.settle(first))
    promise.transitionDidEnd()
    for later: Outcome in [.done, .finished(1), .refused(.noHost(action: "later")), first] {
      #expect(!promise.settle(later))
    }
    #expect(await ticket.outcome == first)
    #expect(await transition(of: ticket) == (first == .refused(Self.refusal) ? Self.refusal : nil))
  }

  @Test(
    arguments: [
      (.notOnStack(screen: "unread", stack: []), 1), (.noHost(action: "unread"), 0),
      (.screenHasLeft(screen: "unread", action: "pop"), 0),
    ] as [(NavigationError, Int)]
  )
  func `a refusal that is not read is reported, unless the screen or the host has left`(
    _ error: NavigationError,
    _ count: Int
  ) async {
    for isRead in [true, false] {
      let diagnostics = DiagnosticLog()
      do {
        let promise = NavigationPromise<Int>()
        promise.settle(.refused(error))
        if isRead { _ = await promise.ticket.outcome }
      }
      #expect(
        diagnostics.of(.refusedRequest, about: "\(error)").count == (isRead ? 0 : count)
      )
    }
  }

  // MARK: Cancelled waits

  @Test func `every task that waits gets the outcome, except a cancelled one`() async throws {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    let tasks = await waiters(100, for: ticket)
    let result = Task { @MainActor in try await ticket.result }
    let transition = Task { @MainActor in try await ticket.waitForTransition() }
    tasks[1].cancel()
    result.cancel()
    transition.cancel()
    await #expect(throws: CancellationError.self) { try await transition.value }
    #expect(await tasks[1].value == .cancelled(.waitCancelled))
    #expect(try await result.value == nil)
    // The end of a wait is not an outcome.
    #expect(promise.settle(.finished(42)))
    for (index, task) in tasks.enumerated() where index != 1 {
      #expect(await task.value == .finished(42))
    }
  }

  // MARK: The transition

  @Test func `the transition may end long before the request`() async throws {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    let tasks = await waiters(1, for: ticket)
    promise.transitionDidEnd()
    try await ticket.waitForTransition()
    #expect(await settled(ticket) == nil)
    promise.settle(.finished(42))
    #expect(await tasks[0].value == .finished(42))
    try await ticket.waitForTransition()
  }

  @Test func `a refusal ends every wait for the transition`() async {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    let tasks = (0..<3).map { _ in Task { @MainActor in await transition(of: ticket) } }
    await mainActorQueueDrained()
    promise.settle(.refused(Self.refusal))
    for task in tasks { #expect(await task.value == Self.refusal) }
  }
}
