import KalugaArchitecture

/// Lets everything run that is ready on the main actor, and what that makes ready, a few generations deep.
///
/// A task that is resumed goes through the global executor before it comes to the main actor: each
/// generation takes the same way behind it.
func settle() async {
  for _ in 0..<8 {
    await Task.detached {}.value
    await MainActorReturns.turn()
  }
}
