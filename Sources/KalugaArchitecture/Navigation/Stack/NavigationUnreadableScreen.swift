/// A screen of a saved stack whose destination no longer decodes.
///
/// It contains the location and the kind of the unreadable value, but never the value.
public struct NavigationUnreadableScreen: Hashable, Sendable {
  /// Identifies the entry of the screen.
  public let id: BackStackEntryID

  /// The place of the screen in the saved stack, such as `the first screen of tab 1`.
  ///
  /// Tabs have the numbers with which they are selected. The lowest presented stack has the number 1.
  public let place: String

  /// The path to the unreadable value in the destination, such as `details.number`.
  ///
  /// It is empty if the destination as a whole does not decode.
  public let path: String

  /// The type that was expected at the path, or `a valid value`.
  public let expected: String

  /// The kind of value that was found at the path, such as `a number`, or the name of an unknown
  /// case.
  public let found: String

  /// Whether ``NavigationUnreadableDecision/drop`` is possible.
  ///
  /// Only the first screen of the base cannot be dropped, unless the base has another tab.
  public let canBeDropped: Bool

  /// The identifiers of the screens that would be dropped together with this one.
  ///
  /// It is empty for the topmost screen, and for one that cannot be dropped.
  public let above: [BackStackEntryID]

  /// Creates the report of a screen.
  ///
  /// - Parameters:
  ///   - id: The entry of the screen.
  ///   - place: The place of the screen.
  ///   - misfit: The reason why it does not decode.
  ///   - above: The screens that would be dropped with it, or nil if it cannot be dropped.
  init(_ id: BackStackEntryID, _ place: String, _ misfit: SavedMisfit, above: [BackStackEntryID]?) {
    self.id = id
    self.place = place
    path = misfit.path
    expected = misfit.expected
    found = misfit.found
    canBeDropped = above != nil
    self.above = above ?? []
  }

  /// The error with which the whole stack is refused because of this screen.
  var refusal: SavedStateError {
    .screenNotReadable(
      canBeDropped
        ? description
        : "\(description); it cannot be dropped, because nothing would remain of the base"
    )
  }
}

extension NavigationUnreadableScreen: CustomStringConvertible {
  /// Says which screen and path are unreadable, what was expected and what was found.
  public var description: String {
    "\(id), \(place): \(path.isEmpty ? "" : "\(path): ")expected \(expected), found \(found)"
  }
}

/// The decision about a saved screen that no longer decodes.
public enum NavigationUnreadableDecision<Destination: NavigationDestination>: Sendable {
  /// Refuses the whole stack.
  case refuse
  /// Drops the screen, and all screens above it.
  ///
  /// The first screen of a tab is dropped with the whole tab. If that tab was selected, the stacks
  /// presented over it are dropped, too, and the tab before it is selected, or else the one after
  /// it. The first screen of a presented stack is dropped with the whole stack.
  ///
  /// The whole stack is refused if the screen cannot be dropped. See
  /// ``NavigationUnreadableScreen/canBeDropped``.
  case drop
  /// Replaces the screen with another one.
  ///
  /// The saved state, the nested stacks and the awaited result of the unreadable screen are
  /// dropped.
  case replace(Destination)
}

extension NavigationUnreadableDecision: CustomReflectable {
  /// The replacing destination, with private rows redacted.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> =
      switch self {
      case .refuse, .drop: [:]
      case .replace(let destination): ["replace": ShownValue.of(destination)]
      }
    return Mirror(self, children: children, displayStyle: .enum)
  }
}
