/// What the source of an observable is doing.
public enum ObservableSourceState: Sendable {
  /// It has not been started, or has stopped because it has no observers. A sequence whose scope has ended stays idle
  /// until it is observed.
  case idle
  /// It may still give values. A run that has no observers any more is running until it has noticed.
  case running
  /// It has ended, or the scope that ran it has; the observable keeps the last value.
  case ended
  /// It has failed; the observable keeps the last value.
  case failed(any Error)
}

extension ChangePolicy<ObservableSourceState> {
  static var bySourceState: ChangePolicy {
    .by { old, new in
      switch (old, new) {
      case (.idle, .idle), (.running, .running), (.ended, .ended): true
      default: false
      }
    }
  }
}
