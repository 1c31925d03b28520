/// Runs a closure the first time it is disposed.
///
/// The handler is cleared before it runs: a handler that disposes its own disposable does not
/// recurse, and racing calls run it exactly once. No lock is held while it runs. Releasing the
/// object without disposing it does not run the handler.
///
/// Kaluga: `SimpleDisposable`.
public final class SimpleDisposable: Disposable {
  private let handler: Lock<(@Sendable () -> Void)?>

  /// Creates a disposable whose handler runs on the isolation that calls `dispose()`.
  public init(onDispose: @escaping @Sendable () -> Void) {
    handler = Lock(onDispose)
  }

  /// Creates a disposable whose clean-up runs on the main actor.
  ///
  /// The clean-up is queued in order with posts and other main-actor work of the toolkit. It runs
  /// in a later main-actor job, even if `dispose()` is called on the main actor.
  public convenience init(onDisposeOnMainActor cleanUp: @escaping @MainActor @Sendable () -> Void) {
    self.init { MainActorQueue.shared.enqueue(cleanUp) }
  }

  /// Runs the handler if this is the first call.
  public func dispose() {
    let handler = handler.withLock { handler in handler.take() }
    handler?()
  }
}

extension SimpleDisposable: KnowingDisposable {
  package var isDisposed: Bool { handler.withLock { $0 == nil } }
}
