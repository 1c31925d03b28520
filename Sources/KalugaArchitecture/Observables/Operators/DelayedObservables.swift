extension InitializedObservable {
  /// Derives an observable that changes once this one has not changed for a duration.
  ///
  ///     lazy var query = $text.debounced(for: .milliseconds(300))
  ///
  /// Delays changes while it is observed: it begins with the value of its input, and after each
  /// pause takes the newest one, in a main-actor job. Without observers it has the value of its
  /// input, and a change that was held back is not delivered later. Values are compared by the
  /// policy of the input. If the input ends while a change is held back, that change is still
  /// delivered. The clock measures the duration.
  public final func debounced(
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> InitializedObservable<Value> {
    InitializedObservable(node: node.delayed(.debounce, for: duration, clock: clock))
  }

  /// Derives an observable that changes at most once in each interval.
  ///
  /// Limits changes while it is observed: it begins with the value of its input, and takes the
  /// first change immediately. At the end of the interval that follows, it takes the newest value,
  /// in a main-actor job, and then begins another interval. In all other ways it works like
  /// ``debounced(for:clock:)``.
  public final func throttled(
    for interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> InitializedObservable<Value> {
    InitializedObservable(node: node.delayed(.throttle, for: interval, clock: clock))
  }
}

extension UninitializedObservable {
  /// Derives an observable that changes once this one has not changed for a duration.
  ///
  /// Works like ``InitializedObservable/debounced(for:clock:)``. The loss of the value is a change.
  public final func debounced(
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> UninitializedObservable<Value> {
    UninitializedObservable(node: node.delayed(.debounce, for: duration, clock: clock))
  }

  /// Derives an observable that changes at most once in each interval.
  ///
  /// Works like ``InitializedObservable/throttled(for:clock:)``. The first value and the loss of the
  /// value are changes.
  public final func throttled(
    for interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> UninitializedObservable<Value> {
    UninitializedObservable(node: node.delayed(.throttle, for: interval, clock: clock))
  }
}

extension Node {
  /// Returns a node that takes the changes of this one later.
  fileprivate func delayed<DelayClock: Clock<Duration>>(
    _ kind: DelayKind,
    for duration: Duration,
    clock: DelayClock
  ) -> Node {
    DelaySource.makeNode(self, kind, for: duration, clock: clock)
  }
}
