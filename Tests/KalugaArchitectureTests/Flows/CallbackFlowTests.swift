import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The rules of ``CallbackFlow``, with and without errors.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CallbackFlowTests {
  /// An API with callbacks, which records its sinks and counts its stops.
  private final class Sensor<Value: Sendable>: Sendable {
    let stops = Tally()
    let sinks = Log<CallbackFlowOf<Value>.Sink>()
    let onStart: @Sendable (CallbackFlowOf<Value>.Sink) -> Void

    init(onStart: @escaping @Sendable (CallbackFlowOf<Value>.Sink) -> Void = { _ in }) {
      self.onStart = onStart
    }

    func flow(
      capacity: Int = .max,
      overflow: ChannelOverflow = .dropOldest
    ) -> CallbackFlowOf<Value> {
      CallbackFlow(capacity: capacity, overflow: overflow) { sink in
        self.sinks.append(sink)
        self.onStart(sink)
        return { self.stops.add() }
      }
    }

    func send(_ value: Value) {
      for sink in sinks.all { sink.send(value) }
    }
  }

  private let alive = Tally()
  private let stops = Tally()

  @Test func `each consumer starts the API, and values wait in its buffer`() async {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    var first = flow.makeAsyncIterator()
    #expect(sensor.sinks.count == 1)
    var second = flow.makeAsyncIterator()
    #expect(sensor.sinks.count == 2)
    for value in 1...3 { sensor.send(value) }
    #expect(await first.next(3) == [1, 2, 3])
    #expect(await second.next(3) == [1, 2, 3])
    #expect(sensor.stops.value == 0)
  }

  @Test func `first returns a value that fulfils the condition, or nil, and stops the API`() async {
    let sensor = Sensor<Int> { sink in
      for value in 1...3 { sink.send(value) }
      sink.finish()
    }
    await #expect(sensor.flow().first { $0 > 1 } == 2)
    await #expect(sensor.flow().first { $0 > 3 } == nil)
    #expect(sensor.stops.value == 2)
  }

  @Test func `the oldest or the newest value is dropped if the buffer is full`() async {
    let sensor = Sensor<Int>()
    var oldest = sensor.flow(capacity: 2).makeAsyncIterator()
    var newest = sensor.flow(capacity: 2, overflow: .dropNewest).makeAsyncIterator()
    var single = sensor.flow(capacity: 1).makeAsyncIterator()
    for value in 1...4 { sensor.send(value) }
    #expect(await oldest.next(2) == [3, 4])
    #expect(await newest.next(2) == [1, 2])
    #expect(await single.next(1) == [4])
  }

  @Test func `releasing an unused iterator stops the API and releases unread values`() {
    let sensor = Sensor<Tracked>()
    do {
      let iterator = sensor.flow().makeAsyncIterator()
      for id in 0..<3 { sensor.send(Tracked(id, alive)) }
      #expect(alive.value == 3)
      withExtendedLifetime(iterator) {}
    }
    #expect(sensor.stops.value == 1)
    #expect(alive.value == 0, "although the API keeps its sink")
    #expect(sensor.sinks.all.map { $0.send(Tracked(3, alive)) } == [false])
  }

  @Test func `cancelling the waiting task stops the API once`() async throws {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    let consumer = await runUntilSuspended {
      var iterator = flow.makeAsyncIterator()
      let value = await iterator.next(isolation: #isolation)
      #expect(sensor.stops.value == 1)
      return [value, await iterator.next(isolation: #isolation)]
    }
    consumer.cancel()
    #expect(try await consumer.value == [nil, nil])
    #expect(sensor.stops.value == 1)
  }

  @Test func `an API that finishes while it starts is cleaned up once`() async {
    let sensor = Sensor<Int> { sink in
      sink.send(1)
      sink.finish()
      sink.send(2)
    }
    var iterator = sensor.flow().makeAsyncIterator()
    #expect(await iterator.next(2) == [1])
    #expect(sensor.stops.value == 1)
  }

  @Test func `a clean-up may finish the sink again, and is released after it has run`() {
    let flow = CallbackFlowOf<Int> { [alive, stops] sink in
      let owned = Tracked(1, alive)
      return {
        stops.add(owned.id)
        sink.finish()
        sink.send(1)
      }
    }
    do {
      let iterator = flow.makeAsyncIterator()
      #expect(alive.value == 1)
      withExtendedLifetime(iterator) {}
    }
    #expect(stops.value == 1)
    #expect(alive.value == 0)
  }

  // MARK: Errors

  private typealias Failing = CallbackFlow<Int, SourceError>

  private func failingFlow() -> (flow: Failing, sinks: Log<Failing.Sink>) {
    let sinks = Log<Failing.Sink>()
    let flow = Failing { [stops] sink in
      sinks.append(sink)
      return { stops.add() }
    }
    return (flow, sinks)
  }

  @Test(arguments: [nil, SourceError()])
  func `the end or the error arrives after the values, once, and stops the API`(
    error: SourceError?
  ) async throws {
    let (flow, sinks) = failingFlow()
    var iterator = flow.makeAsyncIterator()
    let sink = try #require(sinks.all.first)
    sink.send(1)
    sink.send(2)
    if let error { sink.finish(throwing: error) } else { sink.finish() }
    sink.finish()
    #expect(!sink.send(3))
    #expect(stops.value == 1)
    #expect(try await iterator.next(2) == [1, 2])
    var thrown: SourceError?
    do throws(SourceError) { _ = try await iterator.next() } catch { thrown = error }
    #expect(thrown == error)
    #expect(try await iterator.next() == nil)
    #expect(stops.value == 1)
  }

  @Test func `only the first end takes effect, and it wakes a waiting consumer`() async throws {
    let (flow, sinks) = failingFlow()
    let consumers = await [waitingConsumer(of: flow), waitingConsumer(of: flow)]
    sinks.all[0].finish()
    sinks.all[0].finish(throwing: SourceError())
    sinks.all[1].finish(throwing: SourceError())
    sinks.all[1].finish()
    #expect(try await consumers[0].value == nil)
    await #expect(throws: SourceError()) { try await consumers[1].value }
    #expect(stops.value == 2)
  }

  @Test func `a cancelled consumer ends without the error, and the API is stopped once`()
    async throws
  {
    let (flow, sinks) = failingFlow()
    let consumer = await runUntilSuspended {
      var iterator = flow.makeAsyncIterator()
      await untilCancelled()
      sinks.all.first?.finish(throwing: SourceError())
      return try await iterator.next()
    }
    consumer.cancel()
    #expect(try await consumer.value == nil)
    #expect(stops.value == 1)
  }
}
