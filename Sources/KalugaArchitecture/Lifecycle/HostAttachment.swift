/// Ends the attachment of one host to one service.
@MainActor
public final class HostAttachment: Disposable {
  private var onDetach: (@MainActor () -> Void)?

  /// Creates an attachment; the closure runs once, on the main actor.
  public init(onDetach: @escaping @MainActor () -> Void) {
    self.onDetach = onDetach
  }

  /// Detaches before this returns; later calls do nothing.
  public func detach() {
    onDetach.take()?()
  }

  /// Detaches in a later main-actor job; callable from any isolation.
  public nonisolated func dispose() {
    MainActorQueue.shared.enqueue { self.detach() }
  }
}
