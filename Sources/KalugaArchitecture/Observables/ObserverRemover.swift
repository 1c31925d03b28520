import Synchronization

/// The untyped side of a hub: collects the tokens of observers that are to be removed, from any thread.
@MainActor
@usableFromInline
class ObserverRemover {
  private struct Removals {
    var tokens: [ObserverToken] = []
    /// Whether a job on the main actor will look.
    var isScheduled = false
  }

  private nonisolated let removals = Lock(Removals())
  private nonisolated let hasRemovals = Atomic(false)

  /// Removes the token's observer on the main actor, soon; callable from any thread.
  nonisolated final func removeLater(_ token: ObserverToken) {
    let mustSchedule = removals.withLock { removals in
      removals.tokens.append(token)
      defer { removals.isScheduled = true }
      return !removals.isScheduled
    }
    hasRemovals.store(true, ordering: .releasing)
    if mustSchedule {
      MainActorQueue.shared.enqueue(
        MainActorJob {
          self.removals.withLock { $0.isScheduled = false }
          self.removeDisposed()
        }
      )
    }
  }

  /// Whether some are to be removed.
  final var mustRemove: Bool { hasRemovals.load(ordering: .acquiring) }

  /// How many are to be removed that still have their place.
  final var removalCount: Int {
    guard mustRemove else { return 0 }
    let tokens = removals.withLock { $0.tokens }
    return tokens.count { $0.index != nil }
  }

  final func takeRemovals() -> [ObserverToken] {
    hasRemovals.store(false, ordering: .releasing)
    return removals.withLock { removals in
      let tokens = removals.tokens
      removals.tokens = []
      return tokens
    }
  }

  /// Releases the closures of observers that were disposed.
  func removeDisposed() {
    // Only hubs are ever made.
    fatalError("\(type(of: self)) must override this")
  }
}
