/// What the source of an observable is doing.
public enum ObservableSourceState: Sendable {
  /// It has not been started, or has been stopped because nobody observes.
  case idle
  /// It may still give values.
  case running
  /// It has ended, or the scope that ran it has; the observable keeps the last value.
  case ended
  /// It has failed; the observable keeps the last value.
  case failed(any Error)
}

extension Conflation<ObservableSourceState> {
  static var bySourceState: Conflation {
    .by { old, new in
      switch (old, new) {
      case (.idle, .idle), (.running, .running), (.ended, .ended): true
      default: false
      }
    }
  }
}
