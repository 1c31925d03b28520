/// An operation has not ended within its time limit.
public struct TimeoutError: Error, Equatable {
  /// The time limit.
  public let limit: Duration

  /// Creates an error.
  public init(limit: Duration) {
    self.limit = limit
  }
}

extension TimeoutError: CustomStringConvertible {
  /// Says what has happened.
  public var description: String { "the operation did not end within \(limit)" }
}

extension TimeoutError: CustomDebugStringConvertible {
  /// Says what has happened, and what the app's developer can do about it.
  public var debugDescription: String { "\(description). Try again, or allow more time." }
}

/// Runs an operation, and cancels it when it has not ended within a time limit.
///
///     let profile = try await withTimeout(.seconds(5)) { try await api.profile() }
///
/// The operation runs in a child task, on the actor that the closure is isolated to. Returns when
/// that task has ended, so an operation that ignores its cancellation delays the error. Its late
/// result is dropped.
///
/// What happens first decides: the end of the operation, the time limit, or the cancellation of the
/// calling task, which also cancels the operation. If two of them happen at about the same time,
/// either can decide. In particular, a caller that is cancelled just when the time limit passes may
/// receive a ``TimeoutError``, although `Task.isCancelled` is true.
///
/// - Parameters:
///   - limit: The time limit. `ContinuousClock` stops the program if it is 292 years or more.
///   - clock: Measures the time.
///   - operation: What to run.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws, ``TimeoutError`` when the time limit has passed, or
///   `CancellationError` if the calling task is cancelled. An operation that answers its
///   cancellation with another error may be faster, and then its error is thrown.
public func withTimeout<Value: Sendable>(
  _ limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  // A closure in an actor stays on it, like one that is passed to `Task`.
  @_inheritActorContext _ operation: @escaping @isolated(any) @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    group.addTask(operation: operation)
    group.addTask {
      try await clock.sleep(for: limit)
      throw TimeoutError(limit: limit)
    }
    for try await value in group { return value }
    // Not reached: each of the two tasks returns a value or throws.
    throw CancellationError()
  }
}
