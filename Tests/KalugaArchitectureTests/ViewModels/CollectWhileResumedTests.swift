import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CollectWhileResumedTests {
  private let model = NarratingViewModel()
  private let flow = MutableStateFlow(0)
  private let seen = Log<Int>()

  init() {
    watchWork(of: model.scope)
  }

  private func collect() {
    model.collectWhileResumed(flow.asStateFlow()) { [seen] in seen.append($0) }
  }

  @Test func `values arrive while the view model is resumed, after a pause only the latest`()
    async throws
  {
    collect()
    // Another sequence is followed at the same time.
    let names = Log<String>()
    model.collectWhileResumed(MutableStateFlow("a")) { names.append($0) }
    flow.value = 1
    try await waitUntilParked(model.scope)
    #expect(flow.subscriptionCount.value == 0)
    model.didResume()
    try await waitUntilParked(model.scope)
    flow.value = 2
    try await waitUntilParked(model.scope)
    #expect(seen.all == [1, 2])
    model.didPause()
    for value in 3...5 {
      flow.value = value
      try await waitUntilParked(model.scope)
    }
    #expect(seen.all == [1, 2])
    #expect(flow.subscriptionCount.value == 0)
    model.didResume()
    try await waitUntilParked(model.scope)
    #expect(seen.all == [1, 2, 5])
    #expect(names.all == ["a", "a"])
  }

  /// A sequence that yields its element even if the task has been cancelled.
  private struct StubbornSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let isPulled = Gate()
    let gate = Gate()

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> Int? {
      isPulled.open()
      return await Task.detached { [gate] in
        try? await gate.pass()
        return 1
      }.value
    }
  }

  @Test func `an element that a sequence yields after the pause is dropped`() async throws {
    let sequence = StubbornSequence()
    model.collectWhileResumed(sequence) { [seen] in seen.append($0) }
    model.didResume()
    try await sequence.isPulled.pass()
    model.didPause()
    sequence.gate.open()
    await model.scope.waitUntilEmpty()
    #expect(seen.all.isEmpty)
  }

  @Test func `a sequence that ends is followed again at the next resume`() async {
    model.collectWhileResumed(AsyncStream<Int> { $0.finish() }) { [seen] in seen.append($0) }
    let counting = CallbackFlowOf<Int> { sink in
      for number in 1...3 { sink.send(number) }
      sink.finish()
      return {}
    }
    model.collectWhileResumed(counting) { [seen] in seen.append($0) }
    for _ in 0..<2 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(seen.all == [1, 2, 3, 1, 2, 3])
  }

  @Test func `an event sent right before the pause waits for the next resume`() async throws {
    let channel = EventChannel<Int>()
    model.collectWhileResumed(channel) { [seen] in seen.append($0) }
    model.didResume()
    try await waitUntilParked(model.scope)
    channel.send(1)
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(seen.all.isEmpty)
    model.didResume()
    try await waitUntilParked(model.scope)
    channel.send(2)
    model.didPause()
    model.didResume()
    try await waitUntilParked(model.scope)
    #expect(seen.all == [1, 2])
  }
}
