import KalugaArchitecture
import Testing

/// Values whose release uses the flow that held them, which would deadlock under a lock.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowReentryTests {
  private let released = Log<Int>()

  /// A value whose release uses the flow in every way.
  private func value(in flow: MutableSharedFlow<Probe?>) -> Probe {
    Probe { [weak flow, released] in
      released.append(1)
      guard let flow else { return }
      _ = flow.replayCache.count
      _ = flow.subscriptionCount.value
      _ = flow.makeAsyncIterator()
      _ = flow.tryEmit(nil)
      flow.resetReplayCache()
    }
  }

  @Test(arguments: [BufferOverflow.dropOldest, .dropNewest])
  func `the release of a dropped value may use the shared flow`(overflow: BufferOverflow) async {
    let flow = MutableSharedFlow<Probe?>(extraBuffer: 1, overflow: overflow)
    var iterator = flow.makeAsyncIterator()
    #expect(flow.tryEmit(value(in: flow)))
    #expect(flow.tryEmit(value(in: flow)))
    #expect(released.count > 0)
    _ = await iterator.next()
    await until(released.count == 2)
  }

  @Test func `the release of a value that is no longer needed may use the shared flow`() async {
    let flow = MutableSharedFlow<Probe?>(replay: 1)
    #expect(flow.tryEmit(value(in: flow)))
    flow.resetReplayCache()
    #expect(released.count == 1)
    do {
      let lazy = flow.makeAsyncIterator()
      #expect(flow.tryEmit(value(in: flow)))
      flow.resetReplayCache()
      let emitter = await runUntilSuspended { [self] in try await flow.emit(value(in: flow)) }
      emitter.cancel()
      // Withdrawn while the first value is still unread.
      await until(released.count == 2)
      withExtendedLifetime(lazy) {}
    }
    #expect(released.count == 3)
  }

  @Test func `the release of a state flow's value may read and write the flow`() {
    let alive = Tally()
    let flow = MutableStateFlow<Tracked?>(nil)
    flow.value = Tracked(1, alive) { [weak flow] in
      _ = flow?.value
      _ = flow?.subscriptionCount.value
      flow?.value = Tracked(3, alive)
    }
    flow.value = Tracked(2, alive)
    #expect(flow.value?.id == 3)
    flow.value = nil
    #expect(alive.value == 0)
  }

  @Test func `a comparison that reads the flow does not block`() {
    let reads = Log<@Sendable () -> Void>()
    let flow = MutableStateFlow(0) { old, new in
      for read in reads.all { read() }
      return old == new
    }
    reads.append { [weak flow] in _ = (flow?.value, flow?.subscriptionCount.value) }
    flow.value = 1
    #expect(flow.update { $0 + 1 } == 2)
  }

  @Test(arguments: [ChannelOverflow.dropOldest, .dropNewest])
  func `the release of an event may use the channel`(overflow: ChannelOverflow) async {
    let channel = EventChannel<Probe?>(capacity: 1, overflow: overflow)
    for _ in 0..<3 {
      channel.send(
        Probe { [weak channel, released] in
          released.append(channel?.droppedCount ?? 0)
          channel?.send(nil)
        }
      )
    }
    var iterator = channel.makeAsyncIterator()
    while released.count < 3 { _ = await iterator.next() }
    #expect(released.all.sorted() == released.all)
    #expect(channel.droppedCount >= 2)
  }
}
