/// One kind of link, and the screens that it leads to.
public struct DeepLinkRoute<Destination: NavigationDestination>: Sendable {
  let pattern: DeepLinkPattern

  let screens: @Sendable ([NavigationBundleRow]) throws(NavigationBundleError) -> [Destination]

  /// The rows of a link that leads to these screens; nil if no such link does.
  let rows: @Sendable ([Destination]) -> [NavigationBundleRow]?

  /// Creates a route whose links carry a content.
  ///
  ///     DeepLinkRoute(["users", .row(Profile.Rows.userID)], Profile.bundleSpec) {
  ///       [.home, .user($0)]
  ///     } content: { screens in
  ///       if case .user(let profile) = screens.last { profile } else { nil }
  ///     }
  ///
  /// - Parameters:
  ///   - path: The path without the slash in front: words, and rows of the content.
  ///   - spec: Names the rows; those that are not in the path are the keys of the query.
  ///   - screens: The screens to show, root first.
  ///   - content: What a link to these screens carries, or nil if they are not of this route. A route
  ///     without this closure is only read. What it returns need not be exact: a link is given only if
  ///     it leads to the same screens.
  public init<Content>(
    _ path: DeepLinkPath<Content>,
    _ spec: NavigationBundleSpec<Content>,
    screens: @escaping @Sendable (Content) -> [Destination],
    content: @escaping @Sendable ([Destination]) -> Content? = { _ in nil }
  ) {
    for case .row(let key) in path.pattern.parts {
      // A mistake in the program's text, which would show what must not be shown.
      precondition(
        !spec.privateKeys.contains(key),
        "The row '\(key)' is private: it cannot be in a path. Leave it to the query."
      )
    }
    pattern = path.pattern
    self.screens = { rows throws(NavigationBundleError) in
      screens(try spec.content(from: rows))
    }
    rows = { screens in
      content(screens).map { spec.rows(of: $0) }
    }
  }

  /// Creates a route whose links all lead to the same screens.
  ///
  /// - Parameters:
  ///   - path: The path without the slash in front: `settings/account`.
  ///   - screens: The screens to show, root first.
  public init(_ path: String, screens: [Destination]) {
    pattern = DeepLinkPattern(words: path)
    self.screens = { _ in screens }
    rows = { $0 == screens ? [] : nil }
  }
}
