import Observation

/// Follows what a closure reads, by Observation in its cheapest synchronous form.
///
/// Observation reports a change before it is stored. The follower reads the new value, and registers again,
/// when the writer calls it after the write.
@MainActor
final class TrackingFollower {
  private let read: @MainActor () -> Int
  private let sink: Sink
  private var isDue = false

  /// Creates a follower that is registered but has noted nothing.
  init(_ sink: Sink, _ read: @escaping @MainActor () -> Int) {
    self.sink = sink
    self.read = read
    _ = register()
  }

  func followIfDue() {
    guard isDue else { return }
    isDue = false
    sink.note(register())
  }

  private func register() -> Int {
    withObservationTracking(read) {
      MainActor.assumeIsolated { self.isDue = true }
    }
  }
}
