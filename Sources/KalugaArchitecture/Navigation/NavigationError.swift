/// Why a navigation did not happen.
///
/// Names actions and screens, never their data.
///
/// Kaluga: `NavigationException`.
public enum NavigationError: Error, Hashable, Sendable {
  /// There is nobody to navigate: the host has not started, was released or has ended.
  case noHost(action: String)
  /// The screen is the first one: there is nothing to go back to.
  case nothingToGoBackTo(screen: String)
  /// Nothing is presented that could be dismissed.
  case nothingPresented(screen: String)
  /// The screen to go back to, or to close, is not on the stack.
  case notOnStack(screen: String, stack: [String])
  /// There is no tab of this number.
  case noSuchTab(index: Int, count: Int)
  /// The same screen is being opened already, and the policy is to open it once.
  case duplicate(screen: String)
  /// Too many requests wait for the host to start.
  case tooManyWaiting(action: String, limit: Int)
  /// Redirects led to each other without an end.
  case endlessRedirect(action: String)
  /// Whoever opened the screen waits for a result of another type.
  case unexpectedResult(screen: String, expected: String, found: String)
  /// The host carries out no effects of this type.
  case noHandler(effect: String)
  /// The navigator refuses the action, for the reason it gives.
  case refused(action: String, reason: String)
}

extension NavigationError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .noHost(let action):
      "'\(action)' went nowhere: the navigation host has not started, or is gone. Start it, and keep it."
    case .nothingToGoBackTo(let screen):
      "cannot go back from '\(screen)': it is the first screen. Leave the app, or offer no way back."
    case .nothingPresented(let screen):
      "cannot close '\(screen)': it was not presented over another screen. Go back with pop."
    case .notOnStack(let screen, let stack):
      "'\(screen)' is not on the stack, among \(stack.joined(separator: ", ")). Open it with push."
    case .noSuchTab(let index, 0): "there is no tab \(index): there are none. Open some with tabs."
    case .noSuchTab(let index, let count):
      "there is no tab \(index): the tabs are 0 to \(count - 1). Select one of these."
    case .duplicate(let screen):
      "'\(screen)' is open or being opened already. Drop the request, or configure duplicates as allowed."
    case .tooManyWaiting(let action, let limit):
      "'\(action)' came too early: \(limit) requests wait for the navigation to start. Start it earlier."
    case .endlessRedirect(let action):
      "'\(action)' was redirected again and again. Let the guards proceed with what they redirect to."
    case .unexpectedResult(let screen, let expected, let found):
      "'\(screen)' was opened for a result of type \(expected), and ended with \(found). "
        + "Let both have the same type."
    case .noHandler(let effect):
      "'\(effect)' was not launched: the host does not handle it. Add a handler with onLaunch."
    case .refused(let action, let reason):
      "'\(action)' was refused: \(reason)"
    }
  }
}
