/// Follows one navigation request to its end.
///
/// The read side of a ``NavigationPromise``.
///
/// Dropping the ticket does not stop the navigation. Any number of tasks can wait for it, from any
/// isolation. Cancelling such a task ends only its own wait.
public final class NavigationTicket<Result: Sendable>: Sendable {
  let transition = Promise<NavigationOutcome<Never>>()
  let end = Promise<NavigationOutcome<Result>>()
  private let reading = Lock(Reading())
  /// The listener of the task that made the request, or else of the navigator.
  private let listener: (any ArchitectureListener)?

  /// Whether the outcome has found a receiver.
  private struct Reading {
    var isDone = false
    /// Whether a registered closure is the receiver.
    var isForClosure = false
    /// The screen that has returned the result.
    var screen: (any NavigationDestination)?
  }

  init(listener: (any ArchitectureListener)?) {
    self.listener = ArchitectureEvents.listener ?? listener
  }

  deinit {
    let reading = reading.withLock { $0 }
    if reading.isDone { return }
    switch end.current {
    case .finished(let result) where !(result is Void):
      let loss: LostResult = reading.isForClosure ? .ofEndedReceiver : .ofDroppedTicket
      ArchitectureDiagnostics.reportLostResult(of: reading.screen, loss, to: listener)
    case .refused(.noHost): break
    case .refused(let error) where !error.isLate:
      ArchitectureDiagnostics.reportRefusal(error, to: listener)
    default: break
    }
  }

  /// Notes which screen is about to return the result.
  func resultWillCome(from screen: (any NavigationDestination)?) {
    reading.withLock { $0.screen = screen }
  }

  /// Notes that a registered closure is about to receive the result.
  func closureWillFollow() {
    reading.withLock { $0.isForClosure = true }
  }

  /// A ticket of a request that has nothing to do.
  static var done: NavigationTicket {
    let promise = NavigationPromise<Result>()
    promise.settle(.done)
    return promise.ticket
  }

  /// Waits for the end of the request and returns its outcome.
  ///
  /// A request without a result ends with its transition. A request with a result ends when the
  /// screen that it opened leaves the stack. A request for an effect ends when the host has carried
  /// out the effect. In a cancelled task, the wait ends with
  /// ``NavigationCancellation/waitCancelled``.
  public var outcome: NavigationOutcome<Result> {
    get async {
      guard let outcome = await end.wait() else { return .cancelled(.waitCancelled) }
      reading.withLock { $0.isDone = true }
      return outcome
    }
  }

  /// Waits for the result on behalf of a registered closure.
  ///
  /// Returns nil if there is none, or if the closure's scope has ended in the meantime. The result is
  /// then lost, which the ticket reports like a refusal.
  var resultForClosure: Result? {
    get async {
      guard case .finished(let result) = await end.wait(), !Task.isCancelled else { return nil }
      reading.withLock { $0.isDone = true }
      return result
    }
  }

  /// Waits for the end of the request and returns its result, or nil if it ended without one.
  ///
  /// - Throws: The error, if the request was refused.
  public var result: Result? {
    get async throws(NavigationError) { try await outcome.result }
  }

  /// Waits until the transition has taken place.
  ///
  /// The new top screen has then been resumed if the host is active. For an effect, this returns
  /// when the driver has called the closures of `onTransition`, without waiting for the host's handler.
  ///
  /// - Throws: The ``NavigationError``, if the request was refused. A `CancellationError`, if the
  ///   waiting task was cancelled first. The transition may still take place then.
  public func transitioned() async throws {
    switch await transitionOutcome {
    case .done: break
    case .refused(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// Waits for the end of the transition: done, refused, or cancelled with the waiting task.
  package var transitionOutcome: NavigationOutcome<Never> {
    get async {
      let outcome = await transition.wait() ?? .cancelled(.waitCancelled)
      if case .refused = outcome { reading.withLock { $0.isDone = true } }
      return outcome
    }
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
