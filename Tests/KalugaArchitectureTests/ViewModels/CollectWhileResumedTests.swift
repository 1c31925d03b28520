import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CollectWhileResumedTests {
  private let model = NarratingViewModel()
  private let flow = MutableStateFlow(0)

  private func collecting() -> Log<Int> {
    let log = Log<Int>()
    model.collectWhileResumed(flow.asStateFlow()) { log.append($0) }
    return log
  }

  @Test func `nothing is followed before the first resume`() async {
    let log = collecting()
    flow.value = 1
    await mainActorTurns()
    #expect(log.all.isEmpty)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `values come while resumed and not while paused`() async {
    let log = collecting()
    model.didResume()
    await mainActorTurns()
    flow.value = 1
    await mainActorTurns(until: log.all == [0, 1])
    model.didPause()
    flow.value = 2
    await mainActorTurns(until: log.all == [0, 1] && flow.subscriptionCount.value == 0)
    #expect(log.all == [0, 1])
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `on return comes the latest value, and none of the pause`() async {
    let log = collecting()
    model.didResume()
    await mainActorTurns()
    model.didPause()
    for value in 1...5 {
      flow.value = value
      await mainActorTurns()
    }
    model.didResume()
    await mainActorTurns(until: log.all == [0, 5])
    #expect(log.all == [0, 5])
  }

  @Test func `a value that came right before the pause does not come during it`() async {
    let log = collecting()
    model.didResume()
    await mainActorTurns()
    flow.value = 1
    model.didPause()
    await mainActorTurns(until: flow.subscriptionCount.value == 0)
    #expect(flow.subscriptionCount.value == 0)
    #expect(log.all == [0])
    flow.value = 2
    model.didResume()
    await mainActorTurns(until: log.all == [0, 2])
    #expect(log.all == [0, 2])
  }

  @Test func `quick pauses between values bring no stale and no double one`() async {
    let log = collecting()
    model.didResume()
    await mainActorTurns()
    for value in 1...50 {
      model.didPause()
      flow.value = -value
      model.didResume()
      flow.value = value
      await mainActorTurns(until: log.all == Array(0...value))
      #expect(log.all == Array(0...value))
    }
  }

  @Test func `the callback may pause the view model and is not called again`() async {
    let log = Log<Int>()
    model.collectWhileResumed(flow.asStateFlow()) { [weak model, flow] value in
      log.append(value)
      flow.value = value + 1
      model?.didPause()
    }
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(log.all == [0])
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(log.all == [0, 1])
  }

  @Test func `a sequence that ends is followed anew at the next resume`() async {
    let log = Log<Int>()
    let sequence = AsyncStream<Int> { $0.finish() }
    model.collectWhileResumed(sequence) { log.append($0) }
    model.collectWhileResumed(Counting()) { log.append($0) }
    for _ in 0..<2 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(log.all == [1, 2, 3, 1, 2, 3])
  }

  @Test func `several sequences are followed side by side`() async {
    let other = MutableStateFlow("a")
    let (numbers, names) = (collecting(), Log<String>())
    model.collectWhileResumed(other.asStateFlow()) { names.append($0) }
    model.didResume()
    await mainActorTurns()
    flow.value = 1
    other.value = "b"
    await mainActorTurns(until: numbers.all == [0, 1] && names.all == ["a", "b"])
    #expect(numbers.all == [0, 1])
    #expect(names.all == ["a", "b"])
  }

  @Test func `the view model is released while it follows`() async {
    let (log, flow) = (Log<Int>(), flow)
    weak var released: NarratingViewModel?
    do {
      let model = NarratingViewModel()
      released = model
      model.collectWhileResumed(flow.asStateFlow()) { log.append($0) }
      model.didResume()
      await mainActorTurns(until: flow.subscriptionCount.value == 1)
      #expect(flow.subscriptionCount.value == 1)
    }
    await mainActorTurns(until: released == nil && flow.subscriptionCount.value == 0)
    #expect(released == nil)
    #expect(flow.subscriptionCount.value == 0)
    flow.value = 1
    await mainActorTurns()
    #expect(log.all == [0])
  }

  /// Three numbers for each who iterates.
  private struct Counting: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
      var last = 0

      mutating func next() async -> Int? {
        guard last < 3 else { return nil }
        last += 1
        return last
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
  }

  @Test func `an event that came right before the pause waits for the next resume`() async {
    let channel = EventChannel<Int>()
    let model = NarratingViewModel()
    var seen: [Int] = []
    model.collectWhileResumed(channel) { seen.append($0) }
    model.didResume()
    await mainActorTurns()
    channel.send(1)
    model.didPause()
    await mainActorTurns()
    #expect(seen.isEmpty)
    model.didResume()
    await mainActorTurns(until: seen == [1])
    channel.send(2)
    model.didPause()
    model.didResume()
    await mainActorTurns(until: seen == [1, 2])
    #expect(seen == [1, 2])
  }
}
