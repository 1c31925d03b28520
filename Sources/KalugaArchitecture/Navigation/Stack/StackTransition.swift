/// A change of the back stack, or an effect, as ``NavigationDriver/onTransition(_:)`` reports it.
public struct StackTransition<Destination: NavigationDestination>: Sendable {
  private let erased: ErasedTransition

  init(_ erased: ErasedTransition) { self.erased = erased }

  /// The name of the operation, such as `push` or `pop`, or `start` when the driver starts.
  public var kind: String { erased.kind }

  /// The screen that was shown before, or nil when the driver starts.
  public var from: Destination? { erased.from?.typed() }

  /// The screen that is shown now, which an effect does not change.
  public var to: Destination { erased.stack.top.destination.typed() }

  /// The rows of the action, the result or the effect.
  ///
  /// The descriptions of the rows redact private values, but the values themselves are complete.
  /// Use ``NavigationBundlePurpose/showing`` to write them.
  public var rows: [NavigationBundleRow] { erased.rows }

  /// The stack after the transition.
  public var stack: BackStack<Destination> { BackStack(erased.stack) }

  /// Whether hosts animate the transition.
  ///
  /// The request decides by ``NavigationSpec/animated(_:)``, or else its operation by a default. The
  /// start is never animated, and neither is a stack that it restores.
  public var isAnimated: Bool { erased.isAnimated }

  /// Whether hosts would animate the transition if its request had not decided.
  package var isAnimatedByDefault: Bool { erased.isAnimatedByDefault }

  /// The name of the effect that the host carries out, or nil for a change of the stack.
  package var effectName: String? { erased.effectName }

  /// The name of the screen that was shown before, or nil when the driver starts.
  package var fromName: String? { erased.from?.screenName }

  /// The name of the screen that is shown now, without its data.
  public var toName: String { erased.stack.top.destination.screenName }

  /// The names of the screens that stay visible under the shown one, top first.
  package var visibleNames: [String] {
    erased.stack.seen.dropFirst().map(\.destination.screenName)
  }

  /// The names of all screens after the transition, from the outermost stack to the innermost:
  /// `[home, shop([list, item])]`.
  ///
  /// It never contains data. Without nested stacks, it equals the description of ``stack``.
  public var picture: String { erased.nestedPicture ?? erased.stack.description }
}

/// A transition with the type of the destinations erased.
struct ErasedTransition: Sendable {
  let kind: String
  let from: ErasedDestination?
  let rows: [NavigationBundleRow]
  let stack: ErasedStack
  let isAnimated: Bool
  let isAnimatedByDefault: Bool
  let effectName: String?
  /// The description of the outermost stack, or nil if no stack is nested.
  let nestedPicture: String?
}

extension StackTransition: CustomReflectable {
  /// The properties, with private rows redacted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "kind": kind, "from": ShownValue.of(from as Any), "to": ShownValue.of(to), "rows": rows,
        "stack": stack, "isAnimated": isAnimated, "effectName": effectName as Any,
        "picture": picture,
      ],
      displayStyle: .struct
    )
  }
}
