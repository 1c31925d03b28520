import KalugaArchitecture
import Observation

/// Reads what Swift Observation shall track; the log gets an entry when a change is told.
@MainActor
func trackedReads(_ read: @MainActor () -> Void) -> Log<Int> {
  let told = Log<Int>()
  withObservationTracking {
    read()
  } onChange: {
    told.append(1)
  }
  return told
}

/// Waits until the source of an observable is in a fitting state, by Swift Observation alone.
@MainActor
func sourceState<Value>(
  of observable: BasicObservable<Value>,
  where fits: (ObservableSourceState) -> Bool
) async {
  while true {
    let change = HandOff<Void>()
    let state = withObservationTracking {
      observable.sourceState
    } onChange: {
      change.settle()
    }
    if fits(state) { return }
    await change.wait()
    await mainActorTurns(1)
  }
}

extension ObservableSourceState {
  var isIdle: Bool { if case .idle = self { true } else { false } }
  var isRunning: Bool { if case .running = self { true } else { false } }
  var isEnded: Bool { if case .ended = self { true } else { false } }
  var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
