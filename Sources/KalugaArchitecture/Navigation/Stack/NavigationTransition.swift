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

  /// The name of the effect that the host carries out; nil for a change of the stack.
  ///
  /// The screen before an effect is the one after it too.
  public let effectName: String?

  /// The outermost stack, if there are nested ones.
  let nestedPicture: String?
}

extension NavigationTransition {
  /// The name of the screen that was shown before, without its data.
  public var fromName: String? { from?.screenName }

  /// The name of the screen that is shown now, without its data.
  public var toName: String { to.screenName }

  /// The stack afterwards, from the outermost one to those inside its screens: `[home, shop([list, item])]`.
  ///
  /// Only names, never data. Without nested stacks, it is what the stack's description is.
  public var picture: String { nestedPicture ?? "\(stack)" }
}
