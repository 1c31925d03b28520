#if canImport(Combine)
  import Combine
  import KalugaArchitecture

  /// Observes for one subscriber, and keeps the newest value until there is demand for it.
  final class ObservableSubscription<Downstream: Subscriber>: Subscription, Sendable
  where Downstream.Failure == Never {
    private struct State {
      /// Nil after the cancellation, which resets the whole state.
      var downstream: SubscriberBox<Downstream>?
      var observable: BasicObservable<Downstream.Input>?
      var token: (any Disposable)?
      var demand = OpenDemand()
      /// Whether a value is waiting for demand.
      var isStarved = false
    }

    private let state: Lock<State>
    @MainActor private var waiting: Downstream.Input?
    @MainActor private var delivered: Downstream.Input?
    @MainActor private var isDelivering = false

    init(_ observable: BasicObservable<Downstream.Input>, _ downstream: Downstream) {
      let downstream = SubscriberBox(subscriber: downstream)
      state = Lock(State(downstream: downstream, observable: observable))
    }

    // MARK: Any thread

    func request(_ demand: Subscribers.Demand) {
      let max = demand.max
      let mustDeliver = state.withLock { state in
        state.demand.add(max)
        guard state.isStarved, state.demand.isOpen else { return false }
        state.isStarved = false
        return true
      }
      if mustDeliver { MainActorTurn.run { self.deliver() } }
    }

    func cancel() {
      // The old state is released at the end of this call, outside the lock.
      let ended = state.withLock { state in
        let ended = state
        state = State()
        return ended
      }
      guard ended.downstream != nil else { return }
      ended.token?.dispose()
      MainActorTurn.run { self.forgetValues() }
    }

    // MARK: Main actor

    @MainActor
    func start() {
      guard let observable = state.withLock({ $0.observable }) else { return }
      let token = observable.observe { value in self.valueDidChange(value) }
      let isOver = state.withLock { state in
        guard state.downstream != nil else { return true }
        state.token = token
        return false
      }
      // Cancelled before the token was stored, for example inside the first call.
      if isOver { token.dispose() }
    }

    @MainActor
    private func valueDidChange(_ value: Downstream.Input) {
      waiting = value
      deliver()
    }

    @MainActor
    private func deliver() {
      // A subscriber may write to the observable or request values inside `receive`; the loop below
      // then delivers them.
      guard !isDelivering else { return }
      isDelivering = true
      defer { isDelivering = false }
      while let value = waiting {
        guard let observable = state.withLock({ $0.observable }) else { return forgetValues() }
        // Without demand, the value may have changed and changed back.
        if let delivered, observable.isSame(delivered, value) { return waiting = nil }
        let downstream = state.withLock { state in
          let isWanted = state.demand.take()
          state.isStarved = !isWanted
          return isWanted ? state.downstream : nil
        }
        guard let downstream else { return }
        waiting = nil
        delivered = value
        request(downstream.subscriber.receive(value))
      }
    }

    @MainActor
    private func forgetValues() {
      waiting = nil
      delivered = nil
    }
  }
#endif
