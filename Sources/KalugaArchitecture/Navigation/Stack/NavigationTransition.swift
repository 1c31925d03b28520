/// One change of the back stack, which the followers of a driver receive.
public struct NavigationTransition<Destination: NavigationDestination>: Sendable {
  /// The name of the operation, such as `push` or `pop`.
  public let kind: String

  /// The screen that was shown before, or nil when the driver starts.
  public let from: Destination?

  /// The screen that is shown now.
  public let to: Destination

  /// The rows of the action or of the result.
  ///
  /// The descriptions of the rows redact private values, but the values themselves are complete.
  /// Use ``NavigationBundlePurpose/showing`` to write them.
  public let rows: [NavigationBundleRow]

  /// The stack after the transition.
  public let stack: BackStack<Destination>
}

extension NavigationTransition {
  /// The name of the screen that was shown before, without its data.
  public var fromName: String? { from?.screenName }

  /// The name of the screen that is shown now, without its data.
  public var toName: String { to.screenName }
}
