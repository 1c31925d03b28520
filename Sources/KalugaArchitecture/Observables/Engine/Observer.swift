public import Synchronization

/// An observer of a node or a link to a dependent; also the token that `observe` returns.
///
/// An observer retains its node, and the node retains its observers. This cycle keeps an observed
/// node alive. It is broken when the observer is disposed or the node completes.
@MainActor
@usableFromInline
final class Observer<Value>: Disposable {
  @usableFromInline
  enum Action {
    case call(@MainActor (Value) -> Void)
    case update(any Dependent)
  }

  /// The first call of an observer that began with a value the other observers had not seen.
  @usableFromInline
  final class FirstCall {
    @usableFromInline let value: Value
    @usableFromInline let version: UInt32

    @usableFromInline
    init(_ value: Value, version: UInt32) {
      self.value = value
      self.version = version
    }
  }

  @usableFromInline
  struct State {
    @usableFromInline var action: Action?
    /// The first call, until the next round, if the other observers had not seen its value.
    @usableFromInline var firstCall: FirstCall?
  }

  private var node: Node<Value>?

  // Unchecked: each access reads or writes a field as a whole, and calls no user code. The check
  // for overlapping accesses would double the time of a call. The tests of reentry and the thread
  // sanitizer hold this.
  @safe @exclusivity(unchecked) @usableFromInline var state: State

  @usableFromInline nonisolated let disposed = Atomic(false)

  @usableFromInline
  init(_ action: Action, of node: Node<Value>) {
    state = State(action: action)
    self.node = node
  }

  @inlinable nonisolated var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  @usableFromInline
  nonisolated func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The closure may only be released on the main actor.
    EndedObservers.add(self)
  }

  /// Takes out what the observer retains.
  private func end() -> (node: Node<Value>?, action: Action?) {
    let kept = (node, state.action)
    node = nil
    state = State()
    return kept
  }

  /// Called when the value can never change again.
  func nodeDidComplete() {
    disposed.store(true, ordering: .releasing)
    if case .update(let dependent) = end().action {
      // In a later job, because a long chain of derived values could overflow the stack.
      MainActorQueue.shared.enqueue { dependent.inputDidComplete() }
    }
  }
}

extension Observer: KnowingDisposable {}

extension Observer: AnyObserver {
  /// Removes a disposed observer from its node, and returns what it has retained.
  func remove() -> Any {
    let ended = end()
    ended.node?.observerDidEnd()
    return ended
  }
}

/// The token of an observer whose value can never change.
///
/// Retains the closure until it is disposed or released, and releases the closure on the main
/// actor.
@usableFromInline
final class EndedObserver: KnowingDisposable {
  private let kept: KeptClosure
  private let disposed = Atomic(false)

  @MainActor
  @usableFromInline
  init(_ closure: any Sendable) {
    kept = KeptClosure(closure)
  }

  deinit {
    dispose()
  }

  @usableFromInline package var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  @usableFromInline
  func dispose() {
    disposed.store(true, ordering: .releasing)
    MainActorQueue.shared.enqueue(kept)
  }
}

/// A closure that is released on the main actor, whichever thread has held the last reference.
@MainActor
private final class KeptClosure: MainActorQueueItem {
  private var closure: (any Sendable)?

  init(_ closure: any Sendable) {
    self.closure = closure
  }

  func runInTurn() {
    let released = closure.take()
    extendLifetime(released)
  }
}
