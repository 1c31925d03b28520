import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests shared flows whose emitters wait.
@Suite(.timeLimit(.minutes(20)))
struct SharedFlowSchedulesTests {
  @Test func `consumers get every value once, in the same order, and no cancelled value`()
    async throws
  {
    try await underAllSchedules { random in
      let scene = SharedFlowScene(replay: random.below(3), extraBuffer: random.below(3))
      try await inTasks { tasks in
        tasks.add(random.below(4), &random) { try await scene.consumeLater(&$0) }
        try await inTasks { tasks in
          let early = 1 + random.below(3)
          tasks.add(early, &random) { try await scene.consume(.max, &$0) }
          _ = try await scene.flow.subscriptionCount.first { $0 == early }
          scene.start.open()
          try await inTasks { emitters in
            for emitter in 0...random.below(3) {
              emitters.add(1, &random) { try await scene.emit(emitter, &$0) }
            }
          }
          try await scene.flow.emit(SharedFlowScene.last)
        }
        // A consumer that registered after the last value still waits for the next.
        tasks.cancelAll()
      }
      try scene.checkRecords()
    }
  }
}

/// A flow of numbers, each emitted once, and the values that its consumers got.
private final class SharedFlowScene: Sendable {
  static let last = -1

  /// What a consumer could expect when it registered, and the values that it got.
  private struct Consumer {
    let cache: [Int]
    let before: Emissions
    let seen: [Int]
  }

  private struct Emissions {
    var called: Set<Int> = []
    var accepted: Set<Int> = []
    var refused: Set<Int> = []
  }

  let flow: MutableSharedFlow<Int>
  /// Opened when the consumers that should get every value have registered.
  let start = Gate()
  private let emissions = Locked(Emissions())
  private let consumers = Log<Consumer>()

  init(replay: Int, extraBuffer: Int) {
    flow = MutableSharedFlow(replay: replay, extraBuffer: extraBuffer)
  }

  /// Emits numbers in ascending order; some emissions are cancelled.
  func emit(_ emitter: Int, _ random: inout SeededRandom) async throws {
    let isCut = random.isTrue(30)
    try await inTasks { tasks in
      tasks.add(1, &random) { try await self.emit(from: emitter * 100, &$0) }
      guard isCut else { return }
      await random.pause(upTo: 20)
      tasks.cancelAll()
    }
  }

  private func emit(from first: Int, _ random: inout SeededRandom) async throws {
    for number in first..<first + random.below(6) {
      await random.pause(upTo: 2)
      if random.isTrue(10) { flow.resetReplayCache() }
      emissions.withLock { _ = $0.called.insert(number) }
      var isAccepted = true
      if random.isTrue(30) {
        isAccepted = flow.tryEmit(number)
      } else {
        do {
          try await flow.emit(number)
        } catch {
          isAccepted = false
          try check(Task.isCancelled, "\(number) was not emitted, without a cancellation")
        }
      }
      emissions.withLock {
        _ = isAccepted ? $0.accepted.insert(number) : $0.refused.insert(number)
      }
    }
  }

  /// Registers at a random moment, and takes some values.
  func consumeLater(_ random: inout SeededRandom) async throws {
    try? await start.pass()
    await random.pause(upTo: 20)
    try await consume(random.isTrue(50) ? .max : random.below(5), &random)
  }

  /// Takes some values, at most up to the last one.
  func consume(_ count: Int, _ random: inout SeededRandom) async throws {
    let (before, cache) = (emissions.withLock { $0 }, flow.replayCache)
    var iterator = flow.makeAsyncIterator()
    var seen: [Int] = []
    while seen.count < count, let value = await iterator.next() {
      try check(!Task.isCancelled, "got \(value) after its cancellation")
      seen.append(value)
      if value == Self.last { break }
      await random.pause(upTo: 2)
    }
    let isOver = seen.count == count || seen.last == Self.last || Task.isCancelled
    try check(isOver, "the flow ended by itself after \(seen)")
    consumers.append(Consumer(cache: cache, before: before, seen: seen))
  }

  func checkRecords() throws {
    let emissions = emissions.withLock { $0 }
    // A consumer that registered before the first value has seen every value.
    let first = consumers.all.first { $0.before.called.isEmpty && $0.seen.last == Self.last }
    guard let order = first?.seen else {
      throw BrokenPromise(description: "no consumer registered before the first value")
    }
    try check(Set(order).count == order.count, "one value twice in \(order)")
    let expected = emissions.accepted.union([Self.last])
    try check(Set(order) == expected, "\(order); expected \(expected.sorted())")
    for emitter in 0..<3 {
      let own = order.filter { $0 >= 0 && $0 / 100 == emitter }
      try check(own == own.sorted(), "\(own) of one emitter")
    }
    for consumer in consumers.all {
      let (seen, before) = (consumer.seen, consumer.before)
      try check(emissions.refused.isDisjoint(with: seen), "not emitted, but seen: \(seen)")
      guard let first = seen.first, let start = order.firstIndex(of: first) else { continue }
      let slice = order[start...].prefix(seen.count)
      try check(slice.elementsEqual(seen), "\(seen) are not consecutive in \(order)")
      let replayed = consumer.cache.prefix(seen.count)
      try check(seen.starts(with: replayed), "\(seen) do not begin with \(consumer.cache)")
      let missed = order[..<start].filter { !before.called.contains($0) }
      try check(missed.isEmpty, "a consumer that got \(seen) missed \(missed)")
      let old = before.accepted.subtracting(consumer.cache).intersection(seen)
      try check(old.isEmpty, "a consumer got \(old), which were emitted before it registered")
    }
    let left = flow.subscriptionCount.value
    try check(left == 0, "\(left) consumers have left but are counted")
  }
}
