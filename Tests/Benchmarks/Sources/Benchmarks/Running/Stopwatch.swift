import Glibc

/// Measures the cost of one of several operations, in time of this thread: what else the machine does
/// counts only as far as it empties the caches.
@MainActor
func time(_ operations: Int, _ body: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try body()
  return (threadTime() - start) / Double(operations)
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The same for work that suspends, and may be done by several threads: in time of the clock.
@MainActor
func time(_ operations: Int, _ body: @MainActor () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start).nanoseconds / Double(operations)
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
