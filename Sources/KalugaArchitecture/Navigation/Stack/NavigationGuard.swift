/// Decides whether an operation may take place, before it does.
///
/// Gets the operation and the stack as it is. May take its time: what is asked for meanwhile waits.
public typealias NavigationGuard<Destination: NavigationDestination> =
  @MainActor (NavigationSpec<Destination>, BackStack<Destination>) async
  -> NavigationGuardDecision<Destination>

/// What a guard says of an operation.
public enum NavigationGuardDecision<Destination: NavigationDestination>: Sendable {
  /// It may take place, as far as this guard is concerned.
  case proceed
  /// Another operation takes its place: a login in front of a private screen.
  case redirect(NavigationSpec<Destination>)
  /// It must not take place; the reason is for people.
  case refuse(reason: String)
}
