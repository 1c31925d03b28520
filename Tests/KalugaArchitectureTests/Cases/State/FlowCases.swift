import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about flows of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FlowCases {
  private let clock = ManualClock()

  /// kotlinx.coroutines #2488: a lazy state flow that nobody watches any more does not start its
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
      scope.launch(on: .pool) { for await value in flow { seen.append(value) } }
      scope.launch(on: .pool) {
        // Without a consumer, the loop would occupy its thread.
        _ = try await flow.subscriptionCount.first { $0 > 0 }
        for value in 0... { try await flow.emit(value) }
      }
      await until(seen.count >= before + 5)
      scope.cancel()
      await scope.waitUntilEmpty()
      await until(flow.subscriptionCount.value == 0)
    }
  }

  /// kotlinx.coroutines #1460 and #1177: emitting does not notice a cancellation.
  @Test(arguments: [0, 1], [false, true])
  func `a loop of emissions that never has to wait ends with its scope`(
    replay: Int,
    hasConsumer: Bool
  ) async throws {
    let flow = MutableSharedFlow<Int>(replay: replay, extraBuffer: hasConsumer ? .max : 0)
    let gate = Gate()
    let emitted = Tally()
    let scope = TaskScope()
    let consumer = hasConsumer ? flow.makeAsyncIterator() : nil
    scope.launch(on: .pool) {
      for number in 0..<10 {
        try await flow.emit(number)
        emitted.add()
        if number == 4 { await gate.passIgnoringCancellation() }
      }
    }
    try await gate.waitForArrivals(1)
    scope.cancel()
    gate.open()
    await scope.waitUntilEmpty()
    #expect(emitted.value == 5)
    withExtendedLifetime(consumer) {}
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

  /// kotlinx.coroutines #2890: after a failure, a consumer that arrives in the grace period gets
  /// only the old value.
  @Test func `a consumer that arrives after a failure starts the source again`() async throws {
    let failures = Log<String>()
    let scope = TaskScope(onError: { failures.append("\($0)") })
    let starts = Tally()
    let source = CallbackFlow<Int, any Error> { sink in
      let run = starts.add()
      sink.send(run)
      if run == 1 { sink.finish(throwing: SourceError()) }
      return {}
    }
    let shared = source.stateIn(
      scope,
      initial: 0,
      start: .whileSubscribed(grace: .seconds(5), clock: clock)
    )
    let first = ValueRecorder(following: shared)
    await until(failures.count == 1)
    first.stop()
    await until(shared.subscriptionCount.value == 0)
    // The user taps "try again": a new consumer within the grace period.
    let second = ValueRecorder(following: shared)
    _ = try await second.next { $0 == 2 }
    #expect(starts.value == 2)
    #expect(clock.deadlines == [])
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// kotlinx.coroutines #2047: who comes back sees a value of long ago.
  @Test func `a consumer that comes back late does not see a value of long ago`() async throws {
    let scope = TaskScope()
    let source = ScriptedSequence<Int>()
    let start = FlowStart.whileSubscribed(
      grace: .seconds(5),
      expiration: .seconds(60),
      clock: clock
    )
    let shared = source.stateIn(scope, initial: 0, start: start)
    for _ in 1...2 {
      let recorder = ValueRecorder(following: shared)
      await recorder.expect(0)
      await until(source.activeCount == 1)
      source.send(7)
      await recorder.expect(7)
      recorder.stop()
      for period in [5, 60] {
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(period))
      }
      await until(shared.value == 0)
    }
    scope.cancel()
    await scope.waitUntilEmpty()
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

  /// swift-async-algorithms #450 and #269: a debounced sequence swallows the error of its base.
  @Test func `a debounced observable reports that its source has failed`() async {
    let scope = TaskScope(onError: { _ in })
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let source = InitializedObservable(0, following: stream, in: scope)
    let settled = source.debounced(for: .seconds(1), clock: clock)
    let values = ValueRecorder(settled)
    continuation.yield(5)
    await until(source.current == 5)
    continuation.finish(throwing: SourceError())
    await until(source.sourceState.failure is SourceError)
    await clock.run(for: .seconds(2))
    await values.expect(0, 5)
    #expect(settled.sourceState.failure is SourceError)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// RxSwift and Combine have `take(until:)` and `prefix(while:)`: in the first call of an observer,
  /// there is no token to dispose yet.
  @Test func `an observation can end in its first call`() {
    let ready = InitializedSubject(wrappedValue: true)
    var seen: [Bool] = []
    let token = ready.observe(until: { $0 }) { seen.append($0) }
    ready.current = false
    ready.current = true
    #expect(seen == [true])
    withExtendedLifetime(token) {}
  }
}
