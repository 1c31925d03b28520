import KalugaArchitecture

/// Waits for an event, but not for ever.
///
/// The limit only ends a test that would hang: nothing waits for time to pass.
@MainActor
func wait(for event: Settlement<Void>, atMost limit: Duration) async -> Bool {
  let waiting = Task { @MainActor in await event.wait() != nil }
  let watchdog = Task {
    try await Task.sleep(for: limit)
    // On a main actor that other tests keep busy the event may be waiting for its turn. Jobs run in
    // order: let a few generations of them run before giving up.
    for _ in 0..<20 { await Task { @MainActor in }.value }
    waiting.cancel()
  }
  defer { watchdog.cancel() }
  return await waiting.value
}
