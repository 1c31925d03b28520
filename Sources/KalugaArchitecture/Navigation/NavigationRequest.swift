/// An action together with the type of result that the caller waits for.
///
/// A bare action has no result. One that has is declared as a factory, and then reads like a case:
///
///     extension NavigationRequest where Action == HomeNavigation, Result == InputDetails {
///       static func edit(_ details: InputDetails) -> Self { Self(.details(details)) }
///     }
///
///     let edited = try await navigator.navigate(.edit(details)).result
///
/// Its name is not that of a case: the case would win, and its result is of the type `Never`.
public struct NavigationRequest<Action: NavigationAction, Result: Sendable>: Sendable {
  /// What is asked for.
  public let action: Action

  /// The view model whose closure gets the result; nil if only the ticket reports it.
  var receiver: NavigationResultReceiver?

  /// Creates a request.
  public init(_ action: Action) {
    self.action = action
  }
}
