/// Takes 45 turns of the main actor, and blocks it for 30 ms in one of them.
@MainActor
func standStill() async {
  for turn in 0..<45 {
    await Task { @MainActor in }.value
    let end = ContinuousClock.now + .milliseconds(turn == 20 ? 30 : 0)
    while ContinuousClock.now < end {}
  }
}
