/// When a shared source runs.
public enum FlowStart: Sendable {
  /// Immediately, whether or not there are consumers.
  case eagerly
  /// From the first consumer on, until the scope ends.
  case lazily
  /// While there are consumers, and for the grace period after the last one has left.
  ///
  /// The source starts again with the next consumer. Its runs never overlap: a run that is slow to
  /// notice its cancellation delays the next one.
  case whileSubscribed(grace: Duration = .zero, clock: any Clock<Duration> = ContinuousClock())
}
