import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Waits until a condition holds, and records an issue if it does not hold within the limit.
///
/// The condition is checked again after each job of the main actor.
func until(
  _ condition: @autoclosure () -> Bool,
  limit: Duration = .seconds(120),
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let deadline = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > deadline {
      Issue.record(comment ?? "the condition did not hold in time", sourceLocation: sourceLocation)
      return
    }
    await Task { @MainActor in }.value
  }
}

/// Returns after everything that was queued for the main actor before this call has run: jobs,
/// posted values and disposals.
///
/// A task that was started on the main actor before this call has then run up to its first
/// suspension. The main actor's queue keeps its order, so one pass is enough.
@MainActor
func mainActorQueueDrained() async {
  await Task { @MainActor in }.value
  await withCheckedContinuation { continuation in
    SimpleDisposable(onDisposeOnMainActor: { continuation.resume() }).dispose()
  }
}

extension Gate {
  /// Waits until the gate is open, even if the task is cancelled.
  func passIgnoringCancellation() async {
    // An unstructured task is not cancelled with its creator.
    await Task.detached { try? await self.pass() }.value
  }
}

/// Suspends until the task is cancelled.
func untilCancelled() async {
  try? await Gate().pass()
}
