/// The state of an observable's source.
public enum ObservableSourceState: Sendable {
  /// The source has not been started, or has stopped because it has no observers. If its scope ends
  /// in this state, it stays idle until it is observed again.
  case idle
  /// The source may still yield values. A run that is cancelled stays in this state until it has
  /// ended.
  case running
  /// The source or its scope has ended; the observable keeps the last value.
  case ended
  /// The source has failed; the observable keeps the last value.
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
