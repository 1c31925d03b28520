import KalugaArchitecture

/// Waits for an event, but not for ever.
///
/// The limit only ends a test that would hang: nothing waits for time to pass.
@MainActor
func wait(
  for event: Settlement<Void>,
  atMost limit: Duration
) async -> Bool {
  let guardian = Task {
    // Ends early, by cancellation, when the event came first.
    try? await Task.sleep(for: limit)
  }
  let waiting = Task { @MainActor in
    await event.wait() != nil
  }
  let watchdog = Task {
    await guardian.value
    waiting.cancel()
  }
  let came = await waiting.value
  guardian.cancel()
  await watchdog.value
  return came
}
