/// The way in which a navigation request ended.
///
/// Each request has exactly one outcome.
public enum NavigationOutcome<Result: Sendable>: Sendable {
  /// The transition took place, or the host carried out the effect, and no result was expected.
  case done
  /// The opened screen ended with a result, the user answered the question, or the host answered the
  /// effect.
  case finished(Result)
  /// The opened screen or the question ended without a result, the host ended during an effect, or the
  /// waiting task was cancelled.
  case cancelled(NavigationCancellation)
  /// The transition did not take place, or the handler of the effect threw this error.
  case refused(NavigationError)
}

extension NavigationOutcome: Equatable where Result: Equatable {}

extension NavigationOutcome {
  /// The result, or nil if the request ended without one.
  ///
  /// - Throws: The error, if the request was refused.
  public var result: Result? {
    get throws(NavigationError) {
      switch self {
      case .finished(let result): return result
      case .done, .cancelled: return nil
      case .refused(let error): throw error
      }
    }
  }
}

extension NavigationOutcome {
  /// Creates an outcome from one whose result type is erased.
  init(_ erased: TicketState.Outcome) {
    self =
      switch erased {
      case .done: .done
      case .finished(let result):
        (result.value as? Result).map { .finished($0) } ?? .cancelled(.back)
      case .cancelled(let reason): .cancelled(reason)
      case .refused(let error): .refused(error)
      }
  }

  /// The same outcome with the result type erased.
  var erased: TicketState.Outcome {
    switch self {
    case .done: .done
    case .finished(let result): .finished(NavigationResult(answer: result))
    case .cancelled(let reason): .cancelled(reason)
    case .refused(let error): .refused(error)
    }
  }
}

extension NavigationOutcome: CustomReflectable {
  /// The payload, with private rows redacted.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> =
      switch self {
      case .done: [:]
      case .finished(let result): ["finished": ShownValue.of(result)]
      case .cancelled(let reason): ["cancelled": reason]
      case .refused(let error): ["refused": error]
      }
    return Mirror(self, children: children, displayStyle: .enum)
  }
}

/// The reason why a request ended without a result.
public enum NavigationCancellation: Hashable, Sendable {
  /// The user went back, or the app did so by `pop`, `popTo` or `popToRoot`.
  case back
  /// The app closed or replaced the screen by another operation, or a question left with its screen.
  case closed
  /// The host ended while the screen was open or while it carried out the effect.
  case hostEnded
  /// The task that waited for the outcome was cancelled.
  ///
  /// The screen may still be open.
  case waitCancelled
}
