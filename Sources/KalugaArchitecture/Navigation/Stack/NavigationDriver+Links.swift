extension NavigationDriver {
  /// Shows exactly these screens, root first.
  ///
  /// Use it for the screens of a deep link. See ``NavigationSpec/open(root:_:)``. Transitions show the
  /// rows of the last screen.
  ///
  /// - Throws: The reason, if the list of screens is empty or the driver does not accept requests.
  @discardableResult
  public func open(_ screens: [Destination]) throws(NavigationError) -> NavigationTicket<Never> {
    guard let root = screens.first, let last = screens.last else {
      throw .refused(
        action: "open",
        reason: "the list of screens is empty; pass at least the first screen"
      )
    }
    return try perform(
      .open(root: root, Array(screens.dropFirst())),
      action: "open",
      rows: Rows.of(last)
    )
  }
}
