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
  private func events(cancelling scope: TaskScope) -> StoreLabels<Int> {
    StoreLabels(channel).onDelivery { _ in scope.cancel() }
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
}
