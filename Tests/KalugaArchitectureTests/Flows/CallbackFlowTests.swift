import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CallbackFlowTests {
  /// An API with callbacks, and what was done to it.
  private final class Sensor<Value: Sendable>: Sendable {
    let starts = Tally()
    let stops = Tally()
    let sinks = Log<CallbackFlow<Value>.Sink>()

    func flow(capacity: Int = .max, overflow: ChannelOverflow = .dropOldest) -> CallbackFlow<Value>
    {
      CallbackFlow(capacity: capacity, overflow: overflow) { sink in
        self.starts.add()
        self.sinks.append(sink)
        return { self.stops.add() }
      }
    }

    func send(_ value: Value) { for sink in sinks.all { sink.send(value) } }
  }

  @Test func `the API starts when the iterator is made and values wait in the buffer`() async {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    #expect(sensor.starts.value == 0)
    var iterator = flow.makeAsyncIterator()
    #expect(sensor.starts.value == 1)
    for value in 1...3 { sensor.send(value) }
    for value in 1...3 { #expect(await iterator.next() == value) }
    #expect(sensor.stops.value == 0)
  }

  @Test func `each consumer starts the API anew`() async {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    var first = flow.makeAsyncIterator()
    var second = flow.makeAsyncIterator()
    #expect(sensor.starts.value == 2)
    sensor.send(1)
    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
  }

  @Test func `the oldest or the newest value makes room`() async {
    let sensor = Sensor<Int>()
    var oldest = sensor.flow(capacity: 2).makeAsyncIterator()
    var newest = sensor.flow(capacity: 2, overflow: .dropNewest).makeAsyncIterator()
    for value in 1...4 { sensor.send(value) }
    #expect(await oldest.next() == 3)
    #expect(await oldest.next() == 4)
    #expect(await newest.next() == 1)
    #expect(await newest.next() == 2)
  }

  @Test func `a capacity of one keeps the newest value`() async {
    let sensor = Sensor<Int>()
    var iterator = sensor.flow(capacity: 1).makeAsyncIterator()
    sensor.send(1)
    sensor.send(2)
    #expect(await iterator.next() == 2)
  }

  @Test func `break stops the API once`() async {
    let sensor = Sensor<Int>()
    let flow = CallbackFlow<Int> { sink in
      sink.send(1)
      return { sensor.stops.add() }
    }
    for await _ in flow { break }
    #expect(sensor.stops.value == 1)
  }

  @Test func `releasing an iterator that was never used stops the API`() {
    let sensor = Sensor<Int>()
    do { _ = sensor.flow().makeAsyncIterator() }
    #expect(sensor.stops.value == 1)
    #expect(sensor.sinks.all.first?.send(1) == false)
  }

  @Test func `cancelling the waiting task stops the API once`() async {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let value = await iterator.next()
      #expect(sensor.stops.value == 1)
      #expect(await iterator.next() == nil)
      return value
    }
    await mainActorTurn()
    consumer.cancel()
    #expect(await consumer.value == nil)
    #expect(sensor.stops.value == 1)
  }

  @Test func `finish lets what was sent arrive, then ends, and stops the API once`() async {
    let sensor = Sensor<Int>()
    var iterator = sensor.flow().makeAsyncIterator()
    sensor.send(1)
    sensor.send(2)
    for sink in sensor.sinks.all {
      sink.finish()
      sink.finish()
      #expect(!sink.send(3))
    }
    #expect(sensor.stops.value == 1)
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
    #expect(sensor.stops.value == 1)
  }

  @Test func `finish wakes a waiting consumer`() async {
    let sensor = Sensor<Int>()
    let flow = sensor.flow()
    let consumer = Task { @MainActor in
      var seen: [Int] = []
      for await value in flow { seen.append(value) }
      return seen
    }
    await mainActorTurn()
    sensor.send(1)
    for sink in sensor.sinks.all { sink.finish() }
    #expect(await consumer.value == [1])
    #expect(sensor.stops.value == 1)
  }

  @Test func `an API that finishes while it starts is cleaned up once`() async {
    let stops = Tally()
    let flow = CallbackFlow<Int> { sink in
      sink.send(1)
      sink.finish()
      sink.send(2)
      return { stops.add() }
    }
    var seen: [Int] = []
    for await value in flow { seen.append(value) }
    #expect(seen == [1])
    #expect(stops.value == 1)
  }

  @Test func `a clean-up that finishes the sink again does not recurse`() async {
    let stops = Tally()
    let flow = CallbackFlow<Int> { sink in
      {
        stops.add()
        sink.finish()
        sink.send(1)
      }
    }
    do { _ = flow.makeAsyncIterator() }
    #expect(stops.value == 1)
  }

  @Test func `nil is a value and not the end`() async {
    let sensor = Sensor<Int?>()
    var iterator = sensor.flow().makeAsyncIterator()
    sensor.send(nil)
    sensor.send(1)
    var next = await iterator.next()
    #expect(next == .some(nil))
    next = await iterator.next()
    #expect(next == .some(1))
    #expect(sensor.stops.value == 0)
  }

  @Test func `values nobody will read go with the iterator, not with the sink`() {
    let alive = Tally()
    let sensor = Sensor<Tracked>()
    do {
      let iterator = sensor.flow().makeAsyncIterator()
      for id in 0..<3 { sensor.send(Tracked(id, alive)) }
      #expect(alive.value == 3)
      withExtendedLifetime(iterator) {}
    }
    #expect(sensor.stops.value == 1)
    #expect(alive.value == 0)
  }

  @Test func `finish races with cancellation and the clean-up runs once`() async {
    var ended = 0
    for round in 0..<2000 {
      let stops = Tally()
      let sensor = Sensor<Int>()
      let flow = CallbackFlow<Int> { sink in
        sensor.sinks.append(sink)
        return { stops.add() }
      }
      let line = StartLine()
      var random = SeededRandom(seed: round)
      let delays = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random))
      let consumer = Task.detached { () -> Bool in
        var iterator = flow.makeAsyncIterator()
        line.meet()
        spin(delays.0)
        return await iterator.next() != nil
      }
      line.meet()
      spin(delays.1)
      consumer.cancel()
      for sink in sensor.sinks.all { sink.finish() }
      _ = await consumer.value
      ended += 1
      #expect(stops.value == 1)
    }
    #expect(ended == 2000)
  }
}
