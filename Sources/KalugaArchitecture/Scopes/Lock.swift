public import Synchronization

/// A mutex around the state it protects; the only lock of the toolkit.
///
/// Keep critical sections to plain data moves: no user code, no continuation and no release of a
/// user's object may happen inside, or a re-entrant call would deadlock.
///
/// The thread sanitizer on Linux does not see `Mutex` (it is a futex without interceptors) and
/// would report every protected access as a race. Under `KALUGA_TSAN`, which only the sanitizer
/// run sets, each section tells it what the mutex orders.
///
/// Inlinable, as everything on the way of a value through a flow is: the compiler then makes code for the
/// value's type in the user's module, and what is generic here costs nothing there.
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
