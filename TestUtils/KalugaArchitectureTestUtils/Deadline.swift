import KalugaArchitecture

/// Waits for an event, but not for ever.
///
/// The limit only ends a test that would hang: nothing waits for time to pass.
@MainActor
func wait(for event: Settlement<Void>, atMost limit: Duration) async -> Bool {
  let waiting = Task { @MainActor in await event.wait() != nil }
  let watchdog = Task {
    try await Task.sleep(for: limit)
    waiting.cancel()
  }
  defer { watchdog.cancel() }
  return await waiting.value
}
