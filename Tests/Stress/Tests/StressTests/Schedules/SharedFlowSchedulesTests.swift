import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Shared flows whose emitters wait.
@Suite(.timeLimit(.minutes(20)))
struct SharedFlowSchedulesTests {
  @Test func `consumers get every value once, in one order, and what is taken back nobody gets`()
    async throws
  {
    try await underAllSchedules { random in
      var random = random
      let scene = SharedFlowScene(replay: random.below(3), extraBuffer: random.below(3))
      try await withThrowingTaskGroup { group in
        for _ in 0..<random.below(4) {
          let (count, numbers) = (random.isTrue(50) ? .max : random.below(5), random.fork())
          group.addTask { try await scene.consumeLater(count, numbers) }
        }
        try await withThrowingTaskGroup { group in
          let early = 1 + random.below(3)
          for _ in 0..<early {
            let numbers = random.fork()
            group.addTask { try await scene.consume(.max, numbers) }
          }
          _ = try await scene.flow.subscriptionCount.first { $0 == early }
          scene.hasBegun.settle(())
          try await withThrowingTaskGroup { group in
            for emitter in 0...random.below(3) {
              let (isCut, numbers) = (random.isTrue(30), random.fork())
              group.addTask { try await scene.emit(emitter, numbers, isCut: isCut) }
            }
            try await group.waitForAll()
          }
          try await scene.flow.emit(SharedFlowScene.last)
          try await group.waitForAll()
        }
        // Who has come after the last value would wait for another one.
        group.cancelAll()
        try await group.waitForAll()
      }
      try scene.checkRecords()
    }
  }
}

/// A flow of numbers that are emitted once, and who got which of them.
private final class SharedFlowScene: Sendable {
  static let last = -1

  private struct Consumer {
    let cache: [Int]
    let calledBefore: Set<Int>
    let acceptedBefore: Set<Int>
    let seen: [Int]

    var stayed: Bool { seen.last == SharedFlowScene.last }
  }

  private struct Emissions {
    var called: Set<Int> = []
    var accepted: Set<Int> = []
    var refused: Set<Int> = []
  }

  let flow: MutableSharedFlow<Int>
  /// Settled when those are there who are to get everything.
  let hasBegun = Settlement<Void>()
  private let emissions = Lock(Emissions())
  private let consumers = Log<Consumer>()

  init(replay: Int, extraBuffer: Int) {
    flow = MutableSharedFlow(replay: replay, extraBuffer: extraBuffer)
  }

  /// Emits numbers in ascending order; is cancelled at some moment if it is to be cut.
  func emit(_ emitter: Int, _ random: SeededRandom, isCut: Bool) async throws {
    var random = random
    let numbers = random.fork()
    try await withThrowingTaskGroup { group in
      group.addTask { try await self.emit(from: emitter * 100, numbers) }
      if isCut {
        await random.pause(upTo: 20)
        group.cancelAll()
      }
      try await group.waitForAll()
    }
  }

  private func emit(from first: Int, _ random: SeededRandom) async throws {
    var random = random
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
          try check(Task.isCancelled, "\(number) was taken back by nobody")
        }
      }
      emissions.withLock { emissions in
        if isAccepted {
          _ = emissions.accepted.insert(number)
        } else {
          _ = emissions.refused.insert(number)
        }
      }
    }
  }

  /// Comes at some moment, and takes so many values.
  func consumeLater(_ count: Int, _ random: SeededRandom) async throws {
    var random = random
    _ = await hasBegun.wait()
    await random.pause(upTo: 20)
    try await consume(count, random)
  }

  /// Takes so many values, up to the last.
  func consume(_ count: Int, _ random: SeededRandom) async throws {
    var random = random
    let (before, cache) = (emissions.withLock { $0 }, flow.replayCache)
    var iterator = flow.makeAsyncIterator()
    var seen: [Int] = []
    while seen.count < count, let value = await iterator.next() {
      try check(!Task.isCancelled, "got \(value), and was cancelled before")
      seen.append(value)
      if value == Self.last { break }
      await random.pause(upTo: 2)
    }
    let isOver = seen.count == count || seen.last == Self.last || Task.isCancelled
    try check(isOver, "the flow ended by itself after \(seen)")
    consumers.append(
      Consumer(
        cache: cache,
        calledBefore: before.called,
        acceptedBefore: before.accepted,
        seen: seen
      )
    )
  }

  func checkRecords() throws {
    let emissions = emissions.withLock { $0 }
    let consumers = consumers.all
    // Who was there from the beginning has seen everything.
    guard let order = consumers.first(where: { $0.calledBefore.isEmpty && $0.stayed })?.seen else {
      throw BrokenPromise(description: "nobody was there from the beginning")
    }
    try check(Set(order).count == order.count, "one came twice in \(order)")
    let expected = emissions.accepted.union([Self.last])
    try check(Set(order) == expected, "\(order), and not \(expected.sorted())")
    for emitter in 0..<3 {
      let own = order.filter { $0 >= 0 && $0 / 100 == emitter }
      try check(own == own.sorted(), "\(own) of one emitter")
    }
    for consumer in consumers {
      let seen = consumer.seen
      try check(seen.isDisjoint(with: emissions.refused), "taken back, but seen: \(seen)")
      guard let first = seen.first, let start = order.firstIndex(of: first) else { continue }
      let slice = order[start...].prefix(seen.count)
      try check(Array(slice) == seen, "\(seen) are not together in \(order)")
      let replayed = consumer.cache.prefix(seen.count)
      try check(seen.starts(with: replayed), "\(seen) do not begin with \(consumer.cache)")
      let missed = order[..<start].filter { !consumer.calledBefore.contains($0) }
      try check(missed.isEmpty, "\(missed) were missed by one who then got \(seen)")
      let old = consumer.acceptedBefore.subtracting(consumer.cache).intersection(seen)
      try check(old.isEmpty, "\(old) were over for one who got \(seen)")
    }
    let left = flow.subscriptionCount.value
    try check(left == 0, "\(left) consumers are counted and gone")
  }
}

extension [Int] {
  fileprivate func isDisjoint(with other: Set<Int>) -> Bool {
    allSatisfy { !other.contains($0) }
  }
}
