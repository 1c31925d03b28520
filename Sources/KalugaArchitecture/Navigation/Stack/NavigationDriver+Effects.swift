// Effects, which change no stack and which the host carries out.
extension NavigationDriver {
  /// Adds a handler that carries out the effects of one type, until the token is disposed.
  ///
  ///     driver.onLaunch(of: Browser.self) { browser throws(NavigationError) in
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
  public func onLaunch<Effect: NavigationEffect>(
    of type: Effect.Type,
    _ handler: @escaping @MainActor (Effect) async throws(NavigationError) -> Effect.Answer
  ) -> any Disposable {
    effectHandlers.add(NavigationEffectHandler(handler))
  }

  /// Returns the newest handler for an effect in this driver, or else in the nearest outer one.
  func effectHandler(for effect: any NavigationEffect) -> NavigationEffectHandler? {
    let type = Swift.type(of: effect)
    let own = effectHandlers.entries.last { !$0.isDisposed && $0.handler.effect == type }
    return own?.handler ?? outer?.effectHandler(for: effect)
  }

  /// Refuses an effect that has no handler, or whose answer is not of the requested type.
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

  /// Calls the closures of `onTransition`, and then launches the handler of an effect.
  func launch(_ effect: any NavigationEffect, _ request: PendingNavigation<Destination>) {
    tell(
      kind: request.spec.operation.kind,
      from: stackSubject.current.top.destination,
      rows: effect.rows.isEmpty ? request.rows() : effect.rows,
      effectName: effect.name
    )
    // An effect opens no screen, even if a router or a redirected request expects one.
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
