import KalugaArchitectureTestUtils
import Testing

/// Tests which calls verifications accept and captors capture.
@Suite(.timeLimit(.minutes(5)))
struct MockVerificationTests {
  private let load = MockFunction<User, Int, Bool>("load", default: ada)
  private let move = MockFunction<Void, Int>("move", default: ())
  private let save = MockFunction<Void, String>("save", default: ())

  private func load(_ ids: Int...) throws {
    for id in ids { try load.call(id, true) }
  }

  @Test func `a verification counts the matching calls and consumes none`() throws {
    try load(7, 8, 7)
    for _ in 1...2 {
      load.verify(.equal(7), .any, times: 2)
      load.verify(.equal(8), .equal(true))
      load.verify(.any, .equal(false), times: .never)
      load.verify(calls: 3)
    }
    #expect(load.calls.map(\.0) == [7, 8, 7])
  }

  // MARK: Captors

  @Test func `a captor gets the matching arguments once, even if verified twice`() throws {
    try load(7, 9)
    try load.call(8, false)
    let id = Captor<Int>()
    #expect(id.last == nil)
    for _ in 1...2 { load.verify(.capture(id), .equal(true), times: 2) }
    #expect(id.values == [7, 9])
    #expect(id.last == 9)
  }

  @Test func `one captor may be used for two parameters`() {
    let swap = MockFunction<Void, Int, Int>("swap", default: ())
    swap.call(1, 2, throwing: Never.self)
    swap.call(3, 4, throwing: Never.self)
    let both = Captor<Int>()
    swap.verify(.capture(both), .capture(both, where: .notEqual(9)), times: 2)
    #expect(both.values == [1, 2, 3, 4])
  }

  // MARK: Orders

  @Test func `an order across mocks holds with other calls between, and captures`() throws {
    for number in 1...2 {
      try move.call(number)
      try save.call("\(number)")
    }
    verifyOrder()
    verifyOrder(move.called(.equal(1)), save.called(.equal("2")))
    verifyOrder(move.called(.any), save.called(.any), move.called(.any), save.called(.any))
    let (id, text) = (Captor<Int>(), Captor<String>())
    for _ in 1...2 { verifyOrder(save.called(.capture(text)), move.called(.capture(id))) }
    #expect(text.values == ["1"] && id.values == [2])
    // A reset also removes the order.
    move.resetCalls()
    try move.call(3)
    verifyOrder(save.called(.equal("2")), move.called(.any))
  }

  // MARK: Verifications within a time

  @Test func `a verification that already succeeds does not wait`() async throws {
    await load.verify(.any, .any, times: .never, within: .zero)
    try load(7)
    await load.verify(.equal(7), .any, within: .zero)
    await load.verify(.any, .any, times: .atLeast(1), within: .seconds(60))
  }

  @MainActor
  @Test func `a verification waits until its count is reached, even for a moment`() async throws {
    let move = move
    try move.call(0)
    let id = Captor<Int>()
    let verification = Task { @MainActor in
      await move.verify(.capture(id, where: .notEqual(3)), times: 2, within: .seconds(60))
    }
    await mainActorQueueDrained()
    // A reset restarts the count.
    move.resetCalls()
    for number in 2...6 { try move.call(number) }
    await verification.value
    #expect(id.values == [2, 4])
  }
}
