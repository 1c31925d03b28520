import Combine
import KalugaArchitecture
import KalugaCombineUnderTest

typealias Numbers = TestSubscriber<Int, Never>

/// A flow of numbers that starts again for each consumer.
func finite(_ numbers: ClosedRange<Int>) -> CallbackFlowOf<Int> {
  CallbackFlow { sink in
    for number in numbers { sink.send(number) }
    sink.finish()
    return {}
  }
}

/// What a publisher with a current value belongs to.
enum StateSource: CaseIterable {
  case observable, stateFlow

  /// A source whose value is 0, and the two ends of its publisher.
  @MainActor
  func make() -> (subscribe: @Sendable (Numbers) -> Void, write: @MainActor (Int) -> Void) {
    switch self {
    case .observable:
      let subject = InitializedSubject(wrappedValue: 0)
      let publisher = subject.publisher
      return ({ publisher.subscribe($0) }, { subject.current = $0 })
    case .stateFlow:
      let flow = MutableStateFlow(0)
      return ({ flow.publisher.subscribe($0) }, { flow.value = $0 })
    }
  }
}
