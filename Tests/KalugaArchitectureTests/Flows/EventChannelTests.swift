import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct EventChannelTests {

  @Test func `a later consumer receives the events that an earlier one left`() async {
    let channel = EventChannel<Int>()
    for event in 1...3 { channel.send(event) }
    for expected in 1...2 {
      for await event in channel {
        #expect(event == expected)
        break
      }
    }
    channel.send(4)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next(2) == [3, 4])
  }

  @Test func `a full queue drops the oldest event and counts it`() async {
    let channel = EventChannel<Int>(capacity: 2)
    for event in 1...5 { #expect(channel.send(event)) }
    #expect(channel.droppedCount == 3)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next(2) == [4, 5])
    let usual = EventChannel<Int>()
    for event in 1...65 { usual.send(event) }
    #expect(usual.droppedCount == 1)
  }

  @Test func `a full queue drops the newest event, says so and counts it`() async {
    let channel = EventChannel<Int>(capacity: 2, overflow: .dropNewest)
    #expect((1...5).map { channel.send($0) } == [true, true, false, false, false])
    #expect(channel.droppedCount == 3)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(channel.send(6))
    #expect(await iterator.next(2) == [2, 6])
  }

  @Test(arguments: [true, false])
  func `a cancelled consumer takes no event`(comesFirst: Bool) async throws {
    let channel = EventChannel<Int>()
    let cancelled = await waitingConsumer(of: channel)
    // If the event is first, it wakes the consumer, which is cancelled before it can take it.
    if comesFirst { channel.send(1) }
    cancelled.cancel()
    if !comesFirst { channel.send(1) }
    #expect(try await cancelled.value == nil)
    var iterator = channel.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }
}
