import Testing

@testable import KalugaArchitecture

/// The rules of flows that public API cannot show at an exact moment.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowInternalsTests {
  private let channel = EventChannel<Int>()
  private let scope = TaskScope()

  init() {
    channel.send(1)
  }

  /// Events whose consumer is cancelled just after it has taken one, as by another thread.
  private struct CancellingEvents: AsyncSequence, Sendable {
    let channel: EventChannel<Int>
    let scope: TaskScope

    struct AsyncIterator: CancellableIterator {
      var base: FlowIterator<Int>
      let scope: TaskScope

      mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Int? {
        defer { scope.cancel() }
        return await base.next(isolation: isolation)
      }
    }

    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: channel.makeAsyncIterator(), scope: scope)
    }
  }

  private func events(cancelling scope: TaskScope) -> CancellingEvents {
    CancellingEvents(channel: channel, scope: scope)
  }

  @Test func `an observable delivers an event that was taken before the end of the scope`() async {
    let observable = InitializedObservable(
      0,
      following: events(cancelling: scope),
      in: scope,
      start: .eagerly
    )
    await scope.waitUntilEmpty()
    #expect(observable.current == 1)
  }

  @Test func `a shared flow delivers an event that was taken before the end of the scope`() async {
    let flow = events(cancelling: scope).stateIn(scope, initial: 0)
    await scope.waitUntilEmpty()
    #expect(flow.value == 1)
  }

  @Test func `a view model delivers an event that was taken before its end`() async {
    let model = BaseLifecycleViewModel()
    let seen = Log<Int>()
    model.collectWhileResumed(events(cancelling: model.scope)) { seen.append($0) }
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(seen.all == [1])
  }

  @Test func `a channel forgets consumers that are cancelled`() {
    let storage = ChannelStorage<Int>(capacity: 1, overflow: .dropOldest, file: #file, line: #line)
    weak var waiter: OneShot<Void>?
    do {
      let made = OneShot<Void>()
      waiter = made
      if let id = storage.addWaiter(made, ()) { storage.removeWaiter(id) }
    }
    #expect(waiter == nil)
  }

  @Test func `a flow that does not change forgets consumers that are cancelled`() async {
    let flow = MutableStateFlow(0)
    let consumer = Task { @MainActor in for await _ in flow {} }
    await until(flow.storage.state.withLock { !$0.followers.waiters.isEmpty })
    consumer.cancel()
    await consumer.value
    #expect(flow.storage.state.withLock { $0.followers.waiters.isEmpty })
  }
}
