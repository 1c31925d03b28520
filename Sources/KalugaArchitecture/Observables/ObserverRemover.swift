import Synchronization

/// The untyped side of a hub: collects the tokens of observers that are to be removed, from any thread.
///
/// A list without a lock: each token leads to the one that came before it, and the list owns them.
@MainActor
@usableFromInline
class ObserverRemover {
  private nonisolated let newest = Atomic<Unmanaged<ObserverToken>?>(nil)
  /// Whether a job on the main actor will look.
  private nonisolated let isScheduled = Atomic(false)

  /// Removes the token's observer on the main actor, soon; callable from any thread, once for a token.
  nonisolated final func removeLater(_ token: ObserverToken) {
    let reference = Unmanaged.passRetained(token)
    var previous = newest.load(ordering: .relaxed)
    while true {
      token.previousRemoval = previous
      let (isDone, found) = newest.weakCompareExchange(
        expected: previous,
        desired: reference,
        ordering: .acquiringAndReleasing
      )
      if isDone { break }
      previous = found
    }
    // The job clears the flag before it takes the list: who comes after that sees it cleared.
    guard !isScheduled.load(ordering: .relaxed),
      !isScheduled.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    MainActorQueue.shared.enqueue(
      MainActorJob {
        self.isScheduled.store(false, ordering: .releasing)
        self.publishFlag()
        self.removeDisposed()
      }
    )
  }

  /// Makes sure that whoever enters the list after the next look at it sees the cleared flag.
  ///
  /// A mere look would not do: a processor may look at the list before others see the flag cleared. Whoever
  /// enters the list in between would count on this job, which has missed it, and nobody would come. To
  /// exchange nothing for nothing is a write, with which the one who comes next synchronizes.
  private nonisolated func publishFlag() {
    _ = newest.compareExchange(
      expected: nil,
      desired: nil,
      ordering: .acquiringAndReleasing
    )
  }

  /// Whether some are to be removed.
  final var mustRemove: Bool { newest.load(ordering: .relaxed) != nil }

  /// How many are to be removed that still have their place.
  final var removalCount: Int {
    var count = 0
    var next = newest.load(ordering: .acquiring)
    while let token = next?.takeUnretainedValue() {
      if token.index != nil { count += 1 }
      next = token.previousRemoval
    }
    return count
  }

  /// The tokens that are to be removed, in the order of their disposals: the first leads to the next.
  final func takeRemovals() -> Removals {
    var removals = Removals()
    var next = newest.exchange(nil, ordering: .acquiringAndReleasing)
    while let reference = next {
      let token = reference._withUnsafeGuaranteedRef { $0 }
      next = token.previousRemoval
      token.previousRemoval = removals.first
      removals.first = reference
    }
    return removals
  }

  struct Removals: ~Copyable {
    fileprivate var first: Unmanaged<ObserverToken>?

    /// Takes the next one out.
    mutating func next() -> ObserverToken? {
      guard let token = first?.takeRetainedValue() else { return nil }
      first = token.previousRemoval
      token.previousRemoval = nil
      return token
    }
  }

  /// Releases the closures of observers that were disposed.
  func removeDisposed() {
    // Only hubs are ever made.
    fatalError("\(type(of: self)) must override this")
  }
}
