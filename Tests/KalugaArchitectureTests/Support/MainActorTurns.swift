import KalugaArchitecture

/// Lets the main-actor jobs run that are queued now, and those that follow from them.
@MainActor
func mainActorTurns(_ count: Int = 5) async {
  for _ in 0..<count {
    await Task { @MainActor in }.value
  }
}

/// Returns when everything that was posted or queued before this call has been applied.
@MainActor
func queuedWorkDidRun() async {
  await withCheckedContinuation { continuation in
    SimpleDisposable(onDisposeOnMainActor: { continuation.resume() }).dispose()
  }
}
