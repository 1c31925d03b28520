/// The state that a ticket and its promise share, with the type of the result erased.
///
///     requested ──transitionDidEnd──▶ transitioned ──settle──▶ ended
///         └──settle──────────────────────────────────────────────▲
///
/// It can be used from any isolation.
final class TicketState: Sendable {
  typealias Outcome = NavigationOutcome<NavigationResult>
  private typealias Waiters = WaiterList<OneShot<Bool>>

  private struct State {
    var hasTransitioned = false
    var outcome: Outcome?
    var waitingForTransition = Waiters()
    var waitingForEnd = Waiters()
    /// Whether the outcome has found a receiver.
    var isRead = false
    /// Whether a registered closure is the receiver.
    var isForClosure = false

    /// The end of the transition, or nil while it has not ended.
    var transition: NavigationOutcome<Never>? {
      if hasTransitioned { return .done }
      if case .refused(let error) = outcome { return .refused(error) }
      return nil
    }
  }

  /// The type of the result that the caller waits for, or `Never`.
  let resultType: any Sendable.Type
  private let state = Lock(State())
  /// The listener of the task that made the request, or else of the navigator.
  private let listener: (any ArchitectureListener)?

  init(_ resultType: any Sendable.Type, listener: (any ArchitectureListener)?) {
    self.resultType = resultType
    self.listener = ArchitectureEvents.listener ?? listener
  }

  deinit {
    switch state.withLock({ $0.isRead ? nil : $0.outcome }) {
    case .finished(let result) where !(result.value is Void):
      let isForClosure = state.withLock { $0.isForClosure }
      let loss: LostResult = isForClosure ? .ofEndedReceiver : .ofDroppedTicket
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

  // MARK: Writing

  func transitionDidEnd() {
    let waiters = state.withLock { state in
      // A request that was refused before never has a transition.
      if state.outcome == nil { state.hasTransitioned = true }
      return state.waitingForTransition.takeAll()
    }
    for waiter in waiters.waiters { waiter.settle(true) }
  }

  /// Ends the request, and returns whether this call was the first, which alone has an effect.
  ///
  /// A result of another type than the caller waits for ends it as cancelled.
  @discardableResult
  func settle(_ outcome: Outcome) -> Bool {
    var outcome = outcome
    if case .finished(let result) = outcome, !accepts(result) { outcome = .cancelled(.back) }
    let waiters = state.withLock { [outcome] state -> (end: Waiters, transition: Waiters)? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      if case .refused = outcome {} else { state.hasTransitioned = true }
      return (state.waitingForEnd.takeAll(), state.waitingForTransition.takeAll())
    }
    guard let waiters else { return false }
    for waiter in waiters.end.waiters { waiter.settle(true) }
    for waiter in waiters.transition.waiters { waiter.settle(true) }
    return true
  }

  /// Notes that a registered closure is about to receive the result.
  func closureWillReceive() {
    state.withLock { $0.isForClosure = true }
  }

  // MARK: Reading

  /// Notes that the outcome has found a receiver.
  func didRead() {
    state.withLock { $0.isRead = true }
  }

  /// Waits for the outcome; returns nil if the task is cancelled first.
  func outcome(isolation: isolated (any Actor)? = #isolation) async -> Outcome? {
    await wait(\.waitingForEnd) { $0.outcome }
  }

  /// Waits for the end of the transition; returns nil if the task is cancelled first.
  func transition(
    isolation: isolated (any Actor)? = #isolation
  ) async -> NavigationOutcome<Never>? {
    await wait(\.waitingForTransition) { $0.transition }
  }

  private func wait<Value: Sendable>(
    _ list: any WritableKeyPath<State, Waiters> & Sendable,
    isolation: isolated (any Actor)? = #isolation,
    for value: @Sendable (State) -> Value?
  ) async -> Value? {
    let handOff = OneShot<Bool>()
    let (early, id) = state.withLock { state -> (Value?, Int?) in
      if let value = value(state) { return (value, nil) }
      return (nil, state[keyPath: list].add(handOff))
    }
    guard let id else { return early }
    let isSettled = await withTaskCancellationHandler {
      await handOff.wait(isolation: isolation)
    } onCancel: {
      if state.withLock({ $0[keyPath: list].remove(id) }) != nil { handOff.settle(false) }
    }
    return isSettled ? state.withLock { value($0) } : nil
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
