/// A screen of a saved stack whose destination no longer decodes.
///
/// Names places and kinds of values, and never the data.
public struct NavigationUnreadableScreen: Hashable, Sendable {
  /// Identifies the entry of the screen.
  public let id: BackStackEntryID

  /// Where in the destination the problem is, such as `details.number`; empty for the whole destination.
  public let path: String

  /// The type that was expected there, or `a valid value`.
  public let expected: String

  /// The kind of value that was found there, such as `a number`, or the name of an unknown case.
  public let found: String

  /// Identifies the screens that were opened over it.
  public let above: [BackStackEntryID]

  init(_ id: BackStackEntryID, _ misfit: SavedMisfit, above: [BackStackEntryID]) {
    self.id = id
    path = misfit.path
    expected = misfit.expected
    found = misfit.found
    self.above = above
  }
}

extension NavigationUnreadableScreen: CustomStringConvertible {
  /// The entry, the place, what was expected and what was found.
  public var description: String {
    "\(id): \(path.isEmpty ? "" : "\(path): ")expected \(expected), found \(found)"
  }
}

/// What becomes of a saved stack with a screen that no longer decodes.
public enum NavigationUnreadableDecision<Destination: NavigationDestination>: Sendable {
  /// The whole stack is refused.
  case refuse
  /// The screen is dropped with all that was opened over it.
  ///
  /// The first screen of the base stack or of a tab has nothing under it: then the whole stack is refused.
  case drop
  /// Another screen takes its place, without what the unreadable one had saved.
  case replace(Destination)
}
