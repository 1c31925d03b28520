import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The common behaviour of `stateIn` and `shareIn`, and their differences.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedSourceTests {
  private let source = ScriptedSequence<Int>()
  private let errors = Log<String>()
  private let scope: TaskScope

  init() {
    scope = TaskScope { [errors] in errors.append("\($0)") }
    watchWork(of: scope)
  }

  @Test(arguments: FlowKind.allCases)
  func `an eager source misses no element emitted after the call`(kind: FlowKind) async {
    let source = MutableSharedFlow<Int>(extraBuffer: 8)
    let shared = kind.share(source, in: scope, start: .eagerly)
    #expect(source.tryEmit(1))
    #expect(source.subscriptionCount.value == 1)
    await until(shared.newest == 1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.subscriptionCount.value == 0)
  }

  @Test(arguments: FlowKind.allCases, [StartPolicy.lazily, .whileSubscribed])
  func `an element emitted right after the first consumer has registered arrives`(
    kind: FlowKind,
    policy: StartPolicy
  ) async {
    let source = MutableSharedFlow<Int>(extraBuffer: 8)
    let shared = kind.share(source, in: scope, start: policy.start)
    #expect(source.subscriptionCount.value == 0)
    let consumer = shared.makeAsyncIterator()
    #expect(source.tryEmit(1))
    await until(shared.newest == 1)
    withExtendedLifetime(consumer) {}
  }

  @Test(arguments: FlowKind.allCases)
  func `a lazy source waits for the first consumer and continues without it`(
    kind: FlowKind
  ) async throws {
    let shared = kind.share(source, in: scope, start: .lazily)
    try await waitUntilParked(scope)
    #expect(source.runCount == 0)
    #expect(shared.newest == (kind == .state ? 0 : nil))
    do {
      let consumer = shared.makeAsyncIterator()
      await until(source.runCount == 1)
      withExtendedLifetime(consumer) {}
    }
    source.send(1)
    await until(shared.newest == 1)
    let again = shared.makeAsyncIterator()
    try await waitUntilParked(scope)
    #expect(source.runCount == 1)
    withExtendedLifetime(again) {}
  }

  @Test(arguments: FlowKind.allCases, [nil, SourceError()])
  func `a source that ends or fails leaves its scope alive and its consumers waiting`(
    kind: FlowKind,
    error: SourceError?
  ) async throws {
    let shared = kind.share(source, in: scope, start: .eagerly)
    source.send(1)
    if let error { source.fail(error) } else { source.finish() }
    await scope.waitUntilEmpty()
    #expect(errors.all == (error == nil ? [] : ["SourceError()"]))
    #expect(scope.isActive)
    let consumer = await runUntilSuspended {
      var iterator = shared.makeAsyncIterator()
      return await iterator.next(2)
    }
    #expect(shared.subscriptionCount.value == 1)
    consumer.cancel()
    #expect(try await consumer.value == [1])
  }

  @Test(arguments: FlowKind.allCases)
  func `elements that a source yields after its scope has ended are dropped`(kind: FlowKind) async {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let shared = kind.share(source, in: scope, start: .eagerly)
    source.send(1)
    await until(shared.newest == 1)
    scope.cancel()
    source.send(2, 3)
    source.finish()
    await scope.waitUntilEmpty()
    #expect(shared.newest == 1)
  }

  @Test(arguments: FlowKind.allCases, StartPolicy.allCases)
  func `in an ended scope the source never runs`(kind: FlowKind, policy: StartPolicy) async {
    scope.cancel()
    let shared = kind.share(source, in: scope, start: policy.start)
    let consumer = shared.makeAsyncIterator()
    await scope.waitUntilEmpty()
    #expect(source.runCount == 0)
    withExtendedLifetime(consumer) {}
  }

  @Test(arguments: FlowKind.allCases)
  func `one run serves any number of consumers`(kind: FlowKind) async {
    let shared = kind.share(source, in: scope, start: .lazily)
    let consumers = (0..<20).map { _ in ValueRecorder(following: shared) }
    await until(source.runCount == 1)
    source.send(1, 2, 3)
    for consumer in consumers { _ = try? await consumer.next { $0 == 3 } }
    #expect(consumers.map(\.values.last) == Array(repeating: 3, count: 20))
    #expect(source.runCount == 1)
    scope.cancel()
  }

  @Test func `a closure decides which elements are equal`() async throws {
    let source = ScriptedSequence<(Int, String)>()
    let flow = source.stateIn(scope, initial: (0, "a")) { $0.0 == $1.0 }
    let texts = ValueRecorder(following: flow.map { $0.1 })
    await texts.expect("a")
    source.send((0, "b"), (1, "c"))
    await texts.expect("c")
    scope.cancel()
  }

  @Test func `a later consumer begins with the replay cache`() async throws {
    let flow = source.shareIn(scope, replay: 2)
    var first = flow.makeAsyncIterator()
    await until(source.runCount == 1)
    source.send(1, 2, 3, 4)
    #expect(await first.next(4) == [1, 2, 3, 4])
    var second = flow.makeAsyncIterator()
    #expect(await second.next(2) == [3, 4])
    scope.cancel()
  }

  @Test func `an eager source loses early elements, except for the replay`() async {
    let flow = source.shareIn(scope, replay: 1, start: .eagerly)
    source.send(1, 2, 3, 4)
    source.finish()
    await scope.waitUntilEmpty()
    #expect(flow.replayCache == [4])
  }

  @Test func `the slowest consumer holds up the source and loses nothing`() async throws {
    let flow = source.shareIn(scope)
    var slow = flow.makeAsyncIterator()
    let fast = ValueRecorder(following: flow)
    await until(source.runCount == 1)
    for value in 1...50 { source.send(value) }
    try await waitUntilParked(scope)
    #expect(fast.values == [1])
    #expect(await slow.next(50) == Array(1...50))
    _ = try await fast.next { $0 == 50 }
    #expect(fast.values == Array(1...50))
    scope.cancel()
  }

  @Test func `a scope that ends releases a source that waits for room`() async throws {
    let flow = source.shareIn(scope)
    let lazy = flow.makeAsyncIterator()
    await until(source.runCount == 1)
    source.send(1)
    try await waitUntilParked(scope)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.activeCount == 0)
    withExtendedLifetime(lazy) {}
  }
}
