import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Calls closures on the main actor for the elements and the end of this sequence.
  ///
  /// The consumer is registered before the call returns. The closures run one after the other in
  /// later jobs of the main actor, and are released when the collection has ended.
  ///
  /// Keep the token in a bag or a scope; releasing it does not end the collection. After
  /// `dispose()` on the main actor, no closure is called. After `dispose()` elsewhere, at most a
  /// call that is already running completes.
  ///
  /// - Parameters:
  ///   - onEach: Called with each element.
  ///   - onCompletion: Called once when the sequence ends or fails, but not after `dispose()`.
  /// - Returns: A token that ends the collection.
  public func collect(
    onEach: @escaping @MainActor (Element) -> Void,
    onCompletion: @escaping @MainActor (Result<Void, any Error>) -> Void = { _ in }
  ) -> any Disposable {
    let token = CollectionToken()
    // Made here and not in the task, so that the consumer receives what is emitted after this call.
    var iterator = makeAsyncIterator()
    token.start {
      do {
        while let element = try await iterator.next(isolation: MainActor.shared) {
          if token.isDisposed { return }
          onEach(element)
        }
        if !token.isDisposed { onCompletion(.success(())) }
      } catch {
        if !token.isDisposed { onCompletion(.failure(error)) }
      }
    }
    return token
  }
}

/// The token of a collection.
private final class CollectionToken: Disposable {
  private let disposed = Atomic(false)
  private let task = Lock<Task<Void, Never>?>(nil)

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func start(_ operation: sending @escaping @MainActor () async -> Void) {
    let started: Task<Void, Never>
    if let executor = ArchitectureEvents.listener?.executor {
      started = Task(executorPreference: executor) { @concurrent in await operation() }
    } else {
      started = Task { @MainActor in await operation() }
    }
    task.withLock { $0 = started }
  }

  func dispose() {
    disposed.store(true, ordering: .releasing)
    let task = task.withLock { $0.take() }
    task?.cancel()
  }
}
