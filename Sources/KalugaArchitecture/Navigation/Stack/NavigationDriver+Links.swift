extension NavigationDriver {
  /// Shows these screens and no others, root first; those that are there already stay.
  ///
  /// For what a deep link leads to. The rows that show are those of the last screen.
  @discardableResult
  public func open(_ screens: [Destination]) throws(NavigationError) -> NavigationTicket<Never> {
    guard let root = screens.first, let last = screens.last else {
      throw .refused(action: "open", reason: "there are no screens to open; name the first one")
    }
    return try perform(
      .open(root: root, Array(screens.dropFirst())),
      action: "open",
      rows: Rows.of(last)
    )
  }
}
