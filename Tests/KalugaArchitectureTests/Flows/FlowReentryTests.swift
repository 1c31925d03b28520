import KalugaArchitecture
import Testing

/// Values whose release uses the flow that held them, which would never return under a lock.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct FlowReentryTests {
  private let released = Log<Int>()

  enum Release: CaseIterable {
    case droppedAsOldest, droppedAsNewest, reset, read, leftUnread, takenBack, refused
  }

  @Test(arguments: Release.allCases)
  func `the release of a shared flow's value may use the flow`(release: Release) async throws {
    let overflow: BufferOverflow =
      switch release {
      case .droppedAsOldest: .dropOldest
      case .droppedAsNewest: .dropNewest
      default: .suspend
      }
    let flow = MutableSharedFlow<Probe?>(
      replay: release == .reset ? 1 : 0,
      extraBuffer: 1,
      overflow: overflow
    )
    var iterator: SharedFlow<Probe?>.Iterator? = flow.makeAsyncIterator()
    func makeValue() -> Probe {
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
    switch release {
    case .droppedAsOldest:
      #expect(flow.tryEmit(makeValue()))
      #expect(flow.tryEmit(nil))
    case .droppedAsNewest:
      #expect(flow.tryEmit(nil))
      #expect(flow.tryEmit(makeValue()))
    case .reset:
      iterator = nil
      #expect(flow.tryEmit(makeValue()))
      flow.resetReplayCache()
    case .read:
      #expect(flow.tryEmit(makeValue()))
      _ = await iterator?.next()
    case .leftUnread:
      #expect(flow.tryEmit(makeValue()))
      iterator = nil
    case .takenBack:
      #expect(flow.tryEmit(nil))
      let emitter = await runUntilSuspended { try await flow.emit(makeValue()) }
      emitter.cancel()
      await #expect(throws: CancellationError.self) { try await emitter.value }
    case .refused:
      #expect(flow.tryEmit(nil))
      #expect(!flow.tryEmit(makeValue()))
    }
    await until(released.count == 1)
    withExtendedLifetime(iterator) {}
  }

  @Test func `the release of a state flow's value may read and write the flow`() {
    let alive = Tally()
    let flow = MutableStateFlow<Tracked?>(nil)
    flow.value = Tracked(1, alive) { [weak flow] in
      _ = flow?.value
      _ = flow?.subscriptionCount.value
      _ = flow?.compareAndSet(expected: nil, new: nil)
      flow?.value = Tracked(3, alive)
    }
    flow.value = Tracked(2, alive)
    #expect(flow.value?.id == 3)
    flow.value = nil
    #expect(alive.value == 0)
  }

  @Test func `an equality that reads the flow does not block`() {
    let reads = Log<@Sendable () -> Void>()
    let flow = MutableStateFlow(0) { old, new in
      for read in reads.all { read() }
      return old == new
    }
    reads.append { [weak flow] in _ = (flow?.value, flow?.subscriptionCount.value) }
    flow.value = 1
    #expect(flow.compareAndSet(expected: 1, new: 2))
    #expect(flow.update { $0 + 1 } == 3)
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
