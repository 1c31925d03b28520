/// Decides whether an operation may take place, before it does.
///
/// Gets the operation and the current stack. May take its time: requests made until it decides wait.
public typealias NavigationGuard<Destination: NavigationDestination> =
  @MainActor (NavigationSpec<Destination>, BackStack<Destination>) async
  -> NavigationGuardDecision<Destination>

/// What a guard decides about an operation.
public enum NavigationGuardDecision<Destination: NavigationDestination>: Sendable {
  /// This guard does not object.
  case proceed
  /// Another operation takes its place: a login in front of a private screen.
  case redirect(NavigationSpec<Destination>)
  /// It must not take place; the reason is for people.
  case refuse(reason: String)
}
