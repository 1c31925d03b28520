// Results that arrive even if the process ends while the screen that gives them is open.
extension NavigatingViewModel {
  /// Registers what to do with the results of requests under a key.
  ///
  ///     init(navigator: any Navigator<BookNavigation>) {
  ///       super.init(navigator: navigator)
  ///       onResult(rated) { [weak self] in self?.rating = $0 }
  ///     }
  ///
  /// Call this when the view model is created: if the process ends while the opened screen is shown, the closure
  /// of the view model that is made in a later process gets the result. The closure is called once for each
  /// result, in a task of the life scope, after this screen was resumed. It is not called if the screen was left
  /// without a result. What it throws goes to the error handler of the scope. Of two closures under one key
  /// the later one counts.
  ///
  /// The view model must be that of a screen on the stack; for any other one the results end with the process.
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
  /// - Returns: The ticket of the request. It reports also that there is no result, in this process.
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
  /// A promise whose result the closure under the key gets; nil if there is no such closure.
  func makePromise(ofResultTo key: String) -> (any AnyNavigationPromise)?
}

/// The view model whose closure gets the result of a request.
struct NavigationResultReceiver: Sendable {
  let screen: BaseLifecycleViewModel
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
