import Synchronization

/// The untyped side of a hub: collects the tokens of observers that are to be removed, from any thread.
///
/// A list without a lock: each token leads to the one that came before it, and the list owns them. The hub
/// itself is the token of the observer that came first.
@MainActor
@usableFromInline
@safe
class ObserverRemover: Disposable {
  private nonisolated let newest = unsafe Atomic<Unmanaged<ObserverToken>?>(nil)
  /// Whether a job on the main actor will look.
  private nonisolated let isScheduled = Atomic(false)
  private nonisolated let firstDisposed = Atomic(false)

  /// True as soon as the first observer is disposed, or has been released: no call of it begins any more.
  final var isFirstDisposed: Bool { firstDisposed.load(ordering: .acquiring) }

  /// Disposes the first observer.
  @usableFromInline
  nonisolated final func dispose() {
    guard !firstDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    removeSoon()
  }

  /// Called when the observed value can never change again.
  final func firstDidEnd() {
    firstDisposed.store(true, ordering: .releasing)
  }

  /// Removes the token's observer on the main actor, soon; callable from any thread, once for a token.
  nonisolated final func removeLater(_ token: ObserverToken) {
    let reference = unsafe Unmanaged.passRetained(token)
    var previous = unsafe newest.load(ordering: .relaxed)
    while true {
      unsafe token.previousRemoval = unsafe previous
      let (isDone, found) = unsafe newest.weakCompareExchange(
        expected: previous,
        desired: reference,
        ordering: .acquiringAndReleasing
      )
      if isDone { break }
      unsafe previous = unsafe found
    }
    removeSoon()
  }

  /// Sees to it that somebody looks on the main actor.
  private nonisolated func removeSoon() {
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
  /// exchange nothing for nothing is a write, with which the one who comes next synchronizes. The same holds
  /// for whoever disposes the first observer.
  private nonisolated func publishFlag() {
    _ = unsafe newest.compareExchange(
      expected: nil,
      desired: nil,
      ordering: .acquiringAndReleasing
    )
    _ = firstDisposed.compareExchange(
      expected: false,
      desired: false,
      ordering: .acquiringAndReleasing
    )
  }

  /// Whether some are to be removed.
  final var mustRemove: Bool { unsafe newest.load(ordering: .relaxed) != nil }

  /// The tokens that are to be removed, in the order of their disposals: the first leads to the next.
  ///
  /// On no actor, as the closure in it: else each call would ask whether it runs on the main actor.
  nonisolated final func takeRemovals() -> Removals {
    var removals = Removals()
    var next = unsafe newest.exchange(nil, ordering: .acquiringAndReleasing)
    while let reference = unsafe next {
      unsafe reference._withUnsafeGuaranteedRef { token in
        unsafe next = unsafe token.previousRemoval
        unsafe token.previousRemoval = unsafe removals.first
      }
      unsafe removals.first = unsafe reference
    }
    return removals
  }

  @safe
  struct Removals: ~Copyable {
    fileprivate var first: Unmanaged<ObserverToken>?

    /// Takes the next one out.
    mutating func next() -> ObserverToken? {
      guard let token = unsafe first?.takeRetainedValue() else { return nil }
      unsafe first = unsafe token.previousRemoval
      unsafe token.previousRemoval = nil
      return token
    }
  }

  /// Releases the closures of observers that were disposed.
  func removeDisposed() {
    // Only hubs are ever made.
    fatalError("\(type(of: self)) must override this")
  }
}

/// Shows nothing of it, as in `dump` of a view model: the first observer cannot be copied, and to reflect
/// such a property of a generic class stops the program (Swift 6.3).
extension ObserverRemover: CustomReflectable {
  @usableFromInline nonisolated var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}
