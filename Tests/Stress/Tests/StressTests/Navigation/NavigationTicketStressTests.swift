import KalugaArchitecture
import Testing

/// Settles tickets from several threads at once.
@Suite(.timeLimit(.minutes(5)))
struct NavigationTicketStressTests {
  @Test func `one of many racing outcomes wins, and waiters and transition agree`() async throws {
    let possible = (0..<4).flatMap { number -> [NavigationOutcome<Int>] in
      [.finished(number), .refused(.noHost(action: "\(number)"))]
    }
    for _ in 0..<1_000 {
      let promise = NavigationPromise<Int>()
      let ticket = promise.ticket
      let waiters = (0..<4).map { _ in Task { await ticket.outcome } }
      let winners = await withTaskGroup(of: NavigationOutcome<Int>?.self) { group in
        for outcome in possible {
          group.addTask { @concurrent in promise.settle(outcome) ? outcome : nil }
        }
        return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      var outcomes: [NavigationOutcome<Int>] = []
      for waiter in waiters { outcomes.append(await waiter.value) }
      do {
        try await ticket.waitForTransition()
      } catch let error as NavigationError {
        outcomes.append(.refused(error))
      }
      let winner = try #require(winners.first)
      #expect(winners.count == 1)
      #expect(outcomes == Array(repeating: winner, count: winner.isRefused ? 5 : 4))
    }
  }
}
