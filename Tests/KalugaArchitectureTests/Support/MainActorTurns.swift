import KalugaArchitecture

/// Lets what is ready to run on the main actor run, and what that makes ready, a few generations deep.
///
/// A task that is resumed goes through the global executor before it comes to the main actor, hence
/// the way through both. Enough to show that something does *not* happen. What must happen is awaited
/// with ``mainActorTurns(_:until:)``: a busy machine may stop a thread for as long as it likes.
func mainActorTurns(_ count: Int = 5) async {
  for _ in 0..<count {
    await Task.detached {}.value
    await MainActorReturns.turn()
  }
}

/// Lets at least `count` main-actor turns pass, and then as many as it takes for `condition` to hold.
///
/// Gives up after a while, so that the expectation that follows can say what is wrong.
func mainActorTurns(_ count: Int = 5, until condition: @autoclosure () -> Bool) async {
  await mainActorTurns(count)
  let start = ContinuousClock.now
  while !condition(), ContinuousClock.now - start < .seconds(20) {
    await mainActorTurns(1)
  }
}

/// Returns when everything that was posted or queued before this call has been applied.
@MainActor
func queuedWorkDidRun() async {
  await withCheckedContinuation { continuation in
    SimpleDisposable(onDisposeOnMainActor: { continuation.resume() }).dispose()
  }
}
