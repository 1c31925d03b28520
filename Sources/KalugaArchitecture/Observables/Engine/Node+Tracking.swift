import Synchronization

// How a node takes part in Swift Observation, and for how long tracking makes it follow its source.
//
// A node without a source reports each access and each change. A node with one follows it only for
// trackers that wait, and compares its value with the one that they have read. Trackers keep the node
// of an observable that was released in the job of the read, as in `$name.map { … }.current`:
//
//     tracker ──▶ key path ──▶ keeper ──▶ node ──▶ point, in whose registrar the tracker is
//
// The keeper breaks this cycle by releasing the node: in the next turn if the observable lives on,
// and at the latest when the node completes.
//
// Observation keeps a tracker for ever if the object that it has read is released before the tracker
// is installed. So what may be released during the read lives until a later turn.

extension Node {
  // MARK: Reading

  /// The current value; a running tracker follows it from now on.
  @usableFromInline var trackedValue: Value {
    if isComplete { return value }
    var path: TrackingPoint.Path?
    return makeParts().isAccessTracked(&path) ? trackRead() : value
  }

  /// Reads the value for a tracker, which is notified of the next change.
  ///
  /// `observable` keeps the node after the job of the read.
  func trackRead(by observable: (any AnyObject & Sendable)? = nil) -> Value {
    let readsGetter = Graph.readsGetter(self)
    guard !readsGetter || depth == 0 else {
      // The closures of the getters tell the tracker about their models, which the tracker must not
      // keep. So all that the value is derived from tells the tracker, as for a computed property.
      releasePointLater()
      for root in Graph.roots(of: self) { root.trackAccess() }
      return value
    }
    let parts = makeParts()
    let isFirst = parts.trackers != .waiting
    if isFirst { parts.trackers = .beginning }
    if !readsGetter {
      let keeper = parts.keeper ?? TrackingPoint.Keeper(self)
      parts.keeper = keeper
      keeper.keep(self)
      parts.trackingPoint.access(TrackingPoint.makePath(keeper))
      MainActorQueue.shared.enqueue { [weak observable] in
        if observable != nil { keeper.release() }
      }
    }
    // Before the read, so that no change after it is missed.
    if !isUsed { updateDemand() }
    if isComplete { releasePointLater() }
    if parts.trackers == .beginning { parts.trackers = .waiting }
    let value = value
    noteTracked(value, isFirst: isFirst)
    return value
  }

  @usableFromInline
  func trackAccess() {
    if source is GetterSource { releasePointLater() }
    _ = trackedValue
  }

  /// Stores the value that trackers read, so that they are notified only of a different one.
  ///
  /// If they have read different values, the next report of the source notifies them.
  private func noteTracked(_ value: Value, isFirst: Bool) {
    guard let derivation, !derivation.isForgetful, !isComplete else { return }
    let previous = derivation.tracked
    if isFirst {
      derivation.tracked = value
    } else if let previous, !areEqual(previous, value) {
      derivation.tracked = nil
    }
    extendLifetime(previous)
  }

  // MARK: Notifying

  /// Notifies trackers, unless the value is the one that they have read.
  func notifyTrackers(at point: TrackingPoint) {
    guard let derivation, derivation.trackers != .beginning else { return }
    if let tracked = derivation.tracked {
      if areEqual(tracked, value) { return }
      derivation.tracked = nil
      extendLifetime(tracked)
    }
    // Before the notification, in which trackers may read the new value and wait again.
    trackersWereNotified()
    point.willChange()
    point.didChange()
  }

  /// Stops following the source for trackers at the second notification without a read in between.
  ///
  /// A tracker that was still reading at the first one was not installed yet.
  @usableFromInline
  func trackersWereNotified() {
    guard let parts else { return }
    switch parts.trackers {
    case .none, .beginning: break
    case .waiting: parts.trackers = .notified
    case .notified: endTracking()
    }
  }

  // MARK: The end of readers and trackers

  func readerDidBegin() {
    makeParts().readers.add(1, ordering: .acquiringAndReleasing)
  }

  /// Called on any thread when an observable that trackers have read is released.
  nonisolated func readerDidEnd() {
    let left = makeParts().readers.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { MainActorQueue.shared.enqueue { self.endTrackingWithoutReaders() } }
  }

  /// Ends the tracking, unless there is a new reader or trackers keep the node.
  private func endTrackingWithoutReaders() {
    guard let parts, parts.readers.load(ordering: .acquiring) == 0 else { return }
    if parts.keeper?.isKeeping != true { endTracking() }
  }

  /// Called on any thread when no tracker keeps the node any more.
  @usableFromInline
  nonisolated func trackersDidEnd() {
    MainActorQueue.shared.enqueue { if self.parts?.keeper == nil { self.endTracking() } }
  }

  /// Stops following the source for trackers, which no longer keep the node.
  func endTracking() {
    guard let parts, parts.trackers != .none else { return }
    parts.trackers = .none
    releasePointLater()
    parts.keeper?.release()
    parts.keeper = nil
    let tracked = derivation?.tracked.take()
    if !isUsed { updateDemand() }
    extendLifetime(tracked)
  }

  private func releasePointLater() {
    let point = makeParts().trackingPoint
    MainActorQueue.shared.enqueue { withExtendedLifetime(point) {} }
  }
}
