/// Carries one value to the one task that waits for it.
///
///     idle ──wait──▶ waiting ──settle──▶ settled
///     idle ──settle──▶ settled ──wait──▶ settled      (returns at once)
///
/// Every suspension of the toolkit that another task ends goes through this type. The first `settle` wins and later ones
/// are ignored, so that racing ends (a result against a cancellation) need no further lock.
/// Settling never runs the waiter's code on the caller's stack.
@usableFromInline
package final class OneShot<Value: Sendable>: Sendable {
  private struct Waiter {
    let continuation: CheckedContinuation<Value, Never>
    let isOnMainActor: Bool
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

  /// Delivers the value unless one was delivered before.
  ///
  /// - Returns: Whether this call delivered its value.
  @discardableResult
  @usableFromInline
  package func settle(_ value: Value) -> Bool {
    #if KALUGA_TSAN
      fence.release()
    #endif
    let (isFirst, waiter) = state.withLock { state -> (Bool, Waiter?) in
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
    // Outside the lock: resuming may enqueue on an executor, which is foreign code.
    if let waiter {
      if waiter.isOnMainActor { MainActorResumptions.willResume(self) }
      waiter.continuation.resume(returning: value)
    }
    return isFirst
  }

  /// Suspends until the value is delivered.
  ///
  /// Only one task may wait. A second one stops the program, because the first would never resume.
  /// Listeners see the place.
  @usableFromInline
  package func wait(
    at place: SuspensionPlace = .result,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value {
    let isOnMainActor = isolation === MainActor.shared
    let context = ArchitectureEvents.current
    let value = await withCheckedContinuation(isolation: isolation) {
      (continuation: CheckedContinuation<Value, Never>) in
      let early = state.withLock { state -> Value? in
        switch state {
        case .idle:
          state = .waiting(Waiter(continuation: continuation, isOnMainActor: isOnMainActor))
          return nil
        case .waiting:
          preconditionFailure(
            "a second task waits for the value of a OneShot; give each task a OneShot of its own"
          )
        case .settled(let value):
          return value
        }
      }
      if let early {
        continuation.resume(returning: early)
      } else {
        context?.taskDidSuspend(at: place, self)
      }
    }
    if isOnMainActor { MainActorResumptions.didResume(self) }
    context?.taskDidResume()
    #if KALUGA_TSAN
      fence.acquire()
    #endif
    return value
  }
}

extension OneShot: Suspension {
  package var isWaiting: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }
}

extension OneShot where Value == Void {
  @discardableResult
  @usableFromInline
  package func settle() -> Bool {
    settle(())
  }
}
