public import Synchronization

/// A mutex around the state it protects; the only lock of the toolkit.
///
/// Critical sections only move data. User code, resuming a continuation, and releasing a user's
/// object are not allowed inside: a re-entrant call would deadlock.
///
/// The thread sanitizer on Linux cannot see `Mutex`, which uses a futex directly, and would report
/// every protected access as a race. Under `KALUGA_TSAN`, which only the sanitizer run sets, each
/// critical section announces the ordering that the mutex establishes.
///
/// Inlinable, like all code that passes a value through a flow: the compiler specializes it for the
/// value's type in the user's module.
@usableFromInline
@frozen
package struct Lock<State>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  #if KALUGA_TSAN
    @usableFromInline let fence = SanitizerFence()
  #endif

  @inlinable
  package init(_ state: consuming sending State) {
    mutex = Mutex(state)
  }

  @inlinable
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (state: inout sending State) throws(Failure) -> sending Result in
      #if KALUGA_TSAN
        fence.acquire()
        defer { fence.release() }
      #endif
      return try body(&state)
    }
  }
}
