import Synchronization

// The observers of a node, and the rounds in which they are called.
//
//     idle ──change──▶ delivering ──no further change──▶ idle
//                          │  ▲
//                       change └──next round, with the newest value
//                          ▼  │
//                    outdated, outdatedInPlace
//
// In one round, all observers receive the same value in the order of registration. Derived nodes
// are visited in the same order. Observers are removed only between rounds.

extension Node {
  @usableFromInline nonisolated static var roundsBeforeDiagnostic: Int { 100 }

  // MARK: Observing

  /// Calls the observer with the current value, and with later ones until the token is disposed.
  @inlinable
  func observe(_ onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    // A flow or a getter may have another value by now.
    Delivery.prepare()
    notifyGetters()
    beginObservation()
    guard phase != .complete else {
      // The value will never change. The token retains the closure, like that of any other
      // observation.
      onNext(value)
      return EndedObserver(onNext)
    }
    let observer = Observer(.call(onNext), of: self)
    updateValue()
    let value = storedValue
    if isAheadOfObservers {
      // The other observers have not seen the value yet. The next round must not deliver it to this
      // one again.
      observer.state.firstCall = Observer.FirstCall(value, version: changes)
    }
    state.observers.append(observer)
    guard phase == .idle else {
      onNext(value)
      return observer
    }
    // The first call is a round for one: a write made in it is delivered after it.
    Delivery.begin()
    phase = .delivering
    onNext(value)
    runRounds(after: derivation?.delivered?.value ?? value)
    Delivery.end()
    return observer
  }

  /// Whether the value may differ from what observers saw last.
  @inlinable var isAheadOfObservers: Bool {
    if phase != .idle { return true }
    guard let delivered = derivation?.delivered else { return false }
    return delivered.version != changes
  }

  @usableFromInline
  func notifyGetters() {
    for getter in source?.getters ?? [] { getter.observationWillBegin() }
  }

  /// Follows the source, and delivers what other observers have not seen yet.
  @usableFromInline
  func beginObservation() {
    guard !isComplete else { return }
    makeRoom()
    addUse()
    derivation?.steps.deliverChange(self)
  }

  @usableFromInline
  func link(_ dependent: any Dependent) -> (any Disposable)? {
    beginObservation()
    guard !isComplete else { return nil }
    hasDependents = true
    let observer = Observer(.update(dependent), of: self)
    state.observers.append(observer)
    return observer
  }

  /// Removes disposed observers before the buffer grows, so that its size follows the number of
  /// live observers.
  private func makeRoom() {
    guard phase == .idle, state.observers.count == state.observers.capacity
    else { return }
    removeEnded()
    state.observers.reserveCapacity(max(1, 2 * state.observers.count))
  }

  private func removeEnded() {
    let observers = state.observers
    var live: [Observer<Value>] = []
    for observer in observers where !observer.isDisposed { live.append(observer) }
    state.observers = live
  }

  /// Called for each disposed observer, between rounds.
  func observerDidEnd() {
    removeUse()
    if phase == .idle, state.observers.count >= 2 * Int(state.uses) { removeEnded() }
  }

  /// The observers that are not disposed.
  var liveObservers: [Observer<Value>] {
    let observers = state.observers
    return observers.filter { !$0.isDisposed }
  }

  // MARK: Delivering

  /// Calls the observers; during a round, requests one more round instead.
  ///
  /// `previous` is the value that the observers saw last, or nil after a change in place. `isNews`
  /// says that the new value is known to differ from it.
  @inlinable
  func deliver(after previous: Value?, isNews: Bool = true) {
    guard phase == .idle else {
      if previous == nil, phase != .complete {
        phase = .outdatedInPlace
        forgetFirstCalls()
      } else if phase == .delivering {
        phase = .outdated
      }
      return
    }
    Delivery.begin()
    phase = .outdated
    runRounds(after: previous, isNews: isNews)
    Delivery.end()
  }

  /// Runs rounds until one ends without a change of the value.
  @inlinable
  func runRounds(after previous: Value?, isNews isFirstNews: Bool = false) {
    var previous = previous
    var isNews = isFirstNews
    var rounds = 0
    while phase != .delivering {
      let isInPlace = previous == nil
      if isInPlace || phase == .outdatedInPlace { isNews = true }
      if rounds == Self.roundsBeforeDiagnostic { reportEndlessRounds() }
      phase = .delivering
      let value = valueForRound(isNews: &isNews)
      let version = changes
      // Read before the comparison, which is user code and may add observers.
      let count = state.observers.count
      if !isNews, let previous { isNews = !areEqual(previous, value) }
      for index in 0..<count {
        call(
          state.observers[index],
          with: value,
          version: version,
          isNews: isNews,
          isInPlace: isInPlace
        )
      }
      previous = value
      isNews = false
      rounds += 1
    }
    phase = .idle
  }

  /// Calls an observer, or visits a dependent, with the value of the running round.
  ///
  /// `isNews` says that the value counts as a change since the last round. A change in place counts
  /// without a comparison.
  @inlinable
  func call(
    _ observer: Observer<Value>,
    with value: Value,
    version: UInt32,
    isNews: Bool,
    isInPlace: Bool
  ) {
    guard !observer.isDisposed, let action = observer.state.action else { return }
    switch action {
    case .update(let dependent):
      Delivery.visit(dependent)
    case .call(let onNext):
      var isNews = isNews
      if let first = observer.state.firstCall {
        observer.state.firstCall = nil
        isNews = first.version != version && (isInPlace || !areEqual(first.value, value))
      }
      if isNews { onNext(value) }
    }
  }

  /// Lets the next round call the observers that were added in this one, without a comparison.
  @usableFromInline
  func forgetFirstCalls() {
    let observers = state.observers
    for observer in observers {
      let forgotten = observer.state.firstCall
      observer.state.firstCall = nil
      extendLifetime(forgotten)
    }
  }

  @usableFromInline
  func reportEndlessRounds() {
    let rounds = Self.roundsBeforeDiagnostic
    let name = parts?.label ?? "an observable of \(Value.self)"
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .endlessRounds,
        "observers of \(name) have written to it in \(rounds) rounds in a row. "
          + "Let an observer write only if the value is not yet what it wants."
      )
    )
  }
}
