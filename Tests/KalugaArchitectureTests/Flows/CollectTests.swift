import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CollectTests {
  private let flow = MutableSharedFlow<Int>(extraBuffer: 8)
  private let seen = Log<Int>()

  @Test func `elements emitted right after collect arrive, in later jobs and in order`() async {
    let token = flow.collect { [seen] in seen.append($0) }
    #expect(flow.subscriptionCount.value == 1)
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    #expect(seen.all == [])
    await until(seen.count == 3)
    #expect(seen.all == [1, 2, 3])
    token.dispose()
  }

  @Test func `after dispose no callback begins`() async throws {
    flow.collect { _ in Issue.record("disposed before the first job") }.dispose()
    let token = flow.collect { [seen] in seen.append($0) }
    #expect(flow.tryEmit(1))
    await until(seen.count == 1)
    #expect(flow.tryEmit(2))
    token.dispose()
    token.dispose()
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    await mainActorQueueDrained()
    #expect(seen.all == [1])
  }

  @Test func `a callback may dispose its own collection`() async throws {
    let bag = DisposeBag()
    flow.collect { [seen] value in
      seen.append(value)
      if value == 2 { bag.dispose() }
    }
    .addTo(bag)
    for value in 1...4 { #expect(flow.tryEmit(value)) }
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    #expect(seen.all == [1, 2])
  }

  @Test func `dropping the token does not end the collection`() async throws {
    _ = flow.collect { [seen] value in
      seen.append(value)
      // Nothing else could end the collection, which would count as a leak.
      if value == 2 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    for value in 1...2 {
      #expect(flow.tryEmit(value))
      await until(seen.all == Array(1...value))
    }
    _ = try await flow.subscriptionCount.first { $0 == 0 }
  }

  @Test func `a disposed collection releases its closure, its flow and its token`() async {
    let alive = Tally()
    weak var token: (any Disposable)?
    weak var flow: MutableStateFlow<Tracked>?
    do {
      let owned = Tracked(1, alive)
      let made = MutableStateFlow(Tracked(2, alive))
      let collection = made.collect { _ in withExtendedLifetime(owned) {} }
      (flow, token) = (made, collection)
      await mainActorQueueDrained()
      collection.dispose()
    }
    await until(token == nil && flow == nil && alive.value == 0)
  }
}
