/// Decides whether an operation may be carried out.
///
/// A guard receives the operation and the current stack. It receives a `finish` as `closeEntry`,
/// which it can apply to the stack, and any operation without the decision of
/// ``NavigationSpec/animated(_:)``, which a redirect does not keep. It may suspend, and other requests
/// wait until it has decided. See ``NavigationDriver/addGuard(_:)``.
public typealias NavigationGuard<Destination: NavigationDestination> =
  @MainActor (NavigationSpec<Destination>, BackStack<Destination>) async
  -> NavigationGuardDecision<Destination>

/// The decision of a guard about an operation.
public enum NavigationGuardDecision<Destination: NavigationDestination>: Sendable {
  /// Lets the next guard decide, or the operation be carried out if there is none.
  case proceed
  /// Replaces the operation, for example by one that opens a login before a private screen.
  ///
  /// If the screen that makes the request is visible under others, the new operation may move these.
  case redirect(NavigationSpec<Destination>)
  /// Refuses the operation, for a reason that is text for people.
  case refuse(reason: String)
}

/// A guard that receives operations and stacks with the type of their destinations erased.
typealias ErasedGuard =
  @MainActor (ErasedSpec, ErasedStack) async -> NavigationGuardDecision<ErasedDestination>
