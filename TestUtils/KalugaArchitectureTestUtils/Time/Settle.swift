import KalugaArchitecture

/// Lets everything run that is ready on the main actor, and what that makes ready, a few generations deep.
///
/// A task that is resumed goes through the global executor before it comes to the main actor: each
/// generation takes the same way behind it.
///
/// In a test whose order a seed decides: until nobody can go on.
func settle() async {
  if let executor = MainActorSeededExecutor.current { return await executor.untilIdle() }
  for _ in 0..<8 {
    await Task.detached {}.value
    await MainActorReturns.turn()
  }
}
