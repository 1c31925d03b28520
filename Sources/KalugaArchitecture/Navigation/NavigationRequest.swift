/// An action together with the type of the result that the caller waits for.
///
/// A bare action has no result. Declare an action with a result as a static factory. A call then
/// reads like a case:
///
///     extension NavigationRequest where Action == HomeNavigation, Result == InputDetails {
///       static func edit(_ details: InputDetails) -> Self { Self(.details(details)) }
///     }
///
///     let edited = try await navigator.navigate(.edit(details)).result
///
/// Do not give the factory the name of a case. The compiler would prefer the case, whose result has
/// the type `Never`.
public struct NavigationRequest<Action: NavigationAction, Result: Sendable>: Sendable {
  /// The requested action.
  public let action: Action

  /// The receiver of the result, or nil if only the ticket reports the result.
  var receiver: NavigationResultReceiver?

  /// Creates a request.
  public init(_ action: Action) {
    self.action = action
  }
}

extension NavigationRequest: CustomReflectable {
  /// The name and the rows of the action, with private values redacted.
  public var customMirror: Mirror {
    Mirror(self, children: ["action": ShownValue(action: action)], displayStyle: .struct)
  }
}
