/// A token that detaches one host from one service.
@MainActor
public final class HostAttachment: Disposable {
  private var onDetach: (@MainActor () -> Void)?

  /// Creates a token; the closure runs at most once, on the main actor.
  public init(onDetach: @escaping @MainActor () -> Void) {
    self.onDetach = onDetach
  }

  /// Detaches the host before this returns; later calls do nothing.
  public func detach() {
    onDetach.take()?()
  }

  /// Detaches the host in a later main-actor job; callable from any isolation.
  public nonisolated func dispose() {
    MainActorQueue.shared.enqueue { self.detach() }
  }
}
