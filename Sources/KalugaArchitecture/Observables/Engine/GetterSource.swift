import Observation
import Synchronization

/// Provides the result of a closure to a node.
///
/// Reads always call the closure. While the node is used, Swift Observation tracks what the closure
/// reads, and a change is delivered in the next main-actor turn. Other changes are delivered by
/// `refreshGetters()`.
///
/// Observation reports a change before it is stored. Another thread may store it after that turn, so
/// a change from another thread is read once more after `secondReadDelay`.
///
/// The state that the closure reads does not keep the node alive. Observers do, as for any node.
final class GetterSource: Source {
  /// When a change from another thread is read for the second time.
  static let secondReadDelay = Duration.milliseconds(100)

  private let getter: @MainActor () -> Void
  private weak var node: (any AnyNode)?

  private var isFollowing = false
  private var checks: UInt64 = 0
  /// Whether the next read belongs to a check by the node, and not to a plain read of the value.
  private var isChecking = false
  /// Whether a change of the tracked state will be reported.
  private nonisolated let isArmed = Atomic(false)
  private nonisolated let isReportSuppressed = Atomic(false)
  private var wasLastReadTracked = false
  /// Whether the closure may read state that the current tracking does not cover.
  private var isTrackingOutdated = false
  private var secondRead: Task<Void, Never>?
  /// Read in each tracking, so that changing it ends the tracking and removes it from the models.
  private var trackingEnd: TrackingPoint?

  init(_ getter: @escaping @MainActor () -> Void) {
    self.getter = getter
  }

  nonisolated var getters: [GetterSource] { [self] }

  /// Returns a new version each time, because the closure may return another value at each call.
  func check() -> SourceCheck {
    isChecking = true
    checks += 1
    return SourceCheck(version: checks, isFinal: false)
  }

  func setDemand(_ demand: Demand, for node: any AnyNode) {
    isFollowing = demand == .allChanges
    if !isFollowing { secondRead?.cancel() }
  }

  /// Called before an observer is added.
  ///
  /// While there was none, the closure may have begun to read other state.
  func observationWillBegin() {
    if !isFollowing { isTrackingOutdated = true }
  }

  /// Delivers a change that Swift Observation has not reported.
  func refresh() {
    isTrackingOutdated = true
    node?.sourceDidChange()
  }

  // MARK: Tracking what the closure reads

  /// Calls the closure, and tracks it if the node follows it and no earlier tracking covers it.
  func read<Value>(_ getter: () -> Value) -> Value {
    guard isChecking else { return getter() }
    isChecking = false
    wasLastReadTracked =
      isFollowing && (isTrackingOutdated || !isArmed.load(ordering: .acquiring))
    return wasLastReadTracked ? track(getter) : getter()
  }

  /// Tracks again after a change that was not reported: the closure may have read other state.
  func nodeDidStore() {
    if isFollowing, !wasLastReadTracked { track(getter) }
  }

  @discardableResult
  private func track<Value>(_ getter: () -> Value) -> Value {
    isTrackingOutdated = false
    let end = TrackingPoint()
    let lastEnd = trackingEnd
    trackingEnd = end
    suppressingReports { lastEnd?.willChange() }
    isArmed.store(true, ordering: .releasing)
    return withObservationTracking {
      end.access()
      return getter()
    } onChange: { [weak self] in
      self?.stateWillChange()
    }
  }

  /// Called before the state changes, so the new value can only be read in a later turn.
  private nonisolated func stateWillChange() {
    isArmed.store(false, ordering: .releasing)
    let isStoredInTurn = MainQueue.isCurrent
    // Another thread may change the state while this one writes it.
    if isStoredInTurn, isReportSuppressed.load(ordering: .acquiring) { return }
    MainActorQueue.shared.enqueue { [weak self] in
      self?.trackedStateDidChange()
      if !isStoredInTurn { self?.readAgain() }
    }
  }

  /// Reads the state again after a change that may have been stored too late.
  private func readAgain() {
    secondRead?.cancel()
    secondRead = Task { [weak self] in
      try? await Task.sleep(for: Self.secondReadDelay)
      if !Task.isCancelled { self?.trackedStateDidChange() }
    }
  }

  /// Delivers a change that Swift Observation has also reported to trackers that ran the closure.
  private func trackedStateDidChange() {
    node?.sourceDidChange(isTracked: true)
  }

  /// Runs code whose changes the caller delivers itself.
  private func suppressingReports(_ body: () -> Void) {
    let wasSuppressed = isReportSuppressed.exchange(true, ordering: .acquiringAndReleasing)
    body()
    isReportSuppressed.store(wasSuppressed, ordering: .releasing)
  }
}

extension GetterSource {
  /// Makes a node whose value is what a closure returns.
  static func makeNode<Value>(
    _ policy: ChangePolicy<Value>,
    get: @escaping @MainActor () -> Value,
    set: (@MainActor (Value) -> Void)? = nil
  ) -> Node<Value> {
    let source = GetterSource { _ = get() }
    let derivation = Derivation<Value>(from: source) { [unowned source] in
      source.read(get)
    } change: { [unowned source] change in
      let previous = get()
      var value = previous
      change(&value)
      guard let set, !policy.areEqual(previous, value) else { return false }
      source.suppressingReports { set(value) }
      return true
    }
    let node = Node(derivation, policy)
    source.node = node
    return node
  }
}
