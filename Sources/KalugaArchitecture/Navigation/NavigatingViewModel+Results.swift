// Results that arrive even if the process ends while the opened screen is still on the stack.
extension NavigatingViewModel {
  /// Registers a closure for the results of requests that are made with a key.
  ///
  ///     init(navigator: any Navigator<BookNavigation>) {
  ///       super.init(navigator: navigator)
  ///       onResult(rated) { [weak self] in self?.rating = $0 }
  ///     }
  ///
  /// Call this in the initializer. The process may end while the opened screen is on the stack. The
  /// view model that is made in a later process then registers its closure again, which receives the
  /// result.
  ///
  /// Each result calls the closure once, in a task of the view model's scope, after the transition
  /// in which the opened screen has left. If the view model is cleared before that task runs, the result
  /// is reported as ``ArchitectureDiagnostic/Kind/lostResult``, and only the ticket has it. Errors
  /// that the closure throws are reported to ``ArchitectureDiagnostics``. Another closure under the
  /// same key replaces this one for later requests.
  ///
  /// In a later process, only the view model of a screen on the stack receives results. A child
  /// view model receives them only in the process in which it made the request. The same is true of
  /// the answers to a ``NavigationEffect``.
  ///
  /// Kaluga: `HandleResult`, `NavHostResultHandler`.
  public final func onResult<Result>(
    _ key: NavigationResultKey<Result>,
    _ handle: @escaping @MainActor (Result) throws -> Void
  ) {
    // The access ends before the old closure is released.
    let old = resultHandlers.updateValue(NavigationResultHandler(handle), forKey: key.name)
    withExtendedLifetime(old) {}
  }

  /// Requests a navigation, and passes its result to the closure that is registered under a key.
  ///
  /// - Returns: The ticket of the request, which also reports an end without a result.
  /// - Throws: An error that is known at once, or ``NavigationError/refused(action:reason:)`` if no
  ///   closure for results of this type is registered under the key.
  @discardableResult
  public final func navigate<Result>(
    _ request: NavigationRequest<Action, Result>,
    resultTo key: NavigationResultKey<Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let registered = resultHandlers[key.name]
    guard let handler = registered as? NavigationResultHandler<Result> else {
      let reason =
        if let registered {
          "'\(key.name)' is registered for \(registered.resultType), asked for \(Result.self); give each "
            + "key its own name"
        } else {
          "nothing is registered for '\(key.name)'; call onResult in the initializer"
        }
      throw .refused(action: request.action.name, reason: reason)
    }
    var request = request
    request.receiver = NavigationResultReceiver(screen: self, key: key.name)
    let ticket = try navigator.navigate(request)
    handler.receive(ticket, in: scope)
    return ticket
  }
}

extension NavigatingViewModel: NavigationResultReceiving {
  var resultKeys: [String] { resultHandlers.keys.sorted() }

  func makeTicket(ofResultTo key: String) -> TicketState? {
    resultHandlers[key]?.makeTicket(in: scope)
  }
}

/// A view model that can register closures for results.
@MainActor
protocol NavigationResultReceiving {
  /// Returns a ticket that passes its result to the closure under a key, or nil if it has none.
  func makeTicket(ofResultTo key: String) -> TicketState?
  /// The names of the keys under which closures are registered.
  var resultKeys: [String] { get }
}

extension BaseLifecycleViewModel {
  /// The calls whose closures the view model retains until it is released, for reports of leaks.
  package var retainedClosures: [String] {
    let keys = (self as? any NavigationResultReceiving)?.resultKeys ?? []
    return keys.map { "onResult('\($0)')" } + namesOfRepeatedWork
  }
}

/// The view model and the key whose closure receives the result of a request.
struct NavigationResultReceiver: Sendable {
  /// Held weakly, because a request may wait longer than the view model lives.
  weak var screen: BaseLifecycleViewModel?
  let key: String
}

/// A registered closure for results, whose result type is erased.
@MainActor
protocol AnyNavigationResultHandler {
  var resultType: Any.Type { get }
  func makeTicket(in scope: TaskScope) -> TicketState
}

private struct NavigationResultHandler<Result: Sendable>: AnyNavigationResultHandler {
  private let handle: @MainActor (Result) throws -> Void

  var resultType: Any.Type { Result.self }

  init(_ handle: @escaping @MainActor (Result) throws -> Void) {
    self.handle = handle
  }

  func receive(_ ticket: NavigationTicket<Result>, in scope: TaskScope) {
    ticket.state.closureWillReceive()
    scope.launch(name: "result") { [handle] in
      if let result = await ticket.resultForClosure { try handle(result) }
    }
  }

  func makeTicket(in scope: TaskScope) -> TicketState {
    let ticket = NavigationTicket<Result>(listener: scope.core.listener)
    receive(ticket, in: scope)
    return ticket.state
  }
}
