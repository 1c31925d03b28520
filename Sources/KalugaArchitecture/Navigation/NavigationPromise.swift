/// The write side of a ``NavigationTicket``, for implementations of ``Navigator``.
///
///     let promise = NavigationPromise<Result>()
///     …                                         // keep it until the screen has left the stack
///     return promise.ticket
///
/// A promise can be used from any isolation. A navigator settles each promise exactly once, because
/// its caller may wait for that.
public struct NavigationPromise<Result: Sendable>: Sendable {
  /// The read side, which the caller of the navigator receives.
  public let ticket: NavigationTicket<Result>

  /// Creates a promise for a new request.
  public init() {
    self.init(listener: nil)
  }

  /// Creates a promise for a new request.
  ///
  /// - Parameter listener: The listener of the navigator, for requests from tasks that have none.
  package init(listener: (any ArchitectureListener)?) {
    ticket = NavigationTicket(listener: listener)
  }

  /// Reports that the transition took place.
  ///
  /// The request itself continues until ``settle(_:)``.
  public func transitionDidEnd() {
    ticket.state.transitionDidEnd()
  }

  /// Ends the request, and returns whether this call was the first, which alone has an effect.
  @discardableResult
  public func settle(_ outcome: NavigationOutcome<Result>) -> Bool {
    ticket.state.settle(outcome.erased)
  }
}
