extension NavigationDriver {
  /// Changes the destination of a screen on the stack, which keeps its view model.
  ///
  /// Use it when the content of a screen changes, such as the text of a search. Links and saved
  /// stacks then lead to the current content.
  ///
  /// The request waits for its turn like any other request. Guards are asked before the change, and
  /// closures of `onTransition` are called after it. No screen is paused, cleared, made or resumed. If the
  /// destination equals the current one, the request ends as done, and no closure is called.
  ///
  /// - Parameters:
  ///   - screen: The view model of a screen on the stack, shown or covered.
  ///   - destination: The new destination of the screen.
  /// - Returns: The ticket of the request.
  /// - Throws: ``NavigationError/notOnStack(screen:stack:)`` if the view model is not a screen on
  ///   the stack, or another error that is known at once.
  @discardableResult
  public func update(
    _ screen: BaseLifecycleViewModel,
    to destination: Destination
  ) throws(NavigationError) -> NavigationTicket<Never> {
    guard let id = entryID(of: screen) else {
      throw .notOnStack(
        screen: "\(type(of: screen))",
        stack: stackSubject.current.entries.map { $0.destination.screenName }
      )
    }
    let promise = NavigationPromise<Never>(listener: scope.core.listener)
    try submit(
      PendingNavigation(
        .update(id, to: destination),
        action: "update",
        rows: Rows.of(destination),
        promise
      )
    )
    return promise.ticket
  }

  /// Returns the identifier of the entry with this view model, or nil if no entry has it.
  func entryID(of screen: BaseLifecycleViewModel) -> BackStackEntryID? {
    let top = stackSubject.current.top.id
    // Check the shown screen first: it is the usual case, and a search takes linear time.
    if screens[top]?.viewModel === screen { return top }
    return screens.first { $0.value.viewModel === screen }?.key
  }
}
