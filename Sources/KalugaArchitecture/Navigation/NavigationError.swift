/// Why a navigation did not happen.
///
/// Names actions and screens, never their data.
///
/// Kaluga: `NavigationException`.
public enum NavigationError: Error, Hashable, Sendable {
  /// There is nobody to navigate: the host was released or has ended.
  case noHost(action: String)
  /// The screen is the first one: there is nothing to go back to.
  case nothingToGoBackTo(screen: String)
  /// Nothing is presented that could be dismissed.
  case nothingPresented(screen: String)
  /// The screen to go back to is not on the stack.
  case notOnStack(screen: String, stack: [String])
  /// Whoever opened the screen waits for a result of another type.
  case unexpectedResult(screen: String, expected: String, found: String)
  /// The navigator refuses the action, for the reason it gives.
  case refused(action: String, reason: String)
}

extension NavigationError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .noHost(let action):
      "'\(action)' went nowhere: the navigation host is gone. Keep it for as long as its screens."
    case .nothingToGoBackTo(let screen):
      "cannot go back from '\(screen)': it is the first screen"
    case .nothingPresented(let screen):
      "cannot close '\(screen)': it was not presented over another screen"
    case .notOnStack(let screen, let stack):
      "cannot go back to '\(screen)': it is not among \(stack.joined(separator: ", "))"
    case .unexpectedResult(let screen, let expected, let found):
      "'\(screen)' was opened for a result of type \(expected), and ended with \(found)"
    case .refused(let action, let reason):
      "'\(action)' was refused: \(reason)"
    }
  }
}
