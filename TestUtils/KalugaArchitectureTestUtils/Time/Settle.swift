import KalugaArchitecture

/// Lets everything run that is ready on the main actor, and what that makes ready, a few generations deep.
///
/// A resumed task passes through the global executor before it reaches the main actor; so does each
/// generation, after it.
///
/// In a test whose order a seed decides, returns when no task can go on.
func settle() async {
  if let executor = MainActorSeededExecutor.current { return await executor.untilIdle() }
  MainActorResumptions.track()
  for _ in 0..<8 {
    await Task.detached {}.value
    await MainActorResumptions.turn()
  }
}
