#if canImport(Combine)
  import Combine
  import KalugaArchitecture

  /// Iterates a flow for one subscriber.
  ///
  ///     waiting ──demand──▶ asking ──element──▶ delivering ──▶ waiting
  ///        └─────────────────┴─cancel, end, failure─┴────────▶ over
  ///
  /// One main-actor task runs this loop. Other calls only change the state and wake the task.
  final class FlowSubscription<Source: AsyncSequence, Downstream: Subscriber>: Sendable
  where
    Source.Element: Sendable, Downstream.Input == Source.Element,
    Downstream.Failure == Source.Failure
  {
    fileprivate struct State {
      /// Nil after the end.
      var downstream: SubscriberBox<Downstream>?
      var demand = OpenDemand()
      var task: Task<Void, Never>?
      /// The signal that the task waits for while there is no demand.
      var wake: OneShot<Void>?
    }

    fileprivate let state: Lock<State>

    init(_ downstream: Downstream) {
      state = Lock(State(downstream: SubscriberBox(subscriber: downstream)))
    }

    // MARK: Any thread

    func start(_ iterator: sending Source.AsyncIterator) {
      guard state.withLock({ $0.downstream != nil }) else { return }
      let task = Task { @MainActor in await run(iterator) }
      let isOver = state.withLock { state in
        state.task = task
        return state.downstream == nil
      }
      // Cancelled before the task was stored.
      if isOver { task.cancel() }
    }

    fileprivate func end() -> State {
      state.withLock { state in
        let ended = state
        state = State()
        return ended
      }
    }

    // MARK: The task

    @MainActor
    private func run(_ iterator: consuming sending Source.AsyncIterator) async {
      var iterator = iterator
      do throws(Source.Failure) {
        while await waitForDemand() {
          guard let element = try await iterator.next(isolation: MainActor.shared) else {
            return complete(.finished)
          }
          deliver(element)
        }
      } catch {
        complete(.failure(error))
      }
    }

    /// Suspends until there is demand; returns false after the end.
    @MainActor
    private func waitForDemand() async -> Bool {
      while true {
        let wake = OneShot<Void>()
        let isWanted = state.withLock { state -> Bool? in
          if state.downstream == nil { return false }
          if state.demand.isOpen { return true }
          state.wake = wake
          return nil
        }
        if let isWanted { return isWanted }
        await wake.wait()
      }
    }

    @MainActor
    private func deliver(_ element: Source.Element) {
      let downstream = state.withLock { state in
        state.demand.take() ? state.downstream : nil
      }
      if let downstream { request(downstream.subscriber.receive(element)) }
    }

    @MainActor
    private func complete(_ completion: Subscribers.Completion<Source.Failure>) {
      end().downstream?.subscriber.receive(completion: completion)
    }
  }

  extension FlowSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {
      let max = demand.max
      let wake = state.withLock { state in
        state.demand.add(max)
        return state.demand.isOpen ? state.wake.take() : nil
      }
      wake?.settle()
    }

    func cancel() {
      // The subscriber and the task are released with `ended`, outside the lock.
      let ended = end()
      ended.task?.cancel()
      ended.wake?.settle()
    }
  }
#endif
