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
  func `removeDuplicates delivers each distinct value`(_ flow: TestFlow) async throws {
    let twice = Self.numbers.flatMap { [$0, $0] }
    let found = try await deliveries(flow, sending: twice) { $0.removeDuplicates() }
    #expect(found == Array(Self.numbers))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `chain delivers each value after the first sequence`(_ flow: TestFlow) async throws {
    let found = try await deliveries(flow, count: 201) { chain([0].async, $0) }
    #expect(found == Array(0...200))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `chunks of a count contain each value`(_ flow: TestFlow) async throws {
    let found = try await deliveries(flow, count: 20) { $0.chunks(ofCount: 10) }
    #expect(found.flatMap { $0 } == Array(Self.numbers))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `chunks of a group contain each value once the next group begins`(
    _ flow: TestFlow
  ) async throws {
    let found = try await deliveries(flow, count: 20) { flow in
      flow.chunked { $0 / 10 == $1 / 10 }
    }
    #expect(found.flatMap { $0 } == Array(1...199))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `chunks that end with a signal contain each value`(_ flow: TestFlow) async throws {
    let clock = ManualClock()
    let found = try await deliveries(flow, count: 20) { flow in
      flow.chunks(ofCount: 10, or: .repeating(every: .seconds(1), clock: clock))
    }
    #expect(found.flatMap { $0 } == Array(Self.numbers))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `buffer delivers each value`(_ flow: TestFlow) async throws {
    let found = try await deliveries(flow) { $0.buffer(policy: .bounded(4)) }
    #expect(found == Array(Self.numbers))
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `merge delivers each value of both flows`(_ flow: TestFlow) async throws {
    let others = EventChannel<Int>(capacity: 200)
    for number in Self.numbers { others.send(-number) }
    let found = try await deliveries(flow, count: 400) { merge($0, others) }
    #expect(found.filter { $0 > 0 } == Array(Self.numbers))
    #expect(found.filter { $0 < 0 } == Self.numbers.map { -$0 })
  }

  @Test(arguments: [TestFlow.shared, .channel])
  func `zip pairs each value with one of the other flow`(_ flow: TestFlow) async throws {
    let others = EventChannel<Int>(capacity: 200)
    for number in Self.numbers { others.send(-number) }
    let found = try await deliveries(flow) { zip($0, others) }
    #expect(found.map(\.0) == Array(Self.numbers))
    #expect(found.map(\.1) == Self.numbers.map { -$0 })
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
  func `flatMapLatest delivers each value of the newest flow`(_ flow: TestFlow) async throws {
    let selection = MutableStateFlow(true)
    let found = try await deliveries(flow) { flow in
      selection.flatMapLatest { _ in flow }
    }
    #expect(found == Array(Self.numbers))
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
