import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct CollectTests {
  @Test func `what is emitted right after collect arrives, in later jobs and in order`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    var seen: [Int] = []
    let token = flow.collect { seen.append($0) }
    #expect(flow.subscriptionCount.value == 1)
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    #expect(seen == [])
    await mainActorTurns(1, until: seen == [1, 2, 3])
    #expect(seen == [1, 2, 3])
    token.dispose()
  }

  @Test func `after dispose no callback begins`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    var seen: [Int] = []
    var completions = 0
    let token = flow.collect {
      seen.append($0)
    } onCompletion: { _ in
      completions += 1
    }
    #expect(flow.tryEmit(1))
    await mainActorTurn()
    #expect(flow.tryEmit(2))
    token.dispose()
    token.dispose()
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    await mainActorTurn()
    #expect(seen == [1])
    #expect(completions == 0)
  }

  @Test func `dispose before the first job prevents every callback`() async throws {
    let flow = MutableStateFlow(1)
    var seen: [Int] = []
    let token = flow.collect { seen.append($0) }
    token.dispose()
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    #expect(seen == [])
  }

  @Test func `a callback may dispose its own collection`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    var seen: [Int] = []
    let bag = DisposeBag()
    flow.collect { value in
      seen.append(value)
      if value == 2 { bag.dispose() }
    }
    .addTo(bag)
    for value in 1...4 { #expect(flow.tryEmit(value)) }
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    #expect(seen == [1, 2])
  }

  /// Never released, as its collection never ends.
  private static let endlessFlow = MutableSharedFlow<Int>(extraBuffer: 8)

  @Test func `dropping the token does not end the collection`() async {
    let flow = Self.endlessFlow
    var seen: [Int] = []
    do { _ = flow.collect { seen.append($0) } }
    #expect(flow.tryEmit(1))
    await mainActorTurn()
    #expect(flow.tryEmit(2))
    await mainActorTurns(1, until: seen == [1, 2])
    #expect(seen == [1, 2])
    #expect(flow.subscriptionCount.value == 1)
  }

  @Test func `a scope that ends disposes the collection`() async throws {
    let flow = MutableStateFlow(1)
    let scope = TaskScope()
    flow.collect { _ in }.addTo(scope)
    #expect(flow.subscriptionCount.value == 1)
    scope.cancel()
    _ = try await flow.subscriptionCount.first { $0 == 0 }
  }

  @Test func `a sequence that ends completes once, after its elements`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let done = HandOff<Bool>()
    var seen: [Int] = []
    let token = stream.collect {
      seen.append($0)
    } onCompletion: { result in
      done.settle((try? result.get()) != nil)
    }
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    #expect(await done.wait())
    #expect(seen == [1, 2])
    token.dispose()
  }

  @Test func `a sequence that fails hands its error over once`() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let done = HandOff<Bool>()
    var completions = 0
    let token = SendableStream(stream: stream).collect { _ in
    } onCompletion: { result in
      completions += 1
      if case .failure(let error) = result { done.settle(error is SourceError) }
    }
    continuation.yield(1)
    continuation.finish(throwing: SourceError())
    #expect(await done.wait())
    #expect(completions == 1)
    token.dispose()
  }

  @Test func `a source that ends because of dispose does not complete`() async {
    let ended = HandOff<Void>()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in ended.settle() }
    var completions = 0
    let token = stream.collect { _ in
    } onCompletion: { _ in
      completions += 1
    }
    await mainActorTurn()
    token.dispose()
    await ended.wait()
    await mainActorTurns()
    #expect(completions == 0)
  }

  @Test func `the closures are released when the collection has ended`() async throws {
    let alive = Tally()
    let flow = MutableStateFlow(0)
    let token: any Disposable
    do {
      let owned = Tracked(1, alive)
      token = flow.collect { _ in
        withExtendedLifetime(owned) {}
      } onCompletion: { _ in
        withExtendedLifetime(owned) {}
      }
    }
    await mainActorTurn()
    #expect(alive.value == 1)
    token.dispose()
    await mainActorTurns(1, until: alive.value == 0 && flow.subscriptionCount.value == 0)
    #expect(alive.value == 0)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `disposed from any thread at any moment it frees the consumer`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1, overflow: .dropOldest)
    for round in 0..<500 {
      let token = flow.collect { _ in }
      var random = SeededRandom(seed: round)
      let delay = Int.random(in: 0..<100, using: &random)
      let disposer = Task.detached {
        spin(delay)
        token.dispose()
      }
      #expect(flow.tryEmit(round))
      if delay.isMultiple(of: 2) { await mainActorTurn() }
      await disposer.value
      _ = try await flow.subscriptionCount.first { $0 == 0 }
    }
  }
}

/// A throwing stream that may be shared, as its continuation feeds a single consumer.
private struct SendableStream: AsyncSequence, Sendable {
  let stream: AsyncThrowingStream<Int, any Error>

  func makeAsyncIterator() -> AsyncThrowingStream<Int, any Error>.Iterator {
    stream.makeAsyncIterator()
  }
}
