import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MutableStateFlowTests {
  private struct Item: Sendable {
    var id: Int
    var text: String
  }

  @Test func `update returns the stored value`() {
    let flow = MutableStateFlow(1)
    #expect(flow.update { $0 + 1 } == 2)
    #expect(flow.value == 2)
  }

  @Test func `update returns the value that was there if the new one is equal`() {
    let flow = MutableStateFlow(Item(id: 1, text: "kept")) { $0.id == $1.id }
    let result = flow.update { _ in Item(id: 1, text: "dropped") }
    #expect(flow.value.text == "kept")
    #expect(result.text == "kept")
  }

  @Test func `a transform that throws changes nothing`() {
    let flow = MutableStateFlow(1)
    #expect(throws: SourceError.self) {
      try flow.update { _ throws(SourceError) in throw SourceError() }
    }
    #expect(flow.value == 1)
  }

  @Test func `a transform runs again on the newer value if another writer was faster`() {
    let flow = MutableStateFlow(1)
    var inputs: [Int] = []
    flow.update { value in
      inputs.append(value)
      // The other writer, at the worst moment.
      if inputs.count == 1 { flow.value = 10 }
      return value + 1
    }
    #expect(inputs == [1, 10])
    #expect(flow.value == 11)
  }

  @Test func `compare and set looks at the expected value`() {
    let flow = MutableStateFlow(1)
    #expect(!flow.compareAndSet(expected: 2, new: 3))
    #expect(flow.value == 1)
    #expect(flow.compareAndSet(expected: 1, new: 3))
    #expect(flow.value == 3)
    #expect(!flow.compareAndSet(expected: 1, new: 1))
  }

  @Test func `a closure says which values are equal`() async {
    let flow = MutableStateFlow(Item(id: 1, text: "a")) { $0.id == $1.id }
    flow.value = Item(id: 1, text: "b")
    #expect(flow.value.text == "a")
    #expect(flow.compareAndSet(expected: Item(id: 1, text: "other"), new: Item(id: 2, text: "c")))
    #expect(flow.value.text == "c")
  }

  @Test func `with nothing equal every write counts`() async {
    let flow = MutableStateFlow(0) { _, _ in false }
    var iterator = flow.makeAsyncIterator()
    _ = await iterator.next()
    flow.value = 0
    #expect(await iterator.next() == 0)
    #expect(!flow.compareAndSet(expected: 0, new: 1))
  }

  @Test @MainActor
  func `skipped values do not shift what a consumer compares with`() async {
    // Closeness is not transitive: 0 is close to 5 and 5 to 12, but 0 is not close to 12.
    let compared = Log<[Int]>()
    let flow = MutableStateFlow(0) { old, new in
      compared.append([old, new])
      return abs(old - new) < 10
    }
    let news = Log<Int?>()
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      _ = await iterator.next()
      news.append(await iterator.next())
    }
    await mainActorTurn()
    flow.value = 100
    flow.value = 5
    // The consumer wakes, finds 5 close to its 0, and waits on.
    await mainActorTurns(1, until: compared.all.contains([0, 5]))
    #expect(compared.all.contains([0, 5]))
    flow.value = 100
    flow.value = 12
    await mainActorTurns(1, until: news.count == 1)
    flow.value = 200
    await consumer.value
    #expect(news.all == [12])
  }

  @Test func `an equality that reads the flow does not block`() {
    let box = FlowBox()
    let flow = MutableStateFlow(0) { old, new in
      _ = box.flow?.value
      _ = box.flow?.subscriptionCount.value
      return old == new
    }
    box.flow = flow
    flow.value = 1
    #expect(flow.compareAndSet(expected: 1, new: 2))
    #expect(flow.update { $0 + 1 } == 3)
    box.flow = nil
  }

  @Test func `a value released by a write may read and write the flow`() async {
    let alive = Tally()
    let flow = MutableStateFlow<Tracked?>(nil)
    flow.value = Tracked(1, alive) { [weak flow] in
      _ = flow?.value
      flow?.value = Tracked(3, alive)
    }
    flow.value = Tracked(2, alive)
    #expect(flow.value?.id == 3)
    flow.value = nil
    #expect(alive.value == 0)
  }
}

/// Lets a closure reach the flow that it is part of.
private final class FlowBox: Sendable {
  private let content = Lock<MutableStateFlow<Int>?>(nil)

  var flow: MutableStateFlow<Int>? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
