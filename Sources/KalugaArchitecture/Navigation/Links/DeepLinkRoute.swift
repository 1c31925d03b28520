/// One path that links may have, and the screens that it leads to.
public struct DeepLinkRoute<Destination: Sendable>: Sendable {
  /// The path without the slash in front: `details`, `settings/account`.
  public let path: String

  let screens: @Sendable ([NavigationBundleRow]) throws(NavigationBundleError) -> [Destination]

  /// Creates a route whose query is read with a spec.
  ///
  /// - Parameters:
  ///   - path: The path without the slash in front.
  ///   - spec: Names the keys of the query and their types.
  ///   - screens: The screens to show, root first.
  public init<Content>(
    _ path: String,
    _ spec: NavigationBundleSpec<Content>,
    screens: @escaping @Sendable (Content) -> [Destination]
  ) {
    self.path = path
    self.screens = { rows throws(NavigationBundleError) in
      screens(try spec.content(from: rows))
    }
  }

  /// Creates a route without a query.
  public init(_ path: String, screens: [Destination]) {
    self.path = path
    self.screens = { _ in screens }
  }
}
