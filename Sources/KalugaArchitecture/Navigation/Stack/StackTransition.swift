/// A change of the back stack, or an effect, as ``NavigationDriver/onTransition(_:)`` reports it.
public struct StackTransition<Destination: NavigationDestination>: Sendable {
  /// The name of the operation, such as `push` or `pop`, or `start` when the driver starts.
  public let kind: String

  /// The screen that was shown before, or nil when the driver starts.
  public let from: Destination?

  /// The screen that is shown now, which an effect does not change.
  public let to: Destination

  /// The rows of the action, the result or the effect.
  ///
  /// The descriptions of the rows redact private values, but the values themselves are complete.
  /// Use ``NavigationBundlePurpose/showing`` to write them.
  public let rows: [NavigationBundleRow]

  /// The stack after the transition.
  public let stack: BackStack<Destination>

  /// The name of the effect that the host carries out, or nil for a change of the stack.
  package let effectName: String?

  /// The description of the outermost stack, or nil if no stack is nested.
  let nestedPicture: String?
}

extension StackTransition {
  /// The name of the screen that is shown now, without its data.
  public var toName: String { to.screenName }

  /// The names of all screens after the transition, from the outermost stack to the innermost:
  /// `[home, shop([list, item])]`.
  ///
  /// It never contains data. Without nested stacks, it equals the description of ``stack``.
  public var picture: String { nestedPicture ?? "\(stack)" }
}

extension StackTransition: CustomReflectable {
  /// The properties, with private rows redacted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "kind": kind, "from": ShownValue.of(from as Any), "to": ShownValue.of(to), "rows": rows,
        "stack": stack, "effectName": effectName as Any, "picture": picture,
      ],
      displayStyle: .struct
    )
  }
}
