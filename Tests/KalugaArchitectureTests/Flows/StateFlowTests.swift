import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StateFlowTests {
  @Test func `a consumer starts with the current value`() async {
    let flow = MutableStateFlow(1)
    flow.value = 2
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next() == 2)
  }

  @Test func `iteration needs no try and follows every change of a consumer that keeps up`() async {
    let flow = MutableStateFlow(0)
    var seen: [Int] = []
    for await value in flow.asStateFlow() {
      seen.append(value)
      if value == 4 { break }
      flow.value = value + 1
    }
    #expect(seen == [0, 1, 2, 3, 4])
  }

  @Test func `a slow consumer skips to the newest value`() async {
    let flow = MutableStateFlow(0)
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for value in 1...1000 { flow.value = value }
    #expect(await iterator.next() == 1000)
  }

  @Test func `the value is read when asked for and not when the consumer registered`() async {
    let flow = MutableStateFlow(0)
    var iterator = flow.makeAsyncIterator()
    flow.value = 1
    flow.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test func `a value that went and came back is no news`() async throws {
    let flow = MutableStateFlow(0)
    var iterator = flow.makeAsyncIterator()
    _ = await iterator.next()
    flow.value = 1
    flow.value = 0
    let waiting = Task { @MainActor in try await flow.asStateFlow().first { $0 > 1 } }
    await mainActorTurn()
    flow.value = 5
    #expect(try await waiting.value == 5)
    #expect(await iterator.next() == 5)
  }

  @Test func `a parked consumer stays parked over a value that went and came back`() async {
    let compared = Log<[Int]>()
    let flow = MutableStateFlow(0) { old, new in
      compared.append([old, new])
      return old == new
    }
    var seen: [Int] = []
    let consumer = Task { @MainActor in
      for await value in flow {
        seen.append(value)
        if value == 2 { break }
      }
    }
    await mainActorTurn()
    flow.value = 1
    flow.value = 0
    // The consumer wakes, and finds what it had.
    await mainActorTurns(1, until: compared.all.contains([0, 0]))
    #expect(compared.all.contains([0, 0]))
    flow.value = 2
    await consumer.value
    #expect(seen == [0, 2])
  }

  @Test func `equal values are dropped`() async {
    let flow = MutableStateFlow("a")
    var iterator = flow.makeAsyncIterator()
    _ = await iterator.next()
    flow.value = "a"
    flow.update { $0 }
    #expect(flow.compareAndSet(expected: "a", new: "a"))
    flow.value = "b"
    #expect(await iterator.next() == "b")
  }

  @Test func `every consumer gets the newest value`() async throws {
    let flow = MutableStateFlow(0)
    let consumers = (0..<50).map { _ in
      Task.detached { () -> Int? in
        for await value in flow where value == 7 { return value }
        return nil
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == 50 }
    for value in 1...7 { flow.value = value }
    for consumer in consumers { #expect(await consumer.value == 7) }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `the read side cannot be cast back`() {
    let flow = MutableStateFlow(0)
    let readSide: Any = flow.asStateFlow()
    #expect((readSide as? MutableStateFlow<Int>) == nil)
    flow.value = 3
    #expect(flow.asStateFlow().value == 3)
  }

  @Test func `both sides count the same consumers`() {
    let flow = MutableStateFlow(0)
    let readSide = flow.asStateFlow()
    let first = flow.makeAsyncIterator()
    let second = readSide.makeAsyncIterator()
    #expect(flow.subscriptionCount.value == 2)
    #expect(readSide.subscriptionCount.value == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `optional values and nil are values`() async {
    let flow = MutableStateFlow<Int?>(nil)
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    flow.value = 1
    #expect(await iterator.next() == .some(1))
    flow.value = nil
    #expect(await iterator.next() == .some(nil))
    #expect(flow.subscriptionCount.value == 1)
  }

  @Test func `doubly optional values keep both layers`() async {
    let flow = MutableStateFlow<Int??>(.some(nil))
    var iterator = flow.makeAsyncIterator()
    var next = await iterator.next()
    #expect(next == .some(.some(.none)))
    flow.value = .none
    next = await iterator.next()
    #expect(next == .some(.none))
    flow.value = 1
    next = await iterator.next()
    #expect(next == .some(.some(.some(1))))
  }

  @Test func `a value unequal to itself counts at each write`() async {
    let flow = MutableStateFlow(Double.nan)
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next()?.isNaN == true)
    flow.value = .nan
    #expect(await iterator.next()?.isNaN == true)
    #expect(!flow.compareAndSet(expected: .nan, new: 1))
  }
}
