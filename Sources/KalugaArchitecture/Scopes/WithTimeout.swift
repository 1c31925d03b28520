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
/// The operation runs in a task of its own, on the actor that the closure is isolated to, or else on
/// the executor with which `launch(on:)` has started the caller. An operation that has been cancelled
/// has one second to end. If it ignores its cancellation for longer, it is abandoned: this function
/// throws without waiting for it, and a diagnostic names the place of the call. Its late result is
/// dropped.
///
/// What happens first decides: the end of the operation, the time limit, or the cancellation of the
/// calling task, which also cancels the operation. If two of them happen at about the same time,
/// either can decide. In particular, a caller that is cancelled just when the time limit passes may
/// receive a ``TimeoutError``, although `Task.isCancelled` is true.
///
/// The clock also measures the second in which the operation may still end.
///
/// - Throws: What the operation throws, ``TimeoutError`` when the time limit has passed, or
///   `CancellationError` if the calling task is cancelled.
public func withTimeout<Value: Sendable>(
  _ limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  fileID: StaticString = #fileID,
  line: UInt = #line,
  // A closure in an actor stays on it, like one that is passed to `Task`.
  @_inheritActorContext _ operation: @escaping @isolated(any) @Sendable () async throws -> Value
) async throws -> Value {
  let result = Promise<Result<Value, any Error>>()
  // Not a child task, because nothing can return before its child tasks have ended.
  let work = Task(executorPreference: TaskScopeRun.preferredExecutor) {
    do {
      result.settle(.success(try await operation()))
    } catch {
      result.settle(.failure(error))
    }
  }
  let resultInTime = await withTaskCancellationHandler {
    await result.wait(for: limit, clock)
  } onCancel: {
    work.cancel()
  }
  if let resultInTime { return try resultInTime.get() }
  let error: any Error = Task.isCancelled ? CancellationError() : TimeoutError(limit: limit)
  work.cancel()
  // In a task of its own, which is not cancelled with the caller.
  let lateResult = await Task(executorPreference: TaskScopeRun.preferredExecutor) {
    await result.wait(for: patienceOfTimeouts, clock)
  }.value
  if lateResult == nil {
    ArchitectureDiagnostics.reportAbandoned(
      "withTimeout at \(fileID):\(line)",
      after: patienceOfTimeouts
    )
  }
  throw error
}

/// How long an operation may take to end after its cancellation.
///
/// Shorter than that of ``SerialRuns``, because the caller expects the error in time.
private let patienceOfTimeouts = Duration.seconds(1)

extension Promise {
  /// Waits for the value for a limited time; returns nil if that is over or the task is cancelled.
  fileprivate func wait(for limit: Duration, _ clock: any Clock<Duration>) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await self.wait() }
      group.addTask {
        try? await clock.sleep(for: limit.bounded)
        return nil
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? nil
    }
  }
}
