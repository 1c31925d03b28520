import AsyncAlgorithms
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Which operators deliver each value of a shared flow and of an event channel.
@MainActor
struct LosslessTests {
  private static let numbers = 1...200

  /// Sends the numbers and returns what the operator delivers.
  private func deliveries<Elements: AsyncSequence & Sendable>(
    _ flow: TestFlow,
    count: Int = numbers.count,
    sending values: some Sequence<Int> & Sendable = numbers,
    _ transform: (TestFlow) -> Elements
  ) async throws -> [Elements.Element] where Elements.Element: Sendable {
    let elements = transform(flow)
    let found = Task.detached { try await first(count, of: elements) }
    // In a task, because a shared flow never accepts what the consumer does not read to the end.
    let sender = Task.detached { try await flow.send(values) }
    defer { sender.cancel() }
    return try await found.value
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `operators with one input deliver each value`(_ flow: TestFlow) async throws {
    let all = Array(Self.numbers)
    let twice = all.flatMap { [$0, $0] }
    #expect(try await deliveries(flow, sending: twice) { $0.removeDuplicates() } == all)
    #expect(try await deliveries(flow.another) { $0.buffer(policy: .bounded(4)) } == all)
    let selection = MutableStateFlow(true)
    let latest = try await deliveries(flow.another) { flow in
      selection.flatMapLatest { _ in flow }
    }
    #expect(latest == all)
    let chunks = try await deliveries(flow.another, count: 20) { $0.chunks(ofCount: 10) }
    #expect(chunks.flatMap { $0 } == all)
    let clock = ManualClock()
    let signalled = try await deliveries(flow.another, count: 20) { flow in
      flow.chunks(ofCount: 10, or: .repeating(every: .seconds(1), clock: clock))
    }
    #expect(signalled.flatMap { $0 } == all)
    // A group ends when the next one begins.
    let groups = try await deliveries(flow.another, count: 20) { flow in
      flow.chunked { $0 / 10 == $1 / 10 }
    }
    #expect(groups.flatMap { $0 } == Array(1...199))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `operators with two inputs deliver each value of both`(_ flow: TestFlow) async throws {
    let all = Array(Self.numbers)
    let chained = try await deliveries(flow, count: 201) { chain([0].async, $0) }
    #expect(chained == Array(0...200))
    let others = EventChannel<Int>(capacity: 200)
    for number in all { others.send(-number) }
    let merged = try await deliveries(flow.another, count: 400) { merge($0, others) }
    #expect(merged.filter { $0 > 0 } == all)
    #expect(merged.filter { $0 < 0 } == all.map { -$0 })
    for number in all { others.send(-number) }
    let pairs = try await deliveries(flow.another) { zip($0, others) }
    #expect(pairs.map(\.0) == all)
    #expect(pairs.map(\.1) == all.map { -$0 })
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `combineLatest delivers each value once all flows have one`(_ flow: TestFlow) async throws {
    let state = MutableStateFlow(0)
    let latest = combineLatest(flow, state)
    let found = Log<Int>()
    let consumer = Task.detached { for await (number, _) in latest { found.append(number) } }
    try await flow.send([0])
    await until(found.all == [0])
    let sender = Task.detached { try await flow.send(Self.numbers) }
    await until(found.all == Array(0...200))
    consumer.cancel()
    sender.cancel()
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `share delivers each value to all consumers that exist at its start`(
    _ flow: TestFlow
  ) async throws {
    let shared = flow.share(bufferingPolicy: .unbounded)
    let consumers = (1...3).map { _ in
      var iterator = shared.makeAsyncIterator()
      return Task {
        var found: [Int] = []
        while found.count < 200, let number = await iterator.next(isolation: MainActor.shared) {
          found.append(number)
        }
        return found
      }
    }
    let sender = Task.detached { try await flow.send(Self.numbers) }
    defer { sender.cancel() }
    for consumer in consumers { await #expect(consumer.value == Array(Self.numbers)) }
  }
}
