// What an app adds to a driver, in order to follow it and to decide.
extension NavigationDriver {
  /// Calls the closure after each transition, until the token is disposed.
  ///
  /// A request that is made inside the closure is carried out after the running transition.
  public func onTransition(
    _ handler: @escaping @MainActor (StackTransition<Destination>) -> Void
  ) -> any Disposable {
    transitionHandlers.add { handler(StackTransition($0)) }
  }

  /// Asks the closure before each transition, until the token is disposed.
  ///
  /// Guards are asked one after the other, in the order in which they were added. The first guard
  /// that does not proceed decides. After a redirect, all guards are asked about the new operation.
  /// A request that is redirected more than ten times is refused.
  ///
  /// Requests that are made while a guard decides wait, even those of the guard. A guard that
  /// awaits the ticket of its own request therefore never returns. It must redirect instead.
  public func addGuard(_ decide: @escaping NavigationGuard<Destination>) -> any Disposable {
    guards.add { spec, stack in
      switch await decide(spec.typed(), BackStack(stack)) {
      case .proceed: .proceed
      case .redirect(let other): .redirect(other.erased)
      case .refuse(let reason): .refuse(reason: reason)
      }
    }
  }

  /// Asks the closure before the user goes back from a screen, until the token is disposed.
  ///
  /// The screen is given by its view model, a child of that, or a view model in a stack that is nested
  /// in it, which the driver holds weakly. A view model that is in no screen when the user goes back is
  /// reported as ``ArchitectureDiagnostic/Kind/unreachableBackHandler``, once.
  ///
  /// Without a view model, the closure is asked before each screen of this stack is left. The handlers
  /// of a screen are asked before those without a screen, and newer handlers before older ones.
  public func onBack(
    on screen: BaseLifecycleViewModel? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @MainActor () -> NavigationBackDecision
  ) -> any Disposable {
    let token = backHandlers.add(NavigationBackHandler(screen, decide: handler))
    screen?.noteRegistration("onBack", fileID, line) { !isDisposed(token) }
    return token
  }

  /// Adds a handler that carries out the effects of one type, until the token is disposed.
  ///
  ///     driver.onEffect(Browser.self) { browser throws(NavigationError) in
  ///       guard await system.open(browser.url) else {
  ///         throw .refused(action: "browser", reason: "no app opens this link")
  ///       }
  ///     }
  ///
  /// Only the newest handler for a type is called. A nested stack without a handler uses the
  /// handler of the stack around it.
  ///
  /// A request for an effect waits for its turn, and guards are asked about it. The closures of
  /// `onTransition` are then called with a transition of the kind `launch`. After that, the handler runs
  /// in a task of its own on the main actor, unless it was disposed. Later requests do not wait for it.
  ///
  /// A request for a result of the type ``NavigationEffect/Answer`` ends with the answer, and one without
  /// a result as done. If the handler throws, the request is refused with that error. If the driver ends
  /// first, the task is cancelled and the request ends as cancelled. Without a handler, a request is
  /// refused with ``NavigationError/noHandler(effect:)``.
  ///
  /// Effects that a handler is carrying out continue after its token was disposed.
  public func onEffect<Effect: NavigationEffect>(
    _ type: Effect.Type,
    _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
  ) -> any Disposable {
    effectHandlers.add(NavigationEffectHandler(handler))
  }

  /// Asks the closure when the user selects the tab that is already selected, until the token is
  /// disposed.
  ///
  /// The closure receives the first screen of the tab. The newest closure is asked first. If none
  /// intercepts, the user goes back to that screen, or to the first one whose back handler intercepts.
  ///
  ///     driver.onReselect { [weak driver] tab in
  ///       guard let feed = driver?.topViewModel as? FeedViewModel else { return .proceed }
  ///       feed.scrollToTop()
  ///       return .intercept
  ///     }
  public func onReselect(
    _ handler: @escaping @MainActor (BackStack<Destination>.Entry) -> NavigationBackDecision
  ) -> any Disposable {
    reselectHandlers.add { handler(BackStack.Entry($0)) }
  }
}
