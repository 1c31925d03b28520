/// The reason why a navigation did not take place.
///
/// An error names actions and screens but never contains their data. The reason of
/// ``refused(action:reason:)`` may be text of the app.
///
/// Kaluga: `NavigationException`.
public enum NavigationError: Error, Hashable, Sendable {
  /// The host cannot navigate: it has not started, has ended or was released.
  case noHost(action: String)
  /// The screen is the first one and has no screen under it.
  case nothingToGoBackTo(screen: String)
  /// Nothing is presented, so nothing can be dismissed, and no stack is under a presented one.
  case nothingPresented(screen: String)
  /// The screen to go back to, to close or to update is not on the stack.
  case notOnStack(screen: String, stack: [String])
  /// No tab has this index.
  case noSuchTab(index: Int, count: Int)
  /// No tab begins with this screen.
  case noTab(of: String, tabs: [String])
  /// No question is asked over the shown screen, so none can be answered.
  ///
  /// See ``isLate``.
  case noQuestion(screen: String)
  /// The question that is asked has no choice with this name.
  case noSuchChoice(name: String, choices: [String])
  /// A list of steps is empty.
  case noSteps(action: String)
  /// One of several steps is not possible, so none has been taken. The first step has the number 1.
  indirect case inStep(Int, kind: String, error: NavigationError)
  /// The screen is already open or being opened, and duplicates are not allowed.
  ///
  /// See ``NavigationConfiguration/Duplicates``.
  case duplicate(screen: String)
  /// The screen that made the request has left the stack.
  ///
  /// See ``isLate``.
  case screenHasLeft(screen: String, action: String)
  /// The screen that made the request is covered, and the operation would move other screens.
  ///
  /// See ``isLate``.
  case screenIsCovered(screen: String, action: String)
  /// The operation closes the screen that requests it, and no screen requests it.
  case noOrigin(action: String)
  /// Too many requests already wait for the start of the host.
  case tooManyWaiting(action: String, limit: Int)
  /// Guards redirected one request too many times.
  case endlessRedirect(action: String)
  /// The opener of the screen, or the caller of an effect, expects a result of another type.
  case unexpectedResult(screen: String, expected: String, found: String)
  /// The driver has no handler for effects of this type.
  case noHandler(effect: String)
  /// The device cannot carry out the effect: no app opens the link, or there is no camera.
  case unavailable(effect: String)
  /// A field of the effect is invalid, such as a mail address without an `@`.
  ///
  /// `found` says what is wrong, without the value of the field.
  case invalidEffect(effect: String, field: String, expected: String, found: String)
  /// The navigator, a guard or a router refused the action and gave this reason.
  case refused(action: String, reason: String)
}

extension NavigationError: LateError {
  /// Whether the request came too late: its screen has left the stack or is covered, the question that
  /// it answers has left, or an earlier request has opened the same screen.
  ///
  /// A second tap on a button makes such a request. Nothing is wrong then, so apps do not show the
  /// error to the user. The terminal and the test tools do not either, and work of a ``TaskScope`` may
  /// end with it like with a `CancellationError`.
  public var isLate: Bool {
    switch self {
    case .screenHasLeft, .screenIsCovered, .duplicate, .noQuestion: true
    case .inStep(_, _, let error): error.isLate
    default: false
    }
  }
}

extension NavigationError: CustomStringConvertible {
  /// Says what happened, in words that the users of the app can read.
  public var description: String {
    switch self {
    case .noHost(let action):
      "'\(action)' was not carried out: the navigation host has not started, or is gone"
    case .nothingToGoBackTo(let screen):
      "cannot go back from '\(screen)': it is the first screen"
    case .nothingPresented(let screen):
      "nothing is presented that could be closed: '\(screen)' is in the lowest stack"
    case .notOnStack(let screen, let stack):
      "'\(screen)' is not on the stack [\(stack.joined(separator: ", "))]"
    case .noSuchTab(let index, 0): "there is no tab \(index): there are none"
    case .noSuchTab(let index, let count):
      "there is no tab \(index): the tabs are 0 to \(count - 1)"
    case .noTab(let screen, []): "no tab begins with '\(screen)': there are no tabs"
    case .noTab(let screen, let tabs):
      "no tab begins with '\(screen)': the tabs are [\(tabs.joined(separator: ", "))]"
    case .noQuestion(let screen): "no question about '\(screen)' is asked that could be answered"
    case .noSuchChoice(let name, let choices):
      "the question has no choice '\(name)': the choices are [\(choices.joined(separator: ", "))]"
    case .noSteps(let action): "'\(action)' was refused: it has no steps"
    case .inStep(let number, let kind, let error):
      "step \(number), '\(kind)', is not possible: \(error)"
    case .duplicate(let screen):
      "'\(screen)' is already open or being opened"
    case .screenHasLeft(let screen, let action):
      "'\(action)' came too late: '\(screen)' has left the stack"
    case .screenIsCovered(let screen, let action):
      "'\(action)' came too late: '\(screen)' is covered by another screen"
    case .noOrigin(let action):
      "'\(action)' was refused: it closes the screen that requests it, and no screen does"
    case .tooManyWaiting(let action, let limit):
      "'\(action)' was refused: \(limit) requests already wait for the start of the navigation"
    case .endlessRedirect(let action):
      "'\(action)' was redirected too often"
    case .unexpectedResult(let screen, let expected, let found):
      "'\(screen)' was requested for a result of type \(expected), but ends with \(found)"
    case .noHandler(let effect):
      "'\(effect)' was not launched: the host does not handle it"
    case .unavailable(let effect):
      "'\(effect)' was not launched: this device cannot do it"
    case .invalidEffect(let effect, let field, let expected, let found):
      "'\(effect)' was not launched: \(field): expected \(expected), found \(found)"
    case .refused(let action, let reason):
      "'\(action)' was refused: \(reason)"
    }
  }
}

extension NavigationError: CustomDebugStringConvertible {
  /// Says what happened, and what the app's developer can do about it.
  public var debugDescription: String { advice.map { "\(description). \($0)." } ?? description }

  private var advice: String? {
    switch self {
    case .noHost: "Start it, and keep a reference to it"
    case .nothingToGoBackTo: "Leave the app, or offer no way back"
    case .nothingPresented: "Go back with pop"
    case .notOnStack: "Open it with push"
    case .noSuchTab(_, 0), .noTab(_, []): "Open some with tabs"
    case .noSuchTab, .noTab: "Select one of these"
    case .noQuestion: "Ask one with ask"
    case .noSuchChoice: "Choose one of these"
    case .noSteps: "Pass at least one operation"
    case .inStep(_, _, let error): error.advice
    case .duplicate: "Drop the request, or configure the driver to allow duplicates"
    case .screenHasLeft, .screenIsCovered:
      "Ignore a second tap. A screen that closes itself and goes on requests both as steps, or lets its "
        + "opener go on when it receives the result"
    case .noOrigin: "Make the navigator together with its screen, or use pop or closeEntry"
    case .tooManyWaiting: "Start it earlier, or raise the limit"
    case .endlessRedirect: "Let the guards proceed with the operations that they redirect to"
    case .unexpectedResult: "Use the same type for both"
    case .noHandler: "Add a handler with onEffect"
    case .unavailable: "Offer another way, such as a text to copy"
    case .invalidEffect: nil
    case .refused: nil
    }
  }
}
