// What changes no stack, and is carried out by the host.
extension NavigationDriver {
  /// Carries out the effects of one type, until the token is disposed.
  ///
  ///     driver.onLaunch(of: Browser.self) { browser throws(NavigationError) in
  ///       guard await system.open(browser.url) else {
  ///         throw .refused(action: "browser", reason: "no app opens this link")
  ///       }
  ///     }
  ///
  /// The newest handler for a type counts. A nested stack without a handler uses that of the stack around it.
  ///
  /// An effect takes its turn among the requests: guards are asked, and it waits for a running transition. Then
  /// followers are called with a transition of the kind `launch`, which leaves the stack as it is. The handler
  /// runs in a task after that, unless it was disposed before. Later requests do not wait for it.
  ///
  /// A request for a result of the type ``NavigationEffect/Answer`` ends with the answer. One without result ends as
  /// done when the handler returns. If the handler throws, the request is refused with that error. At the end of
  /// the driver the task is cancelled, and the request ends as cancelled. Without a handler the request is
  /// refused with ``NavigationError/noHandler(effect:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the effects.
  ///   - handler: Carries an effect out.
  /// - Returns: Ends the handling of further effects.
  public func onLaunch<Effect: NavigationEffect>(
    of type: Effect.Type,
    _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
  ) -> any Disposable {
    effectHandlers.add(NavigationEffectHandler(handler))
  }

  /// The newest handler for an effect, here or around this stack.
  func effectHandler(for effect: any NavigationEffect) -> NavigationEffectHandler? {
    let type = Swift.type(of: effect)
    let own = effectHandlers.entries.last { !$0.isDisposed && $0.handler.effect == type }
    return own?.handler ?? nest?.screenHost?.effectHandler(for: effect)
  }

  /// Refuses an effect without a handler, and one whose answer is not the result that is asked for.
  func checkCanLaunch(
    _ effect: any NavigationEffect,
    for promise: any AnyNavigationPromise
  ) throws(NavigationError) {
    guard let handler = effectHandler(for: effect) else { throw .noHandler(effect: effect.name) }
    guard promise.resultType == Never.self || promise.resultType == handler.answer else {
      throw .unexpectedResult(
        screen: effect.name,
        expected: "\(promise.resultType)",
        found: "\(handler.answer)"
      )
    }
  }

  /// Calls the followers, and lets the host carry out an effect.
  func launch(_ effect: any NavigationEffect, _ request: PendingNavigation<Destination>) {
    let rows = effect.rows
    tell(
      kind: NavigationSpec<Destination>.launch(effect).kind,
      from: stackSubject.current.top.destination,
      rows: rows.isEmpty ? request.rows() : rows,
      effectName: effect.name
    )
    // It opens no screen.
    request.screen?.didLeave(.closed)
    let promise = request.promise
    promise.transitionDidEnd()
    let task = scope.launch(name: effect.name, evenIfCancelled: true) { [weak self] in
      await withTaskCancellationHandler {
        if Task.isCancelled { return }
        // Only now, because the handler may have been disposed since the request was accepted.
        guard let handler = self?.effectHandler(for: effect) else {
          return promise.settle(untyped: .refused(.noHandler(effect: effect.name)))
        }
        await handler.run(effect, promise)
      } onCancel: {
        promise.settle(untyped: .cancelled(.hostEnded))
      }
    }
    if task == nil { promise.settle(untyped: .cancelled(.hostEnded)) }
  }
}
