import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StateInTests {
  @Test func `eagerly follows the source though nobody listens`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0)
    #expect(flow.value == 0)
    source.send(1)
    #expect(try await flow.first { $0 == 1 } == 1)
    #expect(source.starts.value == 1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.running.value == 0)
  }

  @Test func `eagerly misses nothing that is emitted after the call`() async throws {
    let source = MutableSharedFlow<Int>(extraBuffer: 8)
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0, start: .eagerly)
    #expect(source.tryEmit(1))
    #expect(source.subscriptionCount.value == 1)
    #expect(try await flow.first { $0 == 1 } == 1)
    scope.cancel()
  }

  @Test func `lazily waits for the first consumer and goes on without it`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0, start: .lazily)
    source.send(1)
    await mainActorTurn()
    #expect(source.starts.value == 0)
    #expect(try await flow.first { $0 == 1 } == 1)
    #expect(flow.subscriptionCount.value == 0)
    let changes = MutableStateFlow(0)
    let token = flow.collect { changes.value = $0 }
    _ = try await changes.asStateFlow().first { $0 == 1 }
    token.dispose()
    source.send(2)
    #expect(try await flow.first { $0 == 2 } == 2)
    #expect(source.starts.value == 1)
    scope.cancel()
  }

  @Test func `a source that ends leaves its last value and lets consumers wait`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0)
    source.send(1)
    source.end()
    await scope.waitUntilEmpty()
    #expect(flow.value == 1)
    #expect(scope.isActive)
    let waiting = Task { @MainActor in try await flow.first { $0 == 2 } }
    await mainActorTurns(1, until: flow.subscriptionCount.value == 1)
    #expect(flow.subscriptionCount.value == 1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `a source that fails tells the scope's handler and leaves the scope alive`() async {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let source = ScriptedSource<Int>()
    let flow = source.stateIn(scope, initial: 0)
    source.send(1)
    source.fail()
    await scope.waitUntilEmpty()
    #expect(flow.value == 1)
    #expect(errors.all == ["SourceError()"])
    #expect(scope.isActive)
  }

  @Test func `what a source yields after its scope has ended is not stored`() async throws {
    let source = ScriptedSource<Int>(heedsCancellation: false)
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0)
    source.send(1)
    _ = try await flow.first { $0 == 1 }
    scope.cancel()
    source.send(2)
    source.send(3)
    source.end()
    await scope.waitUntilEmpty()
    #expect(flow.value == 1)
  }

  @Test(arguments: [0, 1, 2])
  func `in an ended scope the source never runs`(_ policy: Int) async {
    let start: FlowStart = [.eagerly, .lazily, .whileSubscribed()][policy]
    let scope = TaskScope()
    scope.cancel()
    let source = ScriptedSource<Int>()
    let flow = source.stateIn(scope, initial: 7, start: start)
    source.send(1)
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next() == 7)
    await scope.waitUntilEmpty()
    #expect(source.starts.value == source.running.value)
    #expect(source.running.value == 0)
    #expect(flow.value == 7)
  }

  @Test func `a closure says which elements are equal`() async throws {
    let source = ScriptedSource<(Int, String)>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: (0, "a")) { $0.0 == $1.0 }
    source.send((0, "b"))
    source.send((1, "c"))
    #expect(try await flow.first { $0.0 == 1 }.1 == "c")
    scope.cancel()
  }

  @Test func `optional elements keep nil apart from the end`() async throws {
    let source = ScriptedSource<Int?>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0)
    source.send(nil)
    #expect(try await flow.first { $0 == nil } == nil)
    source.send(1)
    #expect(try await flow.first { $0 == 1 } == 1)
    scope.cancel()
  }

  @Test func `one run serves any number of consumers`() async throws {
    let source = ScriptedSource<Int>()
    let scope = TaskScope()
    let flow = source.stateIn(scope, initial: 0, start: .lazily)
    let consumers = (0..<20).map { _ in Task.detached { try await flow.first { $0 == 3 } } }
    _ = try await flow.subscriptionCount.first { $0 == 20 }
    for value in 1...3 { source.send(value) }
    for consumer in consumers { #expect(try await consumer.value == 3) }
    #expect(source.starts.value == 1)
    scope.cancel()
  }
}
