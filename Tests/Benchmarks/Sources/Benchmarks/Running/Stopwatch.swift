import Glibc

/// Measures the cost of one of several operations, in processor time of this thread.
@MainActor
func time(_ operations: Int, _ body: () throws -> Void) rethrows -> Double {
  let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
  try body()
  return (processorTime(CLOCK_THREAD_CPUTIME_ID) - start) / Double(operations)
}

/// Measures work that suspends and does nothing on other threads, in processor time of the process.
@MainActor
func timeOfProcess(
  _ operations: Int,
  _ body: @MainActor () async throws -> Void
) async rethrows -> Double {
  let start = processorTime(CLOCK_PROCESS_CPUTIME_ID)
  try await body()
  return (processorTime(CLOCK_PROCESS_CPUTIME_ID) - start) / Double(operations)
}

private func processorTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Measures work that suspends and may be done by several threads, in time of the clock.
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
