import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about flows of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FlowCases {
  /// kotlinx.coroutines #2488: a lazy state flow without consumers does not start its
  /// source.
  @Test func `a first read starts a chain of lazy state flows`() async throws {
    let scope = TaskScope()
    let source = MutableSharedFlow<Int>(replay: 1)
    let inner = source.stateIn(scope, initial: 1, start: .lazily)
    let outer = inner.stateIn(scope, initial: 0, start: .lazily)
    // 0, or 1 if the inner flow is faster than the read.
    #expect(try await outer.first { _ in true } < 2)
    #expect(source.tryEmit(7))
    await until(outer.value == 7)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// kotlinx.coroutines #2320: a flow with a replay stalls with consumers of different speed.
  @Test(arguments: 0...2)
  func `consumers of different speed all receive everything`(replay: Int) async throws {
    let flow = MutableSharedFlow<Int>(replay: replay)
    let (fast, slow) = (Log<Int>(), Log<Int>())
    let scope = TaskScope()
    scope.launch(on: .pool) { for await value in flow { fast.append(value) } }
    scope.launch(on: .pool) {
      for await value in flow {
        await mainActorQueueDrained()
        slow.append(value)
      }
    }
    await until(flow.subscriptionCount.value == 2)
    for value in 0..<20 { try await flow.emit(value) }
    await until(fast.count == 20 && slow.count == 20)
    #expect(fast.all == Array(0..<20))
    #expect(slow.all == Array(0..<20))
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// kotlinx.coroutines #3774 and #4681: emissions of cancelled tasks break the flow.
  @Test(arguments: 0...1)
  func `emissions of cancelled tasks break nothing`(replay: Int) async throws {
    let flow = MutableSharedFlow<Int>(replay: replay)
    let scope = TaskScope()
    let numbers = flow.stateIn(scope, initial: -1)
    #expect(flow.subscriptionCount.value == 1)
    for round in 0..<100 {
      await Task.detached {
        withUnsafeCurrentTask { $0?.cancel() }
        try? await flow.emit(1_000 + round)
      }.value
      let waiting = Task.detached { for value in 0..<5 { try? await flow.emit(2_000 + value) } }
      waiting.cancel()
      try await flow.emit(round)
      await waiting.value
      if round % 10 == 0 { await until(numbers.value == round || numbers.value >= 2_000) }
    }
    try await flow.emit(77)
    await until(numbers.value == 77)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// kotlinx.coroutines #4583: a flow outlives the scopes of its emitters and consumers.
  @Test func `a flow survives scopes that are cancelled with both ends`() async {
    let flow = MutableSharedFlow<Int>()
    let seen = Log<Int>()
    for _ in 0..<30 {
      let scope = TaskScope()
      let before = seen.count
      // The consumer stops after five values, so that the emitter waits, too, and no thread is busy.
      let held = Gate()
      scope.launch(on: .pool) {
        for await value in flow {
          seen.append(value)
          if value == 4 { try await held.pass() }
        }
      }
      scope.launch(on: .pool) {
        _ = try await flow.subscriptionCount.first { $0 > 0 }
        for value in 0...5 { try await flow.emit(value) }
      }
      await until(seen.count >= before + 5)
      scope.cancel()
      await scope.waitUntilEmpty()
      await until(flow.subscriptionCount.value == 0)
    }
  }

  /// kotlinx.coroutines #2320 and #4583, on the slot of a cancelled collector: it holds up emitters.
  @Test func `a consumer that is cancelled while it works leaves when it asks again`() async throws
  {
    let flow = MutableSharedFlow<Int>()
    let gate = Gate()
    let scope = TaskScope()
    scope.launch { for await _ in flow { await gate.passIgnoringCancellation() } }
    await until(flow.subscriptionCount.value == 1)
    try await flow.emit(1)
    try await gate.waitForArrivals(1)
    let emitter = await runUntilSuspended { try await flow.emit(2) }
    scope.cancel()
    #expect(flow.subscriptionCount.value == 1)
    gate.open()
    try await emitter.value
    await scope.waitUntilEmpty()
    await until(flow.subscriptionCount.value == 0)
  }

  /// kotlinx.coroutines #2886 and #4337, orbit-mvi #42: an event that was taken for a consumer whose
  /// scope ends is lost.
  @Test func `an event sent just before a pause waits for the next resume`() async {
    final class EventsViewModel: BaseLifecycleViewModel {
      let events = EventChannel<Int>()
      var shown: [Int] = []
      override init(lifecycleSubscribables: [any LifecycleSubscribable] = []) {
        super.init(lifecycleSubscribables: lifecycleSubscribables)
        collectWhileResumed(events) { [weak self] in self?.shown.append($0) }
      }
    }
    let model = EventsViewModel()
    for round in 0..<50 {
      model.didResume()
      if round % 2 == 0 { await mainActorQueueDrained() }
      model.events.send(round)
      if round % 3 == 0 { await Task.yield() }
      model.didPause()
      if round % 5 == 0 { await mainActorQueueDrained() }
    }
    model.didResume()
    await until(model.shown.count == 50)
    #expect(model.shown == Array(0..<50))
    model.clear()
  }

  /// swift-async-algorithms #450, #269: a failure that arrives while there is no call of next is
  /// taken for an ordinary end.
  @Test func `a failure behind a held back change is not taken for an ordinary end`() async {
    let (source, clock) = (ScriptedSequence<Int>(), ManualClock())
    let failures = Log<String>()
    let scope = TaskScope(name: "failing") { failures.append("\($0)") }
    let followed = InitializedObservable(0, following: source, in: scope)
    let delayed = followed.debounced(for: .seconds(1), clock: clock)
    var seen: [Int] = []
    let token = delayed.observe { seen.append($0) }
    await until(source.requestCount == 1)
    source.send(1)
    source.fail(SourceError())
    await until(failures.count == 1)
    await clock.run(for: .seconds(2))
    #expect(seen == [0, 1])
    #expect(delayed.sourceState.failure is SourceError)
    token.dispose()
  }

  /// swift-async-algorithms #249: an iteration that begins in a cancelled task traps.
  @Test func `an iteration that begins in a cancelled task ends at once`() async {
    let subject = InitializedSubject(wrappedValue: 1)
    let (state, events) = (subject.stateFlow, EventChannel<Int>())
    let shared = MutableSharedFlow<Int>(replay: 1)
    #expect(shared.tryEmit(1))
    events.send(1)
    let begins = Gate()
    let task = Task {
      await begins.passIgnoringCancellation()
      var count = 0
      for await _ in state { count += 1 }
      for await _ in shared { count += 1 }
      for await _ in shared.shareIn(TaskScope()) { count += 1 }
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    begins.open()
    #expect(await task.value == 0)
    // The event is still there.
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  /// swift-async-algorithms #248, ReactiveSwift #287, ReactiveKit #149: the last value is dropped.
  @Test func `delayed values arrive after the source has ended`() async {
    let clock = ManualClock()
    var progress: InitializedSubject<Int>? = InitializedSubject(wrappedValue: 0)
    let throttled = progress!.throttled(for: .seconds(1), clock: clock)
    let debounced = progress!.debounced(for: .seconds(1), clock: clock)
    var first: [Int] = []
    var second: [Int] = []
    let tokens = [throttled.observe { first.append($0) }, debounced.observe { second.append($0) }]
    for value in 1...100 { progress?.current = value }
    progress = nil
    await mainActorQueueDrained()
    await clock.run(for: .seconds(5))
    #expect(first == [0, 1, 100])
    #expect(second == [0, 100])
    for token in tokens { token.dispose() }
  }

  // apple/swift-async-algorithms#182: one emitter that is cancelled ends all the others.
  @Test func `a cancelled emitter leaves the others alone`() async throws {
    let flow = MutableSharedFlow<Int>()
    var iterator = flow.makeAsyncIterator()
    let first = await runUntilSuspended { try await flow.emit(1) }
    let second = await runUntilSuspended { try await flow.emit(2) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(await iterator.next() == 2)
    try await second.value
  }

  // apple/swift-async-algorithms#142: a value for a consumer that was cancelled while it waited stops
  // the program.
  @Test func `a value after the cancellation of the only consumer is dropped`() async throws {
    let flow = MutableSharedFlow<Int>()
    let consumer = await waitingConsumer(of: flow)
    consumer.cancel()
    try await flow.emit(1)
    #expect(try await consumer.value == nil)
    let next = await waitingConsumer(of: flow)
    try await flow.emit(2)
    #expect(try await next.value == 2)
  }

  // CombineCommunity/CombineExt#115: a source that has everything at once delivers nothing.
  // tcldr/Entwine#10: a consumer that arrives after the end of the source receives nothing.
  @Test func `a shared source that ends at once reaches the first consumer and later ones`() async {
    let scope = TaskScope()
    let numbers = AsyncStream<Int> { stream in
      for number in 1...3 { stream.yield(number) }
      stream.finish()
    }
    let shared = numbers.shareIn(scope, replay: 2)
    let first = Log<Int>()
    let reading = await runUntilSuspended { for await number in shared { first.append(number) } }
    await until(first.count == 3)
    #expect(first.all == [1, 2, 3])
    await scope.waitUntilEmpty()
    var late = shared.makeAsyncIterator()
    #expect(await late.next() == 2)
    #expect(await late.next() == 3)
    reading.cancel()
  }

  // Kotlin/kotlinx.coroutines#2576: an extra buffer keeps nothing while there is no consumer.
  @Test func `without consumers only the replay keeps values, whatever the buffer`() async throws {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    for value in 1...5 { #expect(flow.tryEmit(value)) }
    var iterator = flow.makeAsyncIterator()
    #expect(flow.tryEmit(6))
    // The buffer of two is full from here on.
    #expect(!flow.tryEmit(7))
    #expect(await iterator.next() == 5)
    #expect(await iterator.next() == 6)
  }
}
