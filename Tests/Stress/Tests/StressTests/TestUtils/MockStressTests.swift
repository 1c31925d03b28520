import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MockStressTests {
  @Test func `calls of many tasks are all recorded, each with its answer`() async throws {
    let mock = MockFunction<Int, Int, Int>("f")
    let order = MockFunction<Void>.withDefault("order")
    mock.onAnyCall.answers { task, number in
      order.call(throwing: Never.self)
      return task * 1000 + number
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            try #expect(mock.call(task, number) == task * 1000 + number)
          }
        }
      }
      group.addTask { await order.verify(times: .atLeast(4000), within: .seconds(240)) }
      try await group.waitForAll()
    }
    mock.verify(calls: 4000)
    for task in 0..<8 {
      let number = Captor<Int>()
      mock.verify(.equal(task), .capture(number), times: 500)
      #expect(number.values == Array(0..<500))
    }
  }

  @Test func `stubs, calls, verifications and resets may come from everywhere`() async throws {
    let mock = MockFunction<Int, Int>("f", default: -1)
    let captor = Captor<Int>()
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            mock.on(.equal(number)).returns(inSequence: [task, number])
            _ = try? mock.call(number)
            mock.verify(.capture(captor), times: .atLeast(0))
            _ = captor.last
            if number % 50 == task { mock.reset() }
          }
        }
      }
    }
    mock.reset()
    #expect(try mock.call(1) == -1)
    #expect(mock.calls == [1])
  }

  @Test func `a sequence gives each value but the last one once`() async throws {
    let mock = MockFunction<Int>("f")
    mock.on().returns(inSequence: Array(1...1000))
    let sum = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { try (0..<250).reduce(0) { sum, _ in try sum + mock.call() } }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 500_500)
  }

  @Test func `what a mock held is released without a lock`() throws {
    final class Argument: Sendable {
      let atEnd: @Sendable () -> Void
      init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    let mock = MockFunction<Void, Argument>.withDefault("f")
    let ends = MockFunction<Void>.withDefault("end")
    let captor = Captor<Argument>()
    let atEnd: @Sendable () -> Void = {
      ends.call(throwing: Never.self)
      _ = mock.callCount
      _ = captor.values.count
      mock.resetStubs()
    }
    try mock.call(Argument(atEnd: atEnd))
    mock.verify(.capture(captor))
    mock.reset()
    ends.verify(times: .never)
    mock.verify(.capture(captor), times: .never)
    ends.verify(times: 1)
    let held = Argument(atEnd: atEnd)
    mock.onAnyCall.answers { [held] _ in _ = held }
    mock.resetStubs()
  }
}
