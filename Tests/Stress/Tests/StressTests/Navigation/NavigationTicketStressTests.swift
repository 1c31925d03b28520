import KalugaArchitecture
import Testing

/// Tickets that are settled from several threads at once.
@Suite(.timeLimit(.minutes(5)))
struct NavigationTicketStressTests {
  @Test func `exactly one of many outcomes at once wins, and all waiters agree`() async {
    for _ in 0..<500 {
      let ticket = NavigationTicket<Int>()
      let waiters = (0..<4).map { _ in Task { await ticket.outcome } }
      let winners = await withTaskGroup(of: Int?.self) { group in
        for number in 0..<8 {
          group.addTask { @concurrent in ticket.settle(.finished(number)) ? number : nil }
        }
        return await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      #expect(winners.count == 1)
      for waiter in waiters { #expect(await waiter.value.number == winners.first) }
    }
  }

  @Test func `the outcome that wins decides about the transition too`() async {
    for _ in 0..<2000 {
      let ticket = NavigationTicket<Never>()
      async let refused = Task.detached { ticket.settle(.refused(.noHost(action: "a"))) }.value
      async let done = Task.detached { ticket.settle(.done) }.value
      let isRefused = await refused
      #expect(await done != isRefused)
      var hasFailed = false
      do { try await ticket.transitioned() } catch { hasFailed = true }
      #expect(hasFailed == isRefused)
    }
  }
}

extension NavigationOutcome<Int> {
  fileprivate var number: Int? {
    if case .finished(let number) = self { number } else { nil }
  }
}
