public import Synchronization

/// One observer of a node, or one node that is derived from it; what `observe` returns as a token.
///
/// An observer keeps its node, and the node its observers. The cycle keeps what is observed alive. It is
/// cut when the observer is disposed, and when the node completes.
@MainActor
@usableFromInline
final class Observer<Value>: Disposable {
  @usableFromInline
  enum Action {
    case call(@MainActor (Value) -> Void)
    case update(any AnyNode)
  }

  /// The first call of an observer that has seen another value than the others.
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
    /// What the observer saw, until the next round, if the others had not seen it yet.
    @usableFromInline var firstCall: FirstCall?
  }

  private var node: Node<Value>?

  // Unchecked: each access reads or writes a field as a whole, and calls no user code. The check for overlapping
  // accesses would double the time of a call. The tests of reentry and the thread sanitizer hold this.
  @exclusivity(unchecked) @usableFromInline var state: State

  @usableFromInline nonisolated let disposed = Atomic(false)

  @usableFromInline
  init(_ action: Action, of node: Node<Value>) {
    unsafe state = State(action: action)
    self.node = node
  }

  @inlinable nonisolated var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  @usableFromInline
  nonisolated func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The closure may only be released on the main actor.
    MainActorQueue.shared.enqueue(self)
  }

  /// Releases what the observer keeps.
  private func end() -> (node: Node<Value>?, action: Action?) {
    let kept = unsafe (node, state.action)
    node = nil
    unsafe state = State()
    return kept
  }

  /// Called when the value can never change again.
  func nodeDidComplete() {
    disposed.store(true, ordering: .releasing)
    if case .update(let dependent) = end().action {
      // Not at once: a chain of derived values may be longer than the stack is deep.
      MainActorQueue.shared.enqueue { dependent.inputDidComplete() }
    }
  }
}

extension Observer: MainActorQueueItem {
  /// Removes a disposed observer from its node.
  @usableFromInline
  func runInTurn() {
    let ended = end()
    ended.node?.observerDidEnd()
    // Lives until the node is whole again: its release may run a `deinit` that uses the node.
    extendLifetime(ended.action)
  }
}

/// The token of an observer of a value that can never change.
///
/// Keeps the closure until it is disposed or released, and releases the closure on the main actor.
@usableFromInline
final class EndedObserver: Disposable {
  private let closure: Lock<(any Sendable)?>

  @usableFromInline
  init(_ closure: any Sendable) {
    self.closure = Lock(closure)
  }

  deinit {
    dispose()
  }

  @usableFromInline
  func dispose() {
    guard let closure = closure.withLock({ $0.take() }) else { return }
    MainActorQueue.shared.enqueue { withExtendedLifetime(closure) {} }
  }
}

extension Node {
  /// Calls an observer, or updates a derived node, with the value of the running round.
  @inlinable
  func call(_ observer: Observer<Value>, with value: Value, version: UInt32, isNews: Bool) {
    guard !observer.isDisposed, let action = unsafe observer.state.action else { return }
    switch action {
    case .update(let dependent):
      Delivery.visit(dependent)
    case .call(let onNext):
      var isNews = isNews
      if let first = unsafe observer.state.firstCall {
        unsafe observer.state.firstCall = nil
        isNews = first.version != version && !areEqual(first.value, value)
      }
      if isNews { onNext(value) }
    }
  }
}
