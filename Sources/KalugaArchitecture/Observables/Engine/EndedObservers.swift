import Synchronization

/// An observer that has been disposed and is still linked to its node.
@MainActor
protocol AnyObserver: AnyObject, Sendable {
  /// Removes the observer from its node, and returns what it has retained.
  func remove() -> Any
}

/// Removes disposed observers from their nodes before anything is computed for them.
///
/// An observer may be disposed on any thread. It is removed before the next change or observation on
/// the main actor outside of a round, or else in a later job of the main actor. So a derived value
/// that nobody observes any more is not computed again, not even by the next write in the same job.
///
/// What it has retained is released in a later job. The release runs code of the app, and a tracker
/// of Swift Observation that happens to read in this job would follow what that code reads.
@MainActor
@usableFromInline
enum EndedObservers {
  private nonisolated static let waiting = Lock<[any AnyObserver]>([])
  private nonisolated static let isEmpty = Atomic(true)
  /// What removed observers have retained.
  private static var retained: [Any] = []

  /// Whether there are disposed observers that have not been removed.
  @usableFromInline static var areWaiting: Bool { !isEmpty.load(ordering: .acquiring) }

  /// Adds an observer that has been disposed.
  nonisolated static func add(_ observer: any AnyObserver) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(observer)
      return isEmpty.exchange(false, ordering: .acquiringAndReleasing)
    }
    if isFirst { MainActorQueue.shared.enqueue { releaseAll() } }
  }

  /// Removes all, and those that end because of that, without recursion.
  static func removeAll() {
    while areWaiting {
      let ended = waiting.withLock { waiting in
        defer { waiting = [] }
        isEmpty.store(true, ordering: .releasing)
        return waiting
      }
      for observer in ended { retained.append(observer.remove()) }
    }
  }

  /// Removes all, and releases what they have retained.
  private static func releaseAll() {
    repeat {
      removeAll()
      // Released after the access.
      let released = retained
      retained = []
      extendLifetime(released)
    } while areWaiting
  }
}
