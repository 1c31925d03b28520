/// One change of the back stack, for the followers of a driver.
public struct NavigationTransition<Destination: NavigationDestination>: Sendable {
  /// The operation: `push`, `pop` and so on.
  public let kind: String

  /// The screen that was shown before; nil for the very first one.
  public let from: Destination?

  /// The screen that is shown now.
  public let to: Destination

  /// The rows of the action or of the result.
  ///
  /// Their descriptions leave out what is private; their values do not. Write them with
  /// ``NavigationBundlePurpose/showing``.
  public let rows: [NavigationBundleRow]

  /// The stack afterwards.
  public let stack: BackStack<Destination>

  /// The name of the effect that the host carries out; nil for a change of the stack.
  ///
  /// The screen before an effect is the one after it too.
  public let effectName: String?

  /// The outermost stack, if there are nested ones.
  let nestedPicture: String?
}

extension NavigationTransition {
  /// The name of the screen that was shown before; never its data.
  public var fromName: String? { from?.screenName }

  /// The name of the screen that is shown now; never its data.
  public var toName: String { to.screenName }

  /// The stack afterwards, from the outermost one to those inside its screens: `[home, shop([list, item])]`.
  ///
  /// Only names, never data. Without nested stacks, it is what the stack's description is.
  public var picture: String { nestedPicture ?? "\(stack)" }
}
