import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct EventChannelTests {
  @Test func `events wait while nobody listens and come in order`() async {
    let channel = EventChannel<Int>()
    for event in 1...3 { #expect(channel.send(event)) }
    var iterator = channel.makeAsyncIterator()
    for event in 1...3 { #expect(await iterator.next() == event) }
    #expect(channel.droppedCount == 0)
  }

  @Test func `a waiting consumer gets the event`() async {
    let channel = EventChannel<Int>()
    let consumer = Task { @MainActor in
      var iterator = channel.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    channel.send(1)
    #expect(await consumer.value == 1)
  }

  @Test func `a consumer that comes later gets what the one before left`() async {
    let channel = EventChannel<Int>()
    for event in 1...3 { channel.send(event) }
    for await event in channel {
      #expect(event == 1)
      break
    }
    for await event in channel {
      #expect(event == 2)
      break
    }
    channel.send(4)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == 4)
  }

  @Test func `a full queue drops the oldest event and counts it`() async {
    let channel = EventChannel<Int>(capacity: 2)
    for event in 1...5 { #expect(channel.send(event)) }
    #expect(channel.droppedCount == 3)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 4)
    #expect(await iterator.next() == 5)
  }

  @Test func `a full queue drops the newest event, says so and counts it`() async {
    let channel = EventChannel<Int>(capacity: 2, overflow: .dropNewest)
    #expect((1...5).map { channel.send($0) } == [true, true, false, false, false])
    #expect(channel.droppedCount == 3)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(channel.send(6))
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 6)
  }

  @Test func `a cancelled consumer takes no event with it`() async {
    for comesFirst in [true, false] {
      let channel = EventChannel<Int>()
      let cancelled = Task { @MainActor in
        var iterator = channel.makeAsyncIterator()
        return await iterator.next()
      }
      await mainActorTurn()
      // Woken for the event, and cancelled before it could take it.
      if comesFirst { channel.send(1) }
      cancelled.cancel()
      if !comesFirst { channel.send(1) }
      #expect(await cancelled.value == nil)
      var iterator = channel.makeAsyncIterator()
      #expect(await iterator.next() == 1)
    }
  }

  @Test func `an event that a cancelled consumer was woken for goes to another that waits`() async {
    let channel = EventChannel<Int>()
    let cancelled = Task { @MainActor in
      var iterator = channel.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    let other = Task { @MainActor in
      var iterator = channel.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    channel.send(1)
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(await other.value == 1)
  }

  @Test func `cancelled before the first read gives nil though an event waits`() async {
    let channel = EventChannel<Int>()
    channel.send(1)
    let cancelled = Task { @MainActor in
      var iterator = channel.makeAsyncIterator()
      return await iterator.next()
    }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  @Test func `waiting consumers are served one event each`() async {
    let channel = EventChannel<Int>()
    let log = Log<Int>()
    let consumers = (0..<10).map { _ in
      Task { @MainActor in
        var iterator = channel.makeAsyncIterator()
        if let event = await iterator.next() { log.append(event) }
      }
    }
    await mainActorTurn()
    for event in 0..<10 { channel.send(event) }
    for consumer in consumers { await consumer.value }
    #expect(log.all.sorted() == Array(0..<10))
    #expect(channel.droppedCount == 0)
  }

  @Test func `ten thousand waiting consumers are served or cancelled`() async {
    let channel = EventChannel<Int>()
    let served = Tally()
    let consumers = (0..<10_000).map { _ in
      Task { @MainActor in
        var iterator = channel.makeAsyncIterator()
        if await iterator.next() != nil { served.add() }
      }
    }
    await mainActorTurn()
    for event in 0..<50 { channel.send(event) }
    await mainActorTurns(until: served.value == 50)
    for consumer in consumers.reversed() { consumer.cancel() }
    for consumer in consumers { await consumer.value }
    #expect(served.value == 50)
    // Nobody is left to be woken in vain.
    channel.send(50)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 50)
  }

  @Test func `nil is an event`() async {
    let channel = EventChannel<Int?>()
    channel.send(nil)
    channel.send(1)
    var iterator = channel.makeAsyncIterator()
    var event = await iterator.next()
    #expect(event == .some(nil))
    event = await iterator.next()
    #expect(event == .some(1))
  }

  @Test func `an event dropped for want of room may use the channel when released`() {
    let alive = Tally()
    let channel = EventChannel<Tracked>(capacity: 1)
    channel.send(
      Tracked(1, alive) { [weak channel] in
        _ = channel?.droppedCount
        channel?.send(Tracked(3, alive))
      }
    )
    channel.send(Tracked(2, alive))
    #expect(channel.droppedCount == 2)
    #expect(alive.value == 1)
  }
}
