import KalugaArchitecture

/// Runs the jobs that are ready on the main actor and those that they make ready, a few generations
/// deep.
///
/// A resumed task passes through the global executor before it reaches the main actor. Each
/// generation here takes the same path, and therefore arrives later. In tests with seeded
/// schedules, this returns when no task can continue.
func settle() async {
  if let executor = MainActorSeededExecutor.current { return await executor.untilIdle() }
  MainActorResumptions.track()
  for _ in 0..<8 {
    await Task.detached {}.value
    await MainActorResumptions.turn()
  }
}
