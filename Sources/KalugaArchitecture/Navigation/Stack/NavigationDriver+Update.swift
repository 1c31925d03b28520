extension NavigationDriver {
  /// Changes the destination of a screen on the stack, which keeps its view model.
  ///
  /// Use it when the content of a screen changes, such as the text of a search. Links and saved
  /// stacks then lead to the current content. The screen may be covered. No screen is paused, cleared,
  /// made or resumed. If the destination equals the current one, no closure of `onTransition` is called.
  ///
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
    return try perform(.update(id, to: destination), rows: Rows.of(destination))
  }

  /// Returns the identifier of the entry with this view model, or nil if no entry has it.
  func entryID(of screen: BaseLifecycleViewModel) -> BackStackEntryID? {
    let top = stackSubject.current.top.id
    // Check the shown screen first: it is the usual case, and a search takes linear time.
    if screens[top]?.viewModel === screen { return top }
    return screens.first { $0.value.viewModel === screen }?.key
  }
}
