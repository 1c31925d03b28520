// Results that arrive even if the process ends while the screen that gives them is open.
extension NavigatingViewModel {
  /// Registers what to do with the results of requests under a key.
  ///
  ///     init(navigator: any Navigator<BookNavigation>) {
  ///       super.init(navigator: navigator)
  ///       onResult(rated) { [weak self] in self?.rating = $0 }
  ///     }
  ///
  /// Call this in the initializer: the process may end while the opened screen is shown. The view model that
  /// a later process makes then registers its closure again, and that closure gets the result.
  ///
  /// Each result calls the closure once, in a task of the life scope, after this screen was resumed. A screen
  /// that is left without a result does not call it. What the closure throws goes to the error handler of the
  /// scope. A second closure under the same key replaces the first one for later requests.
  ///
  /// Only view models of screens on the stack get results in a later process, and not their children.
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

  /// Asks for a navigation whose result the closure under a key gets.
  ///
  /// - Returns: The ticket of the request. In this process it also reports an end without a result.
  /// - Throws: What is known at once; and that no closure is registered under the key.
  @discardableResult
  public final func navigate<Result>(
    _ request: NavigationRequest<Action, Result>,
    resultTo key: NavigationResultKey<Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    guard let handler = resultHandlers[key.name] as? NavigationResultHandler<Result> else {
      throw .refused(
        action: request.action.name,
        reason: "nothing is registered for '\(key.name)'; call onResult in the initializer"
      )
    }
    var request = request
    request.receiver = NavigationResultReceiver(screen: self, key: key.name)
    let ticket = try navigator.navigate(request)
    handler.follow(ticket, in: scope)
    return ticket
  }
}

extension NavigatingViewModel: NavigationResultReceiving {
  func makePromise(ofResultTo key: String) -> (any AnyNavigationPromise)? {
    resultHandlers[key]?.makePromise(in: scope)
  }
}

/// A view model that has registered what it does with results.
@MainActor
protocol NavigationResultReceiving {
  /// A promise whose result the closure under the key gets; nil if the key has no closure.
  func makePromise(ofResultTo key: String) -> (any AnyNavigationPromise)?
}

/// The view model whose closure gets the result of a request.
struct NavigationResultReceiver: Sendable {
  /// Held weakly, because a request may wait longer than the view model lives.
  weak var screen: BaseLifecycleViewModel?
  let key: String
}

/// What a view model does with results, whatever their type.
@MainActor
protocol AnyNavigationResultHandler {
  func makePromise(in scope: TaskScope) -> any AnyNavigationPromise
}

private struct NavigationResultHandler<Result: Sendable>: AnyNavigationResultHandler {
  private let handle: @MainActor (Result) throws -> Void

  init(_ handle: @escaping @MainActor (Result) throws -> Void) {
    self.handle = handle
  }

  func follow(_ ticket: NavigationTicket<Result>, in scope: TaskScope) {
    scope.launch(name: "result") { [handle] in
      if case .finished(let result) = await ticket.outcome { try handle(result) }
    }
  }

  func makePromise(in scope: TaskScope) -> any AnyNavigationPromise {
    let promise = NavigationPromise<Result>()
    follow(promise.ticket, in: scope)
    return promise
  }
}
