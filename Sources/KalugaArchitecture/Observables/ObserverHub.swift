/// The observers of one node, and the rounds in which they are told of changes.
///
///     idle ──change──▶ round ──no write meanwhile──▶ idle
///                        └────a write meanwhile────▶ next round, with the newest value
///
/// All calls of one round carry the same value, in the order of registration. What happens to an
/// observer inside a round:
/// - added: it is called once with the newest value and not by the running round;
/// - disposed: it is not called again, and its closure is released after the rounds.
///
/// Made only at the first observation, so that an observable nobody observes stays small.
@MainActor
@usableFromInline
final class ObserverHub<Value>: ObserverRemover {
  private static var roundsBeforeDiagnostic: Int { 100 }

  /// How far a round has come; it only goes up until the end.
  private enum Round: UInt8, Comparable {
    case none
    /// Nothing has come up so far.
    case quiet
    /// Something has come up that is to be seen to at the end.
    case eventful
    /// There is a newer value.
    case outdated

    static func < (left: Round, right: Round) -> Bool { left.rawValue < right.rawValue }
  }

  // The small fields come first, side by side: there may be many thousand hubs.

  private var round = Round.none
  /// Whether the first observer is one still.
  private var firstIsLive = false
  private var othersLive: Int32 = 0

  // Unchecked, both: no user code runs while they are accessed, but for the call of the first observer,
  // whose place is not written before the rounds have ended; and the check would take longer than a call.
  @exclusivity(unchecked) private var others = ObserverSlots()
  @exclusivity(unchecked) private var first: FirstObserver<Value>?

  private var extras: ObserverHubExtras<Value>?

  private func makeExtras() -> ObserverHubExtras<Value> {
    if let extras { return extras }
    let made = ObserverHubExtras<Value>()
    extras = made
    return made
  }

  var isDelivering: Bool { round != .none }

  var liveCount: Int { Int(othersLive) + (firstIsLive ? 1 : 0) }

  /// Shown in diagnostics.
  var label: String? {
    get { extras?.label }
    set { makeExtras().label = newValue }
  }

  /// What keeps a state flow equal to the node, if anybody uses one.
  var mirror: (any ObserverHubMirror)? {
    get { extras?.mirror }
    set { makeExtras().mirror = newValue }
  }

  /// Called when the last observer is gone.
  var onEmpty: (@MainActor () -> Void)? {
    get { extras?.onEmpty }
    set { makeExtras().onEmpty = newValue }
  }

  // MARK: Adding and removing

  /// Registers an observer and calls it with the current value before returning.
  func add(
    to node: ObservableNode<Value>,
    _ observer: @escaping @MainActor (Value) -> Void
  ) -> any Disposable {
    removeDisposed()
    // Only now: what has just been released may have changed the value.
    node.catchUp()
    if liveCount == 0 { node.start() }
    if isDelivering {
      let seen = newest(of: node)
      let token = insert(observer)
      addLatecomer(seen)
      observer(seen.value)
      return token
    }
    let token = insert(observer)
    // The first call is a round for one: a write made inside it is delivered after it.
    let value = node.valueForFirstCall()
    round = .quiet
    let end = unsafe others.count
    observer(value)
    endRound(of: node, with: value, lateStart: end)
    return token
  }

  /// Registers a node that is derived from this one; it is told from the next change on.
  func addLink(to node: ObservableNode<Value>, _ downstream: any DownstreamNode) -> ObserverToken {
    removeDisposed()
    if liveCount == 0 { node.start() }
    if isDelivering { addLatecomer(newest(of: node)) }
    let token = unsafe LinkToken(hub: self, index: others.count, downstream: downstream)
    insert({ _ in downstream.inputDidChange() }, token)
    return token
  }

  private func insert(_ observer: @escaping @MainActor (Value) -> Void) -> any Disposable {
    // The place is used once, as the hub is a token only once; and not if others came before, or while a
    // round counts who does.
    if !isFirstDisposed, !firstIsLive, unsafe others.count == 0, !isDelivering {
      unsafe first = FirstObserver(observer)
      firstIsLive = true
      return self
    }
    let token = unsafe ObserverToken(hub: self, index: others.count)
    insert(observer, token)
    return token
  }

  private func insert(_ observer: @escaping @MainActor (Value) -> Void, _ token: ObserverToken) {
    unsafe others.append(observer, token)
    othersLive += 1
  }

  /// What a latecomer sees, to be asked before it has its place: a derived value is computed by the
  /// user's code, which may observe, and latecomers stand in the order of their places.
  ///
  /// The version comes first: the value may change in between, on another thread. Of a version that is
  /// too old the next round compares the value; with one that is too new it would pass the latecomer over.
  private func newest(of node: ObservableNode<Value>) -> (value: Value, version: UInt64) {
    let version = node.version
    return (node.value, version)
  }

  private func addLatecomer(_ seen: (value: Value, version: UInt64)) {
    makeExtras().latecomers.append(seen)
    somethingCameUp()
  }

  /// Has the running round see to something at its end.
  private func somethingCameUp() {
    round = max(round, .eventful)
  }

  /// Releases the closures of observers that were disposed, and the nodes this one depends on if
  /// nobody is left.
  ///
  /// Not during a round: the closure that runs may be one of them.
  override func removeDisposed() {
    guard !isDelivering else { return }
    if mustRemoveFirst { removeFirst() }
    guard mustRemove else { return }
    var removals = takeRemovals()
    while let token = removals.next() {
      guard let index = token.index else { continue }
      token.index = nil
      othersLive -= 1
      let released = unsafe others.take(at: index)
      squeeze()
      if liveCount == 0 { onEmpty?() }
      // Only now, when the hub is whole again: the release of a closure may run a user's `deinit`, which
      // may come back to this hub.
      _ = consume released
    }
  }

  private var mustRemoveFirst: Bool { firstIsLive && isFirstDisposed }

  private func removeFirst() {
    firstIsLive = false
    if liveCount == 0 { onEmpty?() }
    // Only now: see `removeDisposed`.
    releaseFirst()
  }

  /// Releases the closure of the first observer.
  private func releaseFirst() {
    // Out of its place first: the release may run a user's `deinit`, and if that comes back to this hub it
    // must not find the closure once more.
    let released = unsafe first.take()
    _ = consume released
  }

  /// How many observers there are now, those not counted that were disposed.
  var observerCount: Int {
    removeDisposed()
    // One by one: during a round, or while a closure is being released, some are still to be removed.
    var count = firstIsLive && !isFirstDisposed ? 1 : 0
    for index in unsafe 0..<others.count {
      let token = unsafe others.token(at: index)
      if token.index != nil, !token.isDisposed { count += 1 }
    }
    return count
  }

  /// Moves the observers together if less than half of the places are taken.
  private func squeeze() {
    if unsafe others.count > 2 * Int(othersLive) { sweep() }
  }

  /// Moves the observers together and releases the closures of those that are none any more.
  private func sweep() {
    guard unsafe others.count > Int(othersLive) else { return }
    let released = unsafe others.compact()
    // Released only here, when the hub is whole again: see `removeDisposed`.
    _ = consume released
  }

  // MARK: Delivering

  /// Tells everybody about a change, or notes it if a round is running.
  ///
  /// `previous` is what observers saw last.
  func valueDidChange(of node: ObservableNode<Value>, from previous: Value) {
    // First: the mirror compares values, and whoever reads derived ones then must not get old ones.
    ChangeEpoch.advance()
    // The round has begun, too: whoever begins to observe then has seen the new value.
    let isFirstRound = !isDelivering
    round = .outdated
    let end = unsafe others.count
    if let extras { extras.mirror?.nodeDidChange() }
    if isFirstRound { deliverRounds(of: node, after: previous, lateStart: end) }
  }

  /// The same for a node that holds its value and has compared it: most changes are of this kind.
  @usableFromInline
  func storedValueDidChange(of node: ObservableNode<Value>, to value: Value) {
    // All this before the mirror is told: see `valueDidChange`.
    ChangeEpoch.advance()
    let isFirstRound = !isDelivering
    round = isFirstRound ? .quiet : .outdated
    let end = unsafe others.count
    if let extras { extras.mirror?.nodeDidChange() }
    guard isFirstRound else { return }
    callFirst(value)
    for index in 0..<end { unsafe others.observer(at: index).call(value) }
    endRound(of: node, with: value, lateStart: end)
  }

  /// Calls the first observer, unless it is disposed.
  private func callFirst(_ value: Value) {
    guard firstIsLive, !isFirstDisposed else { return }
    switch unsafe first {
    case .some(let observer): observer.call(value)
    case nil: break
    }
  }

  /// Ends a round in which, mostly, nothing has come up.
  private func endRound(of node: ObservableNode<Value>, with value: Value, lateStart: Int) {
    if round != .quiet || mustRemove || mustRemoveFirst {
      deliverRounds(of: node, after: value, lateStart: lateStart)
    } else {
      round = .none
    }
  }

  /// Runs rounds until nobody writes any more.
  ///
  /// `last` is what all observers before `lateStart` have seen; those from there on saw what
  /// `latecomers` says.
  private func deliverRounds(
    of node: ObservableNode<Value>,
    after last: Value,
    lateStart: Int
  ) {
    var last = last
    var lateStart = lateStart
    var rounds = 0
    while round == .outdated {
      round = .eventful
      let value = node.valueForRound()
      let end = unsafe others.count
      // Together with the count: the comparison is the user's, and may observe.
      let late = extras?.takeLatecomers() ?? []
      let isNews = !node.areEqual(last, value)
      let version = node.version
      // Never late, and no derived node: see `insert`.
      if isNews { callFirst(value) }
      for index in 0..<end {
        if index >= lateStart {
          let seen = late[index - lateStart]
          if seen.version == version || node.areEqual(seen.value, value) { continue }
        } else if !isNews, unsafe !(others.token(at: index) is LinkToken) {
          // A derived node is asked all the same: it may have read a value that came and went.
          continue
        }
        unsafe others.observer(at: index).call(value)
      }
      lateStart = end
      last = value
      rounds += 1
      if rounds == Self.roundsBeforeDiagnostic { reportEndlessRounds() }
    }
    round = .none
    let late = extras?.takeLatecomers()
    // Released only now: that may run a user's `deinit`, which may come back to this hub.
    withExtendedLifetime(late) {}
    removeDisposed()
    if node.isComplete { releaseAll() } else { squeeze() }
    for handOff in extras?.takeAfterRounds() ?? [] {
      handOff.settle()
    }
  }

  /// Suspends until the running rounds have ended.
  func waitForRounds() async {
    guard isDelivering else { return }
    let handOff = OneShot<Void>()
    makeExtras().afterRounds.append(handOff)
    somethingCameUp()
    await handOff.wait()
  }

  private func reportEndlessRounds() {
    let name = label ?? "an observable of \(Value.self)"
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .endlessRounds,
        "observers of \(name) have written to it in \(Self.roundsBeforeDiagnostic) rounds in a row. "
          + "Let an observer write only if the value is not yet what it wants."
      )
    )
  }

  // MARK: The end

  /// Releases all observers because the value can never change again.
  func complete() {
    firstIsLive = false
    firstDidEnd()
    othersLive = 0
    let tokens = unsafe (0..<others.count).map { unsafe others.token(at: $0) }
    for token in tokens { token.index = nil }
    // Only now, and not place by place: nodes that complete downstream release closures, and so may run
    // a user's `deinit` that comes back to this hub and has the places moved.
    for token in tokens { token.sourceDidComplete() }
    // Kept while a round runs: the closure that runs is one of them. All of them go, also if somebody has
    // begun to observe meanwhile.
    if isDelivering { somethingCameUp() } else { releaseAll() }
  }

  private func releaseAll() {
    sweep()
    // Who began to observe what had ended already is kept until disposed.
    if !firstIsLive { releaseFirst() }
  }
}
