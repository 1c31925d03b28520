import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ShareInTests {
  @Test func `lazily the first consumer gets every element`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.shareIn(scope)
    for value in 1...5 { source.send(value) }
    await mainActorTurn()
    #expect(source.starts.value == 0)
    var iterator = flow.makeAsyncIterator()
    for value in 1...5 { #expect(await iterator.next() == value) }
    #expect(source.starts.value == 1)
    scope.cancel()
  }

  @Test func `a later consumer begins with the replay`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.shareIn(scope, replay: 2)
    var first = flow.makeAsyncIterator()
    for value in 1...4 { source.send(value) }
    for value in 1...4 { #expect(await first.next() == value) }
    var second = flow.makeAsyncIterator()
    #expect(await second.next() == 3)
    #expect(await second.next() == 4)
    scope.cancel()
  }

  @Test func `eagerly what comes before the first consumer is lost except for the replay`() async {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.shareIn(scope, replay: 1, start: .eagerly)
    for value in 1...4 { source.send(value) }
    source.end()
    await scope.waitUntilEmpty()
    #expect(flow.replayCache == [4])
  }

  @Test func `eagerly misses nothing that the source emits after the call`() async {
    let source = MutableSharedFlow<Int>(extraBuffer: 8)
    let scope = TaskScope()
    let flow = source.shareIn(scope, replay: 1, start: .eagerly)
    var iterator = flow.makeAsyncIterator()
    #expect(source.tryEmit(1))
    #expect(source.subscriptionCount.value == 1)
    #expect(await iterator.next() == 1)
    scope.cancel()
  }

  @Test func `the slowest consumer holds up the source and loses nothing`() async {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.shareIn(scope)
    var slow = flow.makeAsyncIterator()
    let fast = Task.detached {
      var seen: [Int] = []
      for await value in flow {
        seen.append(value)
        if value == 50 { break }
      }
      return seen
    }
    while flow.subscriptionCount.value < 2 {
      _ = try? await flow.subscriptionCount.first { $0 == 2 }
    }
    for value in 1...50 { source.send(value) }
    for value in 1...50 { #expect(await slow.next() == value) }
    #expect(await fast.value == Array(1...50))
    scope.cancel()
  }

  @Test func `a scope that ends releases a source that waits for room`() async {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.shareIn(scope)
    let lazy = flow.makeAsyncIterator()
    source.send(1)
    _ = try? await source.starts.asStateFlow().first { $0 == 1 }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.running.value == 0)
    withExtendedLifetime(lazy) {}
  }

  @Test func `what a source yields after its scope has ended is not emitted`() async throws {
    let source = ScriptedSource<Int>(heedsCancellation: false)
    let scope = TaskScope()
    let flow = source.shareIn(scope, replay: 3, start: .eagerly)
    var iterator = flow.makeAsyncIterator()
    source.send(1)
    #expect(await iterator.next() == 1)
    scope.cancel()
    source.send(2)
    source.end()
    await scope.waitUntilEmpty()
    #expect(flow.replayCache == [1])
  }

  @Test func `a failing source tells the scope's handler and consumers wait on`() async {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let source = ScriptedSource<Int>()
    let flow = source.shareIn(scope)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let first = await iterator.next()
      return (first, await iterator.next())
    }
    source.send(1)
    source.fail()
    await mainActorTurn()
    await scope.waitUntilEmpty()
    #expect(errors.all == ["SourceError()"])
    #expect(scope.isActive)
    #expect(flow.subscriptionCount.value == 1)
    consumer.cancel()
    let (first, second) = await consumer.value
    #expect(first == 1)
    #expect(second == nil)
  }
}
