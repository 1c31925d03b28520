import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Follows this sequence with callbacks, for code that has no task of its own.
  ///
  /// The consumer is registered before this returns. The callbacks run on the main actor, one after
  /// the other, in later jobs of it. Dropping the token does not end the collection; keep it in a bag
  /// or scope. After `dispose()` on the main actor no callback begins; after one elsewhere at most
  /// the one that is already running. The closures are released when the collection has ended.
  ///
  /// - Parameters:
  ///   - onEach: Called with each element.
  ///   - onCompletion: Called once when the sequence ends by itself or fails, and not after
  ///     `dispose()`.
  /// - Returns: Ends the collection.
  public func collect(
    onEach: @escaping @MainActor (Element) -> Void,
    onCompletion: @escaping @MainActor (Result<Void, any Error>) -> Void = { _ in }
  ) -> any Disposable {
    let token = CollectionToken()
    // Made here and not in the task: what is emitted right after this call must arrive.
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

/// Ends one collection.
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
