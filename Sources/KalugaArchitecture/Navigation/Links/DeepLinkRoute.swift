/// One kind of link, together with the screens that it leads to.
public struct DeepLinkRoute<Destination: NavigationDestination>: Sendable {
  let pattern: DeepLinkPattern

  let screens: @Sendable ([NavigationBundleRow]) throws(NavigationBundleError) -> [Destination]

  /// The rows of the link that leads to these screens, or nil if the screens are not of this route.
  let rows: @Sendable ([Destination]) -> [NavigationBundleRow]?

  init(
    pattern: DeepLinkPattern,
    screens:
      @escaping @Sendable ([NavigationBundleRow]) throws(NavigationBundleError) ->
      [Destination],
    rows: @escaping @Sendable ([Destination]) -> [NavigationBundleRow]?
  ) {
    self.pattern = pattern
    self.screens = screens
    self.rows = rows
  }

  /// Creates a route whose links carry content.
  ///
  ///     DeepLinkRoute(["users", .row(Profile.Rows.userID)], Profile.bundleSpec) {
  ///       [.home, .user($0)]
  ///     } content: { screens in
  ///       if case .user(let profile) = screens.last { profile } else { nil }
  ///     }
  ///
  /// - Parameters:
  ///   - path: The path without a leading slash. It consists of words and rows of the content. A
  ///     private row in the path is a programming error and stops the program.
  ///   - spec: Names the rows. Rows that are not in the path are the keys of the query.
  ///   - screens: Returns the screens to show, root first.
  ///   - content: Returns the content of a link to these screens, or nil if they are not of this
  ///     route. Without this closure, links of the route can be read but not written. The closure
  ///     need not check every screen: a link is only returned if it leads back to the same screens,
  ///     with dates to the millisecond. But it must return nil for content that the route cannot carry,
  ///     or an exploration reports a wrong link.
  public init<Content>(
    _ path: DeepLinkPath<Content>,
    _ spec: NavigationBundleSpec<Content>,
    screens: @escaping @Sendable (Content) -> [Destination],
    content: @escaping @Sendable ([Destination]) -> Content? = { _ in nil }
  ) {
    for case .row(let key) in path.pattern.parts {
      // A programming error that would reveal private values, because errors show paths.
      precondition(
        !spec.privateKeys.contains(key),
        "The row '\(key)' is private and cannot be in a path. Put it into the query."
      )
    }
    pattern = path.pattern
    self.screens = { rows throws(NavigationBundleError) in
      screens(try spec.content(from: rows, BundleReading(source: .query)))
    }
    rows = { screens in
      content(screens).map { spec.rows(of: $0) }
    }
  }

  /// Creates a route whose links all lead to the same screens.
  ///
  /// - Parameters:
  ///   - path: The path without a leading slash, such as `settings/account`.
  ///   - screens: The screens to show, root first.
  public init(_ path: String, screens: [Destination]) {
    pattern = DeepLinkPattern(words: path)
    self.screens = { _ in screens }
    rows = { $0 == screens ? [] : nil }
  }
}
