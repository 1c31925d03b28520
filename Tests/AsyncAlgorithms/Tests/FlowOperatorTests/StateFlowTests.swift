import AsyncAlgorithms
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What operators deliver of a state flow, which skips values for a slow consumer.
@MainActor
struct StateFlowTests {
  private let flow = MutableStateFlow(0)
  private let clock = ManualClock()

  /// Writes 100 values and checks that the operator delivers them in order and ends on the newest.
  private func expectNewest<Elements: AsyncSequence<Int, Never> & Sendable>(
    of elements: Elements,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let found = Log<Int>()
    let consumer = Task.detached { for await element in elements { found.append(element) } }
    await until(found.count > 0, sourceLocation: sourceLocation)
    for number in 1...100 { flow.value = number }
    await until(found.all.last == 100, sourceLocation: sourceLocation)
    #expect(found.all == found.all.sorted(), sourceLocation: sourceLocation)
    consumer.cancel()
  }

  @Test func `operators deliver the newest value of a state flow last`() async {
    flow.value = 0
    await expectNewest(of: flow.removeDuplicates())
    flow.value = 0
    await expectNewest(of: flow.buffer(policy: .bufferingLatest(1)))
    flow.value = 0
    await expectNewest(of: merge(flow, EventChannel<Int>()))
    flow.value = 0
    await expectNewest(of: combineLatest(flow, MutableStateFlow(0)).map { $0.0 })
    flow.value = 0
    await expectNewest(of: chain([Int]().async, flow))
    flow.value = 0
    await expectNewest(of: flow.share())
    let inner = flow
    inner.value = 0
    await expectNewest(of: MutableStateFlow(true).flatMapLatest { _ in inner })
  }

  @Test func `debounce delivers the newest value once it has stayed for the interval`()
    async throws
  {
    let flow = TestFlow.state
    let found = Log<Int>()
    let debounced = flow.debounce(for: .milliseconds(300), clock: clock)
    let consumer = Task { for await value in debounced { found.append(value) } }
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(200))
    try await flow.send([1])
    // The third read begins after the operator has taken the value of the second one.
    await until(flow.reads.count == 3)
    clock.advance(by: .milliseconds(200))
    try await clock.waitForSleepers(1)
    #expect(found.all == [])
    clock.advance(by: .milliseconds(100))
    await until(found.all == [1])
    consumer.cancel()
  }

  @Test func `flatMapLatest follows only the newest flow`() async throws {
    let flows = [MutableStateFlow(0), MutableStateFlow(10)]
    let found = Log<Int>()
    let latest = flow.flatMapLatest { flows[$0] }
    let consumer = Task { for await value in latest { found.append(value) } }
    await until(found.all == [0])
    flow.value = 1
    await until(found.all == [0, 10])
    _ = try await flows[0].subscriptionCount.first { $0 == 0 }
    flows[0].value = 1
    flows[1].value = 11
    await until(found.all == [0, 10, 11])
    consumer.cancel()
  }
}
