/// The state that a ticket and its promise share, with the type of the result erased.
///
///     requested ──transitionDidEnd──▶ transitioned ──settle──▶ ended
///         └──settle──────────────────────────────────────────────▲
///
/// It can be used from any isolation.
final class TicketState: Sendable {
  typealias Outcome = NavigationOutcome<NavigationResult>

  /// Whether the outcome has found a receiver.
  private struct Reading {
    var isDone = false
    /// Whether a registered closure is the receiver.
    var isForClosure = false
  }

  /// The type of the result that the caller waits for, or `Never`.
  let resultType: any Sendable.Type
  /// The end of the transition: done or refused.
  let transition = Promise<NavigationOutcome<Never>>()
  let end = Promise<Outcome>()
  private let reading = Lock(Reading())
  /// The listener of the task that made the request, or else of the navigator.
  private let listener: (any ArchitectureListener)?

  init(_ resultType: any Sendable.Type, listener: (any ArchitectureListener)?) {
    self.resultType = resultType
    self.listener = ArchitectureEvents.listener ?? listener
  }

  deinit {
    let reading = reading.withLock { $0 }
    if reading.isDone { return }
    switch end.current {
    case .finished(let result) where !(result.value is Void):
      let loss: LostResult = reading.isForClosure ? .ofEndedReceiver : .ofDroppedTicket
      ArchitectureDiagnostics.reportLostResult(of: result.screen, loss, to: listener)
    case .refused(.noHost): break
    case .refused(let error) where !error.isLate:
      ArchitectureDiagnostics.reportRefusal(error, to: listener)
    default: break
    }
  }

  /// Whether the caller waits for a result.
  var hasResult: Bool { resultType != Never.self }

  /// Returns whether a result has the type that the caller waits for.
  func accepts(_ result: NavigationResult) -> Bool {
    func isValue<Result>(of type: Result.Type) -> Bool { result.value is Result }
    return isValue(of: resultType)
  }

  /// Returns the answer that a choice with this name gives, or nil if it is none that the caller waits
  /// for.
  func answer(named name: String) -> NavigationResult? {
    func answer<Answer: QuestionAnswer>(as type: Answer.Type) -> NavigationResult? {
      Answer(rawValue: name).map { NavigationResult(answer: $0) }
    }
    return (resultType as? any QuestionAnswer.Type).flatMap { answer(as: $0) }
  }

  func transitionDidEnd() {
    // A request that was refused before never has a transition.
    if case .refused = end.current { return }
    transition.settle(.done)
  }

  /// Ends the request, and returns whether this call was the first, which alone has an effect.
  ///
  /// A result of another type than the caller waits for ends it as cancelled.
  @discardableResult
  func settle(_ outcome: Outcome) -> Bool {
    var outcome = outcome
    if case .finished(let result) = outcome, !accepts(result) { outcome = .cancelled(.back) }
    // Settle the end first: if two callers race, the same one must decide both.
    guard end.settle(outcome) else { return false }
    if case .refused(let error) = outcome {
      transition.settle(.refused(error))
    } else {
      transition.settle(.done)
    }
    return true
  }

  /// Notes that a registered closure is about to receive the result.
  func closureWillReceive() {
    reading.withLock { $0.isForClosure = true }
  }

  /// Notes that the outcome has found a receiver.
  func didRead() {
    reading.withLock { $0.isDone = true }
  }
}

extension ArchitectureDiagnostics {
  fileprivate static func reportRefusal(
    _ error: NavigationError,
    to listener: (any ArchitectureListener)?
  ) {
    let text =
      "a request was refused, and nothing waited for its ticket: \(error). Await the ticket, "
      + "and tell the user."
    report(ArchitectureDiagnostic(.refusedRequest, text, isForHandlersOnly: true), to: listener)
  }
}
