/// The receiver of the result of a screen on a saved stack.
public enum NavigationAwaitedResult: Hashable, Sendable, Codable {
  /// A ticket, which ends with its process.
  case ticket
  /// The closure that the view model of this screen has registered under a key.
  case registered(screen: BackStackEntryID, key: String)
}

/// The reason why a result has no receiver.
enum LostResult {
  /// What waited for it has ended with an earlier process.
  case withEarlierProcess
  /// The opener of the screen navigated with an action, which asks for no result.
  case ofBareAction(Any.Type, result: Any.Type)
  /// An action asked the question, or nil something else, without asking for a result.
  case ofBareQuestion(Any.Type?)
  /// Nothing asked for it, for example because a link opened the screen.
  case unasked
  /// Nothing waited for the ticket of the request.
  case ofDroppedTicket
  /// The view model that has registered a closure was cleared before its task ran.
  case ofEndedReceiver

  /// Whether only handlers receive the diagnostic, because it reports no mistake.
  var isForHandlersOnly: Bool {
    switch self {
    case .unasked, .ofBareQuestion(nil): true
    default: false
    }
  }

  var reason: String {
    switch self {
    case .withEarlierProcess:
      "what waited for it has ended with an earlier process, and nothing is registered. Register a "
        + "closure with onResult, and navigate with resultTo."
    case .ofBareAction(let action, let result):
      "an action of '\(action)' opened the screen, and asks for no result. Navigate with a "
        + "NavigationRequest<\(action), \(result)>, whose name differs from that of the action."
    case .ofBareQuestion(let action?):
      "an action of '\(action)' asked the question, and asks for no result. Navigate with a "
        + "NavigationRequest<\(action), …>, whose result is the QuestionAnswer with these choices."
    case .ofBareQuestion(nil):
      "no request waits for it. Ask with a request whose result is the QuestionAnswer with these choices."
    case .unasked:
      "no request waits for it. Open the screen with a request that has a result type."
    case .ofDroppedTicket:
      "nothing waited for its ticket, or what waited has ended. Await the ticket in a scope that "
        + "outlives the screen, or register a closure with onResult."
    case .ofEndedReceiver:
      "the view model whose closure receives it was cleared before. A result arrives one turn of the "
        + "main actor after the transition: let a test wait for its effect before it ends the driver."
    }
  }
}

extension ArchitectureDiagnostics {
  static func reportLostResult(
    of screen: (any NavigationDestination)?,
    _ loss: LostResult,
    to listener: (any ArchitectureListener)?
  ) {
    let result = screen.map { "the result of '\($0.screenName)'" } ?? "the result of a request"
    reportLostResult(result, loss, to: listener)
  }

  /// Reports what is lost, such as the result of a request.
  static func reportLostResult(
    _ lost: String,
    _ loss: LostResult,
    to listener: (any ArchitectureListener)?
  ) {
    let text = "\(lost) is lost: \(loss.reason)"
    report(
      ArchitectureDiagnostic(.lostResult, text, isForHandlersOnly: loss.isForHandlersOnly),
      to: listener
    )
  }
}
