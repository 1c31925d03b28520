import Synchronization

/// A node that can be written: what subjects are made of.
@usableFromInline
class WritableNode<Value>: ObservableNode<Value> {
  /// Applies what was posted before, then stores the value and tells the observers.
  @inlinable
  final func write(_ value: Value) {
    if !writeIfPlain(value) { writeWithExtras(value) }
  }

  @usableFromInline
  final func writeWithExtras(_ value: Value) {
    extras?.inbox.object?.applyAll()
    store(value)
  }

  /// Stores the value of a post whose turn has come.
  @inlinable
  final func storeInTurn(_ value: Value) {
    if isStored, !extrasReference.ask({ unsafe $0.isTracked }) {
      unsafe unsafeDowncast(self, to: StoredNode<Value>.self).storePlainly(value)
    } else {
      store(value)
    }
  }

  /// Stores the value and tells the observers, unless it is equal to the current one.
  @usableFromInline
  func store(_ value: Value) {
    abstract()
  }

  final override func share() {
    isShared.store(true, ordering: .releasing)
  }

  /// Called when the handle that could write is gone, on any thread.
  nonisolated final func writerDidEnd() {
    // Not shared: the node ends together with its subject, and needs nobody to tell it.
    guard isShared.load(ordering: .acquiring) else { return }
    MainActorQueue.shared.enqueue(MainActorJob { self.writerDidEndOnMainActor() })
  }

  /// Called after the last post, when the subject is gone.
  func writerDidEndOnMainActor() {
    complete()
  }

  // MARK: Posting

  /// Posts for a subject that keeps the node.
  ///
  /// The node is not retained: on another thread that would take turns with the main actor at its count,
  /// for each post.
  @inlinable
  @inline(__always)
  nonisolated static func post(
    _ value: Value,
    to node: Unmanaged<WritableNode>,
    of subject: AnyObject,
    from isolation: (any Actor)?
  ) where Value: Sendable {
    unsafe node._withUnsafeGuaranteedRef { $0.post(value, from: isolation) }
    extendLifetime(subject)
  }

  /// Writes from any isolation: at once on the main actor, in turn elsewhere.
  @inlinable
  nonisolated final func post(_ value: Value, from isolation: (any Actor)?) where Value: Sendable {
    if isMainActor(isolation) {
      onProvenMainActor(self, value) { node, value in node.write(value) }
    } else if !postToInbox(value), !takeAtOnce(value) {
      _ = postToInbox(value)
    }
  }

  /// Lets the value wait in the inbox, if there is one already; says whether there was.
  @inlinable
  @inline(__always)
  nonisolated final func postToInbox(_ value: Value) -> Bool where Value: Sendable {
    extrasReference.ask { extras in
      extras.inbox.ask { inbox in
        // The inbox of a node is one of its values.
        unsafe unsafeDowncast(inbox, to: PostInbox<Value>.self).post(value)
        return true
      }
    }
  }

  /// Stores the value at once where that may be done on any thread; else there is an inbox afterwards.
  @usableFromInline
  nonisolated func takeAtOnce(_ value: Value) -> Bool where Value: Sendable {
    _ = makeExtras().inbox.object { PostInbox(of: self) }
    return false
  }
}
