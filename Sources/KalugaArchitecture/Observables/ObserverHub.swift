import Synchronization

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
final class ObserverHub<Value>: ObserverRemoving {
  private struct Slot {
    /// Nil in a slot whose observer is gone; such slots are squeezed out when they are the majority.
    var observer: (@MainActor (Value) -> Void)?
    var token: ObserverToken?
  }

  private static var roundsBeforeDiagnostic: Int { 100 }

  private var slots: [Slot] = []
  private(set) var liveCount = 0

  private(set) var isDelivering = false
  private var needsRound = false
  /// What those saw who were added since the running round began: they may differ from the rest.
  private var latecomers: [(value: Value, version: UInt64)] = []
  private var afterRounds: [HandOff<Void>] = []

  private nonisolated let removals = Lock<[ObserverToken]>([])
  private nonisolated let hasRemovals = Atomic(false)

  /// Shown in diagnostics.
  var label: String?

  /// What keeps a state flow equal to the node, if anybody uses one.
  weak var mirror: (any ObserverHubMirror)?

  /// Called when the last observer is gone.
  var onEmpty: (@MainActor () -> Void)?

  init() {}

  // MARK: Adding and removing

  /// Registers an observer and calls it with the current value before returning.
  func add(
    to node: ObservableNode<Value>,
    _ observer: @escaping @MainActor (Value) -> Void
  ) -> ObserverToken {
    removeDisposed()
    if liveCount == 0 { node.start() }
    let token = insert(observer)
    let value = node.value
    if isDelivering {
      latecomers.append((value, node.version))
      observer(value)
    } else {
      // The first call is a round for one: a write made inside it is delivered after it.
      isDelivering = true
      let end = slots.count
      observer(value)
      deliverRounds(of: node, after: value, lateStart: end)
    }
    return token
  }

  /// Registers a node that is derived from this one; it is told from the next change on.
  func addLink(to node: ObservableNode<Value>, _ downstream: any DownstreamNode) -> ObserverToken {
    removeDisposed()
    if liveCount == 0 { node.start() }
    if isDelivering { latecomers.append((node.value, node.version)) }
    return insert({ _ in downstream.inputDidChange() }, downstream)
  }

  private func insert(
    _ observer: @escaping @MainActor (Value) -> Void,
    _ downstream: (any DownstreamNode)? = nil
  ) -> ObserverToken {
    let token = ObserverToken(hub: self, index: slots.count, downstream: downstream)
    slots.append(Slot(observer: observer, token: token))
    liveCount += 1
    return token
  }

  nonisolated func removeLater(_ token: ObserverToken) {
    let isFirst = removals.withLock { removals in
      removals.append(token)
      return removals.count == 1
    }
    hasRemovals.store(true, ordering: .releasing)
    if isFirst { MainActorQueue.shared.enqueue(MainActorJob { self.removeDisposed() }) }
  }

  /// Releases the closures of observers that were disposed, and the nodes this one depends on if
  /// nobody is left.
  private func removeDisposed() {
    guard hasRemovals.load(ordering: .acquiring) else { return }
    hasRemovals.store(false, ordering: .releasing)
    let tokens = removals.withLock { removals in
      let tokens = removals
      removals = []
      return tokens
    }
    // Moved out first and released at the end: the release of a closure may run a user's `deinit`,
    // which may come back to this hub.
    var released: [Slot] = []
    for token in tokens {
      guard let index = token.index else { continue }
      token.index = nil
      released.append(slots[index])
      slots[index] = Slot()
      liveCount -= 1
    }
    if !isDelivering { squeeze() }
    if liveCount == 0, !released.isEmpty { onEmpty?() }
  }

  /// How many observers there are now, those not counted that were disposed.
  var observerCount: Int {
    removeDisposed()
    return liveCount
  }

  private func squeeze() {
    guard slots.count > 2 * liveCount else { return }
    slots.removeAll { $0.token == nil }
    for (index, slot) in slots.enumerated() {
      slot.token?.index = index
    }
  }

  // MARK: Delivering

  /// Tells everybody about a change, or notes it if a round is running.
  ///
  /// `previous` is what observers saw last.
  func valueDidChange(of node: ObservableNode<Value>, from previous: Value) {
    mirror?.nodeDidChange()
    needsRound = true
    ChangeEpoch.advance()
    guard !isDelivering else { return }
    isDelivering = true
    deliverRounds(of: node, after: previous, lateStart: slots.count)
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
    while needsRound {
      needsRound = false
      removeDisposed()
      let value = node.valueForRound()
      let end = slots.count
      let isNews = !node.conflation.areEqual(last, value)
      let version = node.version
      let late = latecomers
      latecomers = []
      for index in (isNews ? 0 : lateStart)..<end {
        if index >= lateStart {
          let seen = late[index - lateStart]
          if seen.version == version || node.conflation.areEqual(seen.value, value) { continue }
        }
        guard let token = slots[index].token, !token.isDisposed,
          let observer = slots[index].observer
        else { continue }
        observer(value)
      }
      lateStart = end
      last = value
      rounds += 1
      if rounds == Self.roundsBeforeDiagnostic { reportEndlessRounds() }
    }
    isDelivering = false
    let late = latecomers
    latecomers = []
    // Released only now: that may run a user's `deinit`, which may come back to this hub.
    withExtendedLifetime(late) {}
    removeDisposed()
    squeeze()
    for handOff in afterRounds {
      handOff.settle()
    }
    afterRounds = []
  }

  /// Suspends until the running rounds have ended.
  func waitForRounds() async {
    guard isDelivering else { return }
    let handOff = HandOff<Void>()
    afterRounds.append(handOff)
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
    // Kept at their places while a round runs, which goes by index.
    let ended = slots
    slots = isDelivering ? Array(repeating: Slot(), count: slots.count) : []
    liveCount = 0
    for slot in ended {
      slot.token?.index = nil
      slot.token?.sourceDidComplete()
    }
  }
}

/// Something that is equal to the node at any time, also inside a round.
@MainActor
protocol ObserverHubMirror: AnyObject, Sendable {
  /// Called before the observers are told.
  func nodeDidChange()
}
