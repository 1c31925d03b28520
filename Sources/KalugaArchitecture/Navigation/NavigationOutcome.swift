/// How a navigation request ended; each request ends in exactly one way.
public enum NavigationOutcome<Result: Sendable>: Sendable {
  /// The transition took place, and there is no result to wait for.
  case done
  /// The screen that was opened ended with a result.
  case finished(Result)
  /// The screen that was opened ended without a result, or nobody waited any longer.
  case cancelled(NavigationCancellation)
  /// The transition did not take place.
  case refused(NavigationError)
}

extension NavigationOutcome: Equatable where Result: Equatable {}

extension NavigationOutcome {
  /// The result, or nil if it ended without one.
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

/// Why there is no result.
public enum NavigationCancellation: Hashable, Sendable {
  /// The screen was left by going back: the user did, or the app by `pop`, `popTo` or `popToRoot`.
  case back
  /// The app closed the screen by another operation, or replaced it.
  case closed
  /// The host ended while the screen was open.
  case hostEnded
  /// The task that waited for the outcome was cancelled; the screen may still be open.
  case waitCancelled
}
