import Synchronization

// How a node takes part in Swift Observation, and for how long tracking makes it follow its source.

extension Node {
  // MARK: Trackers

  /// Reads the value for a tracker, which is notified of the next change.
  @usableFromInline
  func trackRead() -> Value {
    let parts = makeParts()
    let point = parts.tracking.load() ?? parts.tracking.storeIfNil(TrackingProbe.takeSpare())
    guard !isComplete else { return value }
    if let source {
      // Before the read, so that no change after it is missed.
      if !isUsed { updateDemand(beginsTracking: true) }
      // After it, when a source that selects its input has selected it.
      if source.depth > 0 { point.setRoots { Graph.roots(of: self) } }
    }
    let value = value
    noteTracked(value, at: point)
    point.arm()
    return value
  }

  @usableFromInline
  func makeTrackingPoint() -> TrackingPoint {
    let parts = makeParts()
    let point = parts.tracking.load() ?? parts.tracking.storeIfNil(TrackingPoint())
    if isDerived { noteTracked(value, at: point) }
    return point
  }

  /// Stores the value that trackers read, so that they are notified only of a different one.
  ///
  /// If they have read different values, the next report of the source notifies them.
  private func noteTracked(_ value: Value, at point: TrackingPoint) {
    guard let derivation, !derivation.isForgetful else { return }
    let previous = derivation.tracked
    if !point.isArmed {
      derivation.tracked = value
    } else if let previous, !areEqual(previous, value) {
      derivation.tracked = nil
    }
    extendLifetime(previous)
  }

  /// Notifies trackers, unless the value is the one that they have read.
  func notifyTrackers(at point: TrackingPoint) {
    guard let derivation else { return }
    if let tracked = derivation.tracked {
      if areEqual(tracked, value) { return }
      derivation.tracked = nil
      extendLifetime(tracked)
    }
    // The source has already changed, so trackers read the new value now or later.
    point.willChange()
    point.didChange()
    if !isUsed { updateDemand() }
  }

  // MARK: Handles

  /// Called when a public object begins to refer to the node.
  nonisolated func handleDidBegin() {
    guard let parts, let source = parts.source else { return }
    parts.handles.add(1, ordering: .acquiringAndReleasing)
    for getter in source.getters { getter.handleDidBegin() }
  }

  /// Called on any thread when a public object no longer refers to the node.
  nonisolated func handleDidEnd() {
    guard let parts, let source = parts.source else { return }
    for getter in source.getters { getter.handleDidEnd() }
    let left = parts.handles.subtract(1, ordering: .acquiringAndReleasing).newValue
    guard left == 0, let point = parts.armedPoint else { return }
    point.trackRoots()
    MainActorQueue.shared.enqueue { self.stopTrackingWithoutHandles() }
  }

  /// Stops following the source for trackers alone: a node without handles must not cost anything.
  private func stopTrackingWithoutHandles() {
    guard let parts, parts.handles.load(ordering: .acquiring) == 0 else { return }
    parts.armedPoint?.disarm()
    let tracked = derivation?.tracked.take()
    if !isUsed { updateDemand() }
    extendLifetime(tracked)
  }
}
