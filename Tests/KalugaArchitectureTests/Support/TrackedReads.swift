import KalugaArchitecture
import Observation
import Testing

/// Reads values inside Swift Observation tracking, and logs it when a change is reported.
@MainActor
func trackedReads(_ read: @MainActor () -> Void) -> Log<Int> {
  let changes = Log<Int>()
  withObservationTracking {
    read()
  } onChange: {
    changes.append(1)
  }
  return changes
}

/// Waits until the source of an observable is in a matching state.
@MainActor
func sourceState<Value>(
  of observable: BasicObservable<Value>,
  sourceLocation: SourceLocation = #_sourceLocation,
  where matches: (ObservableSourceState) -> Bool
) async {
  await until(matches(observable.sourceState), sourceLocation: sourceLocation)
}

extension ObservableSourceState {
  var isIdle: Bool { if case .idle = self { true } else { false } }
  var isRunning: Bool { if case .running = self { true } else { false } }
  var isEnded: Bool { if case .ended = self { true } else { false } }
  var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
