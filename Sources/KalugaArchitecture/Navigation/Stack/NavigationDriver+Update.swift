extension NavigationDriver {
  /// Changes the destination of a screen on the stack, which keeps its view model.
  ///
  /// For a screen whose destination follows what it shows, such as a search text: a link and a saved stack
  /// then lead to what is shown. Takes its turn like any other request: guards are asked, and followers are
  /// called after it. Nothing is paused, cleared, made or resumed. An equal destination changes nothing.
  ///
  /// - Parameters:
  ///   - screen: The view model of a screen on the stack, shown or covered.
  ///   - destination: What the screen shows now.
  /// - Returns: The ticket of the request.
  /// - Throws: The reason, if it is known at once that the change is not possible.
  @discardableResult
  public func update(
    _ screen: BaseLifecycleViewModel,
    to destination: Destination
  ) throws(NavigationError) -> NavigationTicket<Never> {
    guard let id = entryID(of: screen) else {
      throw .notOnStack(
        screen: "\(type(of: screen))",
        stack: stackSubject.current.entries.map(\.destination.screenName)
      )
    }
    let promise = NavigationPromise<Never>()
    try submit(
      .update(id, to: destination),
      action: "update",
      rows: Rows.of(destination),
      promise
    )
    return promise.ticket
  }

  /// The entry of a screen whose view model has been made; nil if there is none.
  func entryID(of screen: BaseLifecycleViewModel) -> BackStackEntryID? {
    let top = stackSubject.current.top.id
    // Mostly it is the shown one, and the search takes longer the more screens there are.
    if screens[top]?.viewModel === screen { return top }
    return screens.first { $0.value.viewModel === screen }?.key
  }
}
