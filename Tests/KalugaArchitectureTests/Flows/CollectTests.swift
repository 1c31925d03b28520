import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CollectTests {
  private let flow = MutableSharedFlow<Int>(extraBuffer: 8)
  private let seen = Log<Int>()
  /// The error of each call of `onCompletion`; nil if there was none.
  private let completions = Log<(any Error)?>()

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

  // MARK: Sequences that end or fail

  private func collect(
    _ sequence: some AsyncSequence<Int, any Error> & Sendable
  ) -> any Disposable {
    sequence.collect { [seen] in
      seen.append($0)
    } onCompletion: { [completions] in
      completions.append($0)
    }
  }

  @Test(arguments: [nil, SourceError()])
  func `a sequence that ends or fails completes once, after its elements`(
    error: SourceError?
  ) async {
    let source = ScriptedSequence<Int>()
    let token = collect(source)
    source.send(1, 2)
    if let error { source.fail(error) } else { source.finish() }
    await until(completions.count > 0)
    #expect(seen.all == [1, 2])
    await until(source.activeCount == 0)
    token.dispose()
    #expect(completions.all.map { $0 as? SourceError } == [error])
  }

  @Test func `the completion has the error type of the sequence`() async {
    let failures = Log<PriceError?>()
    let bag = DisposeBag()
    let prices = CallbackFlow<Int, PriceError> { sink in
      sink.send(3)
      sink.finish(throwing: .offline)
      return {}
    }
    prices.collect { [seen] in
      seen.append($0)
    } onCompletion: {
      failures.append($0)
    }
    .addTo(bag)
    await until(failures.count == 1)
    #expect(failures.all == [.offline])
    #expect(seen.all == [3])
  }

  private enum PriceError: Error { case offline }

  @Test(arguments: [false, true])
  func `a disposed collection does not complete, and drops what a stubborn sequence still yields`(
    fails: Bool
  ) async {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let token = collect(source)
    source.send(1)
    await until(source.requestCount == 2)
    token.dispose()
    await until(source.ignoredCancellations == 1)
    if fails { source.fail(SourceError()) } else { source.send(2) }
    await until(source.activeCount == 0)
    #expect(seen.all == [1])
    #expect(completions.count == 0)
  }

  /// KMP-NativeCoroutines #94: the publisher of a flow delivers one value and ends, because its token
  /// was released.
  ///
  /// kotlinx.coroutines #2306: a flow that Swift collects delivers one value.
  @Test func `a collection without an owner delivers all elements and completes`() async {
    let (stream, source) = AsyncThrowingStream.makeStream(of: Int.self)
    _ = collect(stream)
    for value in 1...3 { source.yield(value) }
    source.finish()
    await until(completions.count == 1)
    #expect(seen.all == [1, 2, 3])
  }

  @Test func `the completion may collect again`() async {
    let source = ScriptedSequence<Int>()
    let bag = DisposeBag()
    source.collect { [seen] in
      seen.append($0)
    } onCompletion: { [self] _ in
      collect(source).addTo(bag)
    }
    .addTo(bag)
    source.send(1)
    source.finish()
    await until(source.runCount == 2)
    source.send(2)
    await until(seen.all == [1, 2])
    bag.dispose()
    await until(source.activeCount == 0)
    #expect(completions.count == 0)
  }

  @Test func `a completed collection releases its closures while its token is kept`() async {
    let alive = Tally()
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let token = {
      let owned = Tracked(1, alive)
      return stream.collect { _ in
        withExtendedLifetime(owned) {}
      } onCompletion: { _ in
        withExtendedLifetime(owned) {}
      }
    }()
    source.finish()
    await until(alive.value == 0)
    token.dispose()
  }
}
