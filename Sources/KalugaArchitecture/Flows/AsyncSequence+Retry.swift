extension AsyncSequence where Self: Sendable {
  /// Returns this sequence, which begins again after a failure.
  ///
  ///     let prices = feed.prices.retry(maxAttempts: 5, if: { $0 == .offline })
  ///
  /// Each attempt makes a new iterator, so elements that a source delivers at each start arrive
  /// again. Elements are passed on immediately. Attempts are counted from the latest element on: a
  /// feed that fails once a day is never given up, and waits briefly each time.
  ///
  /// The closures are called on the actor of the consumer. Cancellation is never retried: a
  /// cancelled task makes no other attempt, and neither does one that throws a `CancellationError`.
  /// If the task is cancelled during a wait, the sequence ends without an error.
  ///
  /// kotlinx.coroutines: `retry`, `retryWhen`.
  ///
  /// The parameters mean the same as those of ``retry(maxAttempts:if:backoff:clock:_:)``. The sequence
  /// fails with the error of the last attempt.
  public func retry(
    maxAttempts: Int,
    if isWorthRetrying: @escaping @Sendable (Failure) async -> Bool = { _ in true },
    backoff: @escaping @Sendable (_ failures: Int) -> Duration = {
      .milliseconds(250) * (1 << Swift.min($0 - 1, 5))
    },
    clock: any Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<Element, Failure> & Sendable {
    RetryingSequence(
      base: self,
      maxAttempts: maxAttempts,
      isWorthRetrying: isWorthRetrying,
      backoff: backoff,
      clock: clock
    )
  }
}

/// A sequence that begins again after a failure.
private struct RetryingSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  let base: Base
  let maxAttempts: Int
  let isWorthRetrying: @Sendable (Base.Failure) async -> Bool
  let backoff: @Sendable (Int) -> Duration
  let clock: any Clock<Duration>

  struct Iterator: AsyncIteratorProtocol {
    let sequence: RetryingSequence
    /// Nil at the end, and while the next attempt waits: what has failed is released at once.
    var attempt: Base.AsyncIterator?
    /// The failures since the latest element.
    var failures = 0

    mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Base.Element? {
      while attempt != nil {
        do throws(Base.Failure) {
          if let element = try await attempt?.next(isolation: isolation) {
            failures = 0
            return element
          }
          attempt = nil
        } catch {
          failures += 1
          attempt = nil
          if try await waitForNextAttempt(after: error) {
            attempt = sequence.base.makeAsyncIterator()
          }
        }
      }
      return nil
    }

    /// Waits after a failure; throws the error if it is the last one.
    ///
    /// - Returns: False if the task was cancelled during the wait.
    private func waitForNextAttempt(
      after error: Base.Failure
    ) async throws(Base.Failure) -> Bool {
      if error is CancellationError || Task.isCancelled || failures >= sequence.maxAttempts {
        throw error
      }
      guard await sequence.isWorthRetrying(error) else { throw error }
      try? await sequence.clock.sleep(for: sequence.backoff(failures).bounded)
      return !Task.isCancelled
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(sequence: self, attempt: base.makeAsyncIterator())
  }
}
