/// Carries one value from whoever settles it to the one task that waits for it.
///
///     waiting:  idle ──wait──▶ waiting ──settle──▶ settled
///     early:    idle ──settle──▶ settled ──wait──▶ (returns at once)
///
/// Every suspension of the toolkit goes through here. The first `settle` wins and later ones are
/// ignored, so that racing ends (a result against a cancellation) need no further lock. Settling
/// never runs the waiter's code on the caller's stack.
@usableFromInline
package final class HandOff<Value: Sendable>: Sendable {
  /// What a wait returns with, and its number if it comes back to the main actor.
  private typealias Return = (value: Value, id: Int?)

  private struct Waiter {
    let continuation: CheckedContinuation<Return, Never>
    let isOnMainActor: Bool
    /// Set if a test looks at the work that waits.
    let work: ProbedWork?
    let task: Int
  }

  private enum State {
    case idle
    case waiting(Waiter)
    case settled(Value)
  }

  private let state = Lock(State.idle)
  #if KALUGA_TSAN
    private let fence = SanitizerFence()
  #endif

  @usableFromInline
  package init() {}

  /// Delivers the value unless another one was delivered before; says whether it did.
  @discardableResult
  @usableFromInline
  package func settle(_ value: Value) -> Bool {
    #if KALUGA_TSAN
      fence.release()
    #endif
    // The continuation is resumed outside the lock: resuming may enqueue on an executor, which is
    // foreign code.
    let (won, waiter) = state.withLock { state -> (Bool, Waiter?) in
      switch state {
      case .idle:
        state = .settled(value)
        return (true, nil)
      case .waiting(let waiter):
        state = .settled(value)
        return (true, waiter)
      case .settled:
        return (false, nil)
      }
    }
    if let waiter {
      // Before it goes on: nobody may take it for one that waits.
      waiter.work?.goOn(waiter.task)
      let id = waiter.isOnMainActor ? MainActorReturns.begin() : nil
      waiter.continuation.resume(returning: (value, id))
    }
    return won
  }

  /// Suspends until the value is there; only one task may wait at a time.
  ///
  /// - Parameters:
  ///   - place: What a test is told that the task waits at.
  ///   - isolation: Where the task waits.
  /// - Returns: The value.
  @usableFromInline
  package func wait(
    at place: WaitingPlace = .result,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value {
    let isOnMainActor = isolation === MainActor.shared
    let work = ProbedWork.current
    let task = work == nil ? 0 : ProbedWork.currentTask
    let (value, id) = await withCheckedContinuation(isolation: isolation) {
      (continuation: CheckedContinuation<Return, Never>) in
      let (early, observer) = state.withLock { state -> (Value?, Promise<Void>?) in
        if case .settled(let value) = state { return (value, nil) }
        state = .waiting(
          Waiter(
            continuation: continuation,
            isOnMainActor: isOnMainActor,
            work: work,
            task: task
          )
        )
        return (nil, work?.wait(task, at: place))
      }
      if let early { continuation.resume(returning: (early, nil)) }
      observer?.settle(())
    }
    if let id { MainActorReturns.end(id) }
    #if KALUGA_TSAN
      fence.acquire()
    #endif
    return value
  }
}

// Not generic: what flows do here is compiled once, and not looked up by type at each call.
extension HandOff where Value == Void {
  @usableFromInline
  static func inFlow() -> HandOff { HandOff() }

  @discardableResult
  @usableFromInline
  package func settle() -> Bool {
    settle(())
  }

  @usableFromInline
  func waitInFlow(isolation: isolated (any Actor)?) async {
    await wait(at: .flow, isolation: isolation)
  }
}
