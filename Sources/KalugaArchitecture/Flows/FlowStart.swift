/// When a shared source runs.
public enum FlowStart: Sendable {
  /// Immediately, whether or not there are consumers.
  case eagerly
  /// From the first consumer on, until the scope ends or cancels its children.
  case lazily
  /// While there are consumers, and for the grace period after the last one has left.
  ///
  /// The source starts again with the next consumer. Its runs never overlap: a run that is slow to
  /// notice its cancellation delays the next one. The source of a flow that has failed starts again
  /// with the first consumer after the others have left, even within the grace period. One that has
  /// ended does so after that period. An observable keeps the last value of a sequence that has
  /// ended or failed.
  ///
  /// The grace period lasts through the redraw of a view, which leaves and returns, and through a
  /// short visit to another screen. With `.zero`, the source stops with its last consumer.
  ///
  /// The last value stays while the source rests. With an expiration, it is kept for that time
  /// after the source has stopped. Then a state flow or an observable goes back to its initial
  /// value, an observable without one has no value, and a shared flow has an empty replay cache.
  /// Both times end early when the scope cancels its children.
  case whileSubscribed(
    grace: Duration = .seconds(5),
    expiration: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  )

  /// Whether the last value of a source that rests is given up at some time.
  var hasExpiration: Bool {
    if case .whileSubscribed(_, .some, _) = self { true } else { false }
  }
}
