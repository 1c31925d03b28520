import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Uses mocks from many threads at once.
@Suite(.timeLimit(.minutes(5)))
struct TestUtilsStressTests {
  @Test func `calls of many tasks are all recorded, each with its answer`() async throws {
    let mock = MockFunction<Int, Int, Int>("f")
    let order = MockFunction<Void>("order", default: ())
    let sequence = MockFunction<Int>("sequence")
    sequence.on().returns(inSequence: Array(1...4000))
    let sum = Tally()
    mock.onAnyCall.answers { task, number in
      order.call(throwing: Never.self)
      return task * 1000 + number
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            try #expect(mock.call(task, number) == task * 1000 + number)
            try sum.add(sequence.call())
          }
        }
      }
      group.addTask { await order.verify(times: .atLeast(4000), within: .seconds(240)) }
      try await group.waitForAll()
    }
    mock.verify(calls: 4000)
    #expect(sum.value == 4000 * 4001 / 2)
    for task in 0..<8 {
      let number = Captor<Int>()
      mock.verify(.equal(task), .capture(number), times: 500)
      #expect(number.values == Array(0..<500))
    }
  }

  @Test func `values that a mock held are released without a lock`() throws {
    let mock = MockFunction<Void, Probe>("f", default: ())
    let ends = MockFunction<Void>("end", default: ())
    let captor = Captor<Probe>()
    let atEnd: @Sendable () -> Void = {
      ends.call(throwing: Never.self)
      _ = mock.calls.count
      _ = captor.values.count
      mock.resetStubs()
    }
    try mock.call(Probe(onDeinit: atEnd))
    mock.verify(.capture(captor))
    mock.reset()
    ends.verify(times: .never)
    mock.verify(.capture(captor), times: .never)
    ends.verify(times: 1)
    let held = Probe(onDeinit: atEnd)
    mock.onAnyCall.answers { [held] _ in held.touch() }
    mock.resetStubs()
  }
}
