/// Runs an operation until it succeeds, at most the given number of times.
///
///     let profile = try await retry(maxAttempts: 3, if: { $0 is NetworkError }) {
///       try await api.profile()
///     }
///
/// Runs on the caller's actor. Cancellation is never retried: a cancelled task does not try again,
/// and neither does an operation that throws a `CancellationError`.
///
/// - Parameters:
///   - maxAttempts: How often to run the operation; at least once, whatever the number.
///   - isWorthRetrying: Returns whether an error is worth another attempt. Called after each
///     failure but the last possible one, before the wait. It may wait itself, such as for a tap on
///     "Try again".
///   - backoff: Returns the wait after the first failure, the second, and so on. The default is a
///     quarter of a second, which doubles with each failure up to eight seconds.
///   - clock: Measures the wait.
///   - operation: What to run.
/// - Returns: The result of the first attempt that succeeds.
/// - Throws: The error of the last attempt, or `CancellationError` if the task is cancelled during
///   a wait.
public func retry<Value>(
  maxAttempts: Int,
  if isWorthRetrying: (any Error) async -> Bool = { _ in true },
  backoff: (_ failures: Int) -> Duration = { .milliseconds(250) * (1 << min($0 - 1, 5)) },
  clock: any Clock<Duration> = ContinuousClock(),
  _ operation: () async throws -> Value
) async throws -> Value {
  var failures = 0
  while true {
    do {
      return try await operation()
    } catch {
      failures += 1
      if error is CancellationError || Task.isCancelled || failures >= maxAttempts { throw error }
      guard await isWorthRetrying(error) else { throw error }
    }
    try await clock.sleep(for: backoff(failures).bounded)
    // A clock may return from a sleep that was cancelled at its very end.
    try Task.checkCancellation()
  }
}
