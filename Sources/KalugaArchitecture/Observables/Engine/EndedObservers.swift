import Synchronization

/// An observer that has been disposed and is still linked to its node.
@MainActor
protocol AnyObserver: AnyObject, Sendable {
  func remove()
}

/// Removes disposed observers from their nodes before anything is computed for them.
///
/// An observer may be disposed on any thread. It is removed before the next change or observation on
/// the main actor outside of a round, or else in a later job of the main actor. So a derived value
/// that nobody observes any more is not computed again, not even by the next write in the same job.
@MainActor
@usableFromInline
enum EndedObservers {
  private nonisolated static let waiting = Lock<[any AnyObserver]>([])
  private nonisolated static let isEmpty = Atomic(true)

  /// Whether there are disposed observers that have not been removed.
  @usableFromInline static var areWaiting: Bool { !isEmpty.load(ordering: .acquiring) }

  /// Adds an observer that has been disposed.
  nonisolated static func add(_ observer: any AnyObserver) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(observer)
      return isEmpty.exchange(false, ordering: .acquiringAndReleasing)
    }
    if isFirst { MainActorQueue.shared.enqueue { removeAll() } }
  }

  /// Removes all, and those that end because of that, without recursion.
  static func removeAll() {
    while areWaiting {
      let ended = waiting.withLock { waiting in
        defer { waiting = [] }
        isEmpty.store(true, ordering: .releasing)
        return waiting
      }
      for observer in ended { observer.remove() }
    }
  }
}
