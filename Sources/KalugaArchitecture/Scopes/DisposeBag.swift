/// Disposes many things together.
///
/// Items are disposed in the order in which they were added, nested bags included. A bag can be
/// used again after `dispose()`, and disposes its items when it is released. An item that a handler
/// adds during a disposal stays in the bag until the next one. No lock is held while handlers run.
/// A bag can be used from any isolation.
///
/// Kaluga: `DisposeBag`, which disposes nested bags last, and breaks when a handler adds to it.
public final class DisposeBag: Disposable {
  private let items = Lock<[any Disposable]>([])

  /// Creates an empty bag.
  public init() {}

  deinit {
    dispose()
  }

  /// Adds a disposable, which may be another bag.
  ///
  /// The same object can be added twice; its second disposal does nothing. A bag that contains
  /// itself is disposed once.
  public func add(_ disposable: any Disposable) {
    items.withLock { $0.append(disposable) }
  }

  /// Disposes all items, in the order in which they were added, and empties the bag.
  public func dispose() {
    // Removed first: a handler that uses this bag finds it empty.
    let disposables = items.withLock { items in
      let taken = items
      items = []
      return taken
    }
    for disposable in disposables {
      disposable.dispose()
    }
  }
}
