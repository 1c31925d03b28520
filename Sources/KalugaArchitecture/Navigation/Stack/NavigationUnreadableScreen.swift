/// A screen of a saved stack whose destination no longer decodes.
///
/// It contains the location and the kind of the unreadable value, but never the value.
public struct NavigationUnreadableScreen: Hashable, Sendable {
  /// Identifies the entry of the screen.
  public let id: BackStackEntryID

  /// The path to the unreadable value in the destination, such as `details.number`.
  ///
  /// It is empty if the destination as a whole does not decode.
  public let path: String

  /// The type that was expected at the path, or `a valid value`.
  public let expected: String

  /// The kind of value that was found at the path, such as `a number`, or the name of an unknown
  /// case.
  public let found: String

  /// The identifiers of the screens that would be dropped together with this one.
  ///
  /// It is empty for a screen that cannot be dropped: the first screen of the base or of a hidden
  /// tab.
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
  /// Says which entry and path are unreadable, what was expected and what was found.
  public var description: String {
    "\(id): \(path.isEmpty ? "" : "\(path): ")expected \(expected), found \(found)"
  }
}

/// The decision about a saved screen that no longer decodes.
public enum NavigationUnreadableDecision<Destination: NavigationDestination>: Sendable {
  /// Refuses the whole stack.
  case refuse
  /// Drops the screen, and all screens above it.
  ///
  /// The first screen of the base or of a hidden tab cannot be dropped, because no screen is under
  /// it. The whole stack is then refused.
  case drop
  /// Replaces the screen with another one.
  ///
  /// The saved state, the nested stacks and the awaited result of the unreadable screen are
  /// dropped.
  case replace(Destination)
}
