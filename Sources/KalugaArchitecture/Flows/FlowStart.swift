/// When a shared source runs.
public enum FlowStart: Sendable {
  /// From now on, whether anybody listens or not.
  case eagerly
  /// From the first consumer on, until the scope ends.
  case lazily
  /// While there are consumers, and for some time after the last one has gone.
  ///
  /// The source starts anew when consumers come back after that.
  case whileSubscribed(grace: Duration = .zero, clock: any Clock<Duration> = ContinuousClock())
}
