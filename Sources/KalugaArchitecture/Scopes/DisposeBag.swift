/// Disposes many things together.
///
/// Items are disposed in the order in which they were added, nested bags included. A bag can be
/// used again after `dispose()`, and disposes its items when it is released. An item that a handler
/// adds during a disposal stays in the bag until the next one. No lock is held while handlers run.
/// A bag can be used from any isolation.
///
/// A token of the toolkit that is disposed elsewhere leaves the bag when further items are added.
///
/// Kaluga: `DisposeBag`, which disposes nested bags last, and breaks when a handler adds to it.
public final class DisposeBag: Disposable {
  private struct State {
    var items: [any Disposable] = []
    var crowd = Crowd()
  }

  private let state = Lock(State())

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
    let items = state.withLock { state in
      state.items.append(disposable)
      return state.crowd.isReached(by: state.items.count) ? state.items : []
    }
    if !items.isEmpty { forgetDisposed(items) }
  }

  /// Forgets those of the items that have been disposed elsewhere.
  ///
  /// They are asked and released outside the lock, because they have locks of their own.
  private func forgetDisposed(_ items: [any Disposable]) {
    let disposed = Set(items.filter(isDisposed).map { ObjectIdentifier($0) })
    state.withLock { state in
      state.items.removeAll { disposed.contains(ObjectIdentifier($0)) }
      state.crowd.didSearch(leaving: state.items.count)
    }
    // The identifiers are valid for as long as the items live.
    withExtendedLifetime(items) {}
  }

  /// Disposes all items, in the order in which they were added, and empties the bag.
  public func dispose() {
    // Removed first: a handler that uses this bag finds it empty.
    let disposables = state.withLock { state in
      let taken = state.items
      state.items = []
      return taken
    }
    for disposable in disposables {
      disposable.dispose()
    }
  }
}

/// The number of disposables at which those that were disposed elsewhere are looked for.
///
/// The next search waits until the number has doubled, so that an addition takes constant time on
/// average.
struct Crowd {
  private static let smallest = 32
  private var size = Crowd.smallest

  func isReached(by count: Int) -> Bool { count >= size }

  mutating func didSearch(leaving count: Int) {
    size = max(Self.smallest, count * 2)
  }
}
