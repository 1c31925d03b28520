import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Values whose release comes back to where they were: under a lock that would never return.
@Suite(.timeLimit(.minutes(5)))
struct FlowReentryTests {
  struct Room: Sendable, CustomTestStringConvertible {
    let replay: Int
    let extra: Int
    let overflow: BufferOverflow

    var testDescription: String { "replay \(replay), extra \(extra), \(overflow)" }

    static let all: [Room] = [BufferOverflow.suspend, .dropOldest, .dropNewest].flatMap {
      overflow in
      [(0, 0), (1, 0), (0, 2), (2, 1)].compactMap { replay, extra in
        overflow != .suspend && replay + extra == 0
          ? nil : Room(replay: replay, extra: extra, overflow: overflow)
      }
    }
  }

  @Test(arguments: Room.all)
  func `the release of a shared flow's value may come back to the flow`(room: Room) async {
    let released = Log<Int>()
    var made = 0
    for seed in 0..<8 {
      var random = SeededRandom(seed: seed)
      let flow = MutableSharedFlow<Probe>(
        replay: room.replay,
        extraBuffer: room.extra,
        overflow: room.overflow
      )
      func value() -> Probe {
        made += 1
        return Probe { [weak flow] in
          released.append(1)
          guard let flow else { return }
          _ = flow.replayCache.count
          _ = flow.subscriptionCount.value
          _ = flow.makeAsyncIterator()
          flow.resetReplayCache()
        }
      }
      var tasks: [Task<Void, Never>] = []
      for _ in 0..<120 {
        switch random.below(8) {
        case 0..<3: _ = flow.tryEmit(value())
        case 3:
          let value = value()
          tasks.append(Task { try? await flow.emit(value) })
        case 4:
          let iterator = Lock<SharedFlow<Probe>.Iterator?>(flow.makeAsyncIterator())
          let count = random.below(6)
          tasks.append(
            Task {
              guard var consumer = iterator.withLock({ $0.take() }) else { return }
              for _ in 0..<count { _ = await consumer.next() }
            }
          )
        case 5: flow.resetReplayCache()
        default:
          guard !tasks.isEmpty else { continue }
          let task = tasks.remove(at: random.below(tasks.count))
          task.cancel()
          await task.value
        }
      }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
    await mainActorTurns(until: released.count == made)
    #expect(released.count == made)
  }

  @Test func `the release of a state flow's value may come back to the flow`() async {
    let released = Log<Int>()
    let first = Probe()
    let flow = MutableStateFlow(first) { $0 === $1 }
    let consumer = Task { for await _ in flow {} }
    let writers = (0..<3).map { _ in
      Task {
        for _ in 0..<300 {
          flow.value = Probe { [weak flow] in
            released.append(1)
            guard let flow else { return }
            _ = flow.value
            _ = flow.subscriptionCount.value
            _ = flow.compareAndSet(expected: first, new: first)
          }
        }
      }
    }
    for writer in writers { await writer.value }
    flow.value = first
    await mainActorTurns(until: released.count == 900)
    #expect(released.count == 900)
    consumer.cancel()
    await consumer.value
  }

  @Test(arguments: [ChannelOverflow.dropOldest, .dropNewest])
  func `the release of an event may come back to the channel`(overflow: ChannelOverflow) async {
    let released = Log<Int>()
    let channel = EventChannel<Probe?>(capacity: 2, overflow: overflow)
    for _ in 0..<20 {
      channel.send(
        Probe { [weak channel] in
          released.append(1)
          _ = channel?.droppedCount
          channel?.send(nil)
        }
      )
    }
    var iterator = channel.makeAsyncIterator()
    channel.send(nil)
    while released.count < 20 { _ = await iterator.next() }
    #expect(channel.droppedCount >= 18)
  }

  @Test @MainActor func `the release of a posted value may come back to the subject`() async {
    let first = Probe()
    let released = Log<Int>()
    let subject = InitializedSubject(wrappedValue: first, conflation: .by { $0 === $1 })
    let other = InitializedSubject(wrappedValue: 0)
    @Sendable nonisolated func makeValue(_ generation: Int) -> Probe {
      Probe {
        released.append(generation)
        other.post(generation)
        if generation > 0 { subject.post(makeValue(generation - 1)) }
        if MainQueueMark.isOnMainQueue {
          MainActor.assumeIsolated { if generation == 1 { subject.current = first } }
        }
      }
    }
    let bag = DisposeBag()
    subject.observe { _ in }.addTo(bag)
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { for _ in 0..<200 { subject.post(makeValue(2)) } }
      }
      for _ in 0..<30 {
        await queuedWorkDidRun()
        subject.current = first
      }
    }
    // Each value makes one more, and that another one.
    await mainActorTurns(until: released.count >= 600 * 3 - 1)
    subject.current = first
    await mainActorTurns(until: released.count == 600 * 3)
    #expect(released.count == 600 * 3)
    #expect(released.all.count { $0 == 0 } == 600)
    bag.dispose()
  }
}
