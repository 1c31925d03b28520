/// Disposes many things together.
///
/// Items are disposed in the order in which they were added, nested bags included. A bag can be
/// used again after `dispose()`, and disposes what it holds when it is released. Adding to the bag
/// from inside a handler is safe: such an item stays in the bag for the next `dispose()`. No lock
/// is held while handlers run. Usable from any isolation.
///
/// Kaluga: `DisposeBag` (which runs nested bags last, and breaks when a handler adds to it).
public final class DisposeBag: Disposable {
  private let items = Lock<[any Disposable]>([])

  /// Creates an empty bag.
  public init() {}

  deinit {
    dispose()
  }

  /// Takes over a disposable, or another bag.
  ///
  /// The same object may be added twice: its second disposal does nothing. A bag that contains
  /// itself is disposed once.
  public func add(_ disposable: any Disposable) {
    items.withLock { $0.append(disposable) }
  }

  /// Disposes everything held, in the order of insertion, and empties the bag.
  public func dispose() {
    // Taken out first: a handler that comes back to this bag finds it empty and usable.
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
