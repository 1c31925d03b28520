// The requests of an app.
extension NavigationDriver {
  /// Applies an operation to the stack.
  ///
  /// Errors name the request as the action, by default the kind of the operation. Transitions show
  /// the rows. The ticket waits for a result of the given type.
  ///
  /// - Throws: The reason, if it is known at once that the operation is not possible. If the
  ///   request must wait, for example during a transition, the ticket reports a later refusal.
  @discardableResult
  public func perform<Result>(
    _ spec: NavigationSpec<Destination>,
    action: String? = nil,
    rows: [NavigationBundleRow] = [],
    for result: Result.Type = Never.self
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let ticket = NavigationTicket<Result>(listener: scope.core.listener)
    let spec = spec.erased
    try submit(PendingNavigation(spec, action: action ?? spec.kind, rows: rows, ticket.state))
    return ticket
  }

  /// Shows exactly these screens, root first.
  ///
  /// Use it for the screens of a deep link. See ``NavigationSpec/open(root:_:)``. Transitions show the
  /// rows of the last screen.
  ///
  /// - Parameters:
  ///   - screens: The screens, of which the last one is shown.
  ///   - animated: Whether hosts animate the transition.
  /// - Returns: The ticket of the transition.
  /// - Throws: The reason, if the list of screens is empty or the driver does not accept requests.
  @discardableResult
  public func open(
    _ screens: [Destination],
    animated: Bool = false
  ) throws(NavigationError) -> NavigationTicket<Never> {
    guard let root = screens.first, let last = screens.last else {
      throw .refused(
        action: "open",
        reason: "the list of screens is empty; pass at least the first screen"
      )
    }
    return try perform(
      .open(root: root, Array(screens.dropFirst())).animated(animated),
      action: "open",
      rows: Rows.of(last)
    )
  }

  /// Shows exactly these screens in the tab with this first screen, as one transition.
  ///
  ///     try driver.open(links.screens(for: url), inTab: .wishes)
  ///
  /// Use it for a link into a tab. Guards are asked about the whole, and no back handlers, as by
  /// ``open(_:animated:)``. See ``NavigationSpec/openInTab(_:of:)``. Transitions show the rows of the
  /// last screen.
  ///
  /// - Throws: ``NavigationError/noTab(of:tabs:)`` if no tab begins with that screen, or another error
  ///   that is known at once.
  @discardableResult
  public func open(
    _ screens: [Destination],
    inTab tab: Destination,
    animated: Bool = false
  ) throws(NavigationError) -> NavigationTicket<Never> {
    try perform(
      .openInTab(screens, of: tab).animated(animated),
      action: "open",
      rows: Rows.of(screens.last ?? tab)
    )
  }

  /// Opens the screens of a link: in the tab that begins with the first of them, or else on the whole
  /// stack.
  package func openLinked(_ screens: [Destination]) throws(NavigationError) {
    if let first = screens.first, current.tab(of: ErasedDestination(first))?.level == 0 {
      try open(screens, inTab: first)
    } else {
      try open(screens)
    }
  }

  /// Changes the destination of a screen on the stack, which keeps its view model.
  ///
  /// Use it when the content of a screen changes, such as the text of a search. Links and saved
  /// stacks then lead to the current content. The screen may be covered. No screen is paused, cleared,
  /// made or resumed. If the destination equals the current one, no closure of `onTransition` is called.
  ///
  /// For a screen without a view model, perform ``NavigationSpec/update(_:to:)`` with its identifier.
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
        stack: current.entries.map { $0.destination.screenName }
      )
    }
    return try perform(.update(id, to: destination), rows: Rows.of(destination))
  }
}
