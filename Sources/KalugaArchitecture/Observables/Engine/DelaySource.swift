/// Holds back the changes of another node for some time.
///
/// While its node is used, the source holds a value: first that of the input, and later what the
/// input has when a wait ends. Otherwise the value is that of the input.
///
///     idle ──change──▶ waiting ──deadline──▶ idle        (debounce; a change moves the deadline)
///
///     idle ──change: taken──▶ idle until the deadline    (throttle)
///              change before the deadline ──▶ waiting ──deadline: taken──▶ idle
final class DelaySource<Value, DelayClock: Clock<Duration>>: Source {
  private let input: Node<Value>
  private let kind: DelayKind
  private let duration: Duration
  private let clock: DelayClock
  private weak var node: Node<Value>?
  nonisolated let depth: Int
  nonisolated let getters: [GetterSource]

  private var link: (any Disposable)?
  private var isLinking = false
  /// Nil while the node does not follow the input.
  private var held: Value?
  private var changes: UInt64 = 0
  /// The version of the input that has been taken, or that the wait is for.
  private var inputVersion: UInt32 = 0
  /// When the next value may be taken.
  ///
  /// Kept while the node is not used: for Swift Observation, that is so between the notification of
  /// a view and its next read.
  private var deadline: DelayClock.Instant?
  private var wait: Task<Void, Never>?

  private init(_ input: Node<Value>, _ kind: DelayKind, _ duration: Duration, _ clock: DelayClock) {
    self.input = input
    self.kind = kind
    self.duration = duration.bounded
    self.clock = clock
    depth = input.depth + 1
    getters = input.source?.getters ?? []
  }

  static func makeNode(
    _ input: Node<Value>,
    _ kind: DelayKind,
    for duration: Duration,
    clock: DelayClock
  ) -> Node<Value> {
    let source = DelaySource(input, kind, duration, clock)
    let derivation = Derivation<Value>(from: source) { source.held ?? input.inputValue }
    let node = Node(derivation, input.policy)
    source.node = node
    return node
  }

  var inputs: [any AnyNode] { [input] }
  nonisolated var isDelayed: Bool { true }
  var state: Node<ObservableSourceState>? { input.source?.state }

  func check() -> SourceCheck { SourceCheck(version: changes, isFinal: true) }

  func setDemand(_ demand: Demand, for node: any AnyNode) {
    if case .none = demand {
      let (ended, previous) = (link, held)
      (link, held) = (nil, nil)
      ended?.dispose()
      wait?.cancel()
      wait = nil
      // Lives until here: its release may run a `deinit` that uses the node.
      extendLifetime(previous)
    } else if held == nil, !isLinking {
      // The input may call observers, which may begin to use this node, too.
      isLinking = true
      link = input.link(self)
      isLinking = false
      held = input.inputValue
      inputVersion = input.version
      if link == nil { node.complete() }
    }
  }

  private func take() {
    // A change may arrive with the end of a wait, before its task has run.
    wait?.cancel()
    wait = nil
    deadline = kind == .throttle ? clock.now.advanced(by: duration) : nil
    let previous = held
    held = input.inputValue
    inputVersion = input.version
    changes += 1
    node?.sourceDidChange()
    extendLifetime(previous)
  }

  private func beginWait() {
    guard wait == nil else { return }
    // Weak, so that only observers and public objects keep the node and its source.
    wait = ArchitectureEvents.startTask { [weak self, clock] in
      await ArchitectureEvents.reporting {
        var reached: DelayClock.Instant?
        while let deadline = self?.deadline, deadline != reached {
          try? await clock.sleep(until: deadline, tolerance: nil)
          if Task.isCancelled { return }
          reached = deadline
        }
        self?.waitDidEnd()
      }
    }
  }

  private func waitDidEnd() {
    wait = nil
    take()
    if input.isComplete { node?.complete() }
  }
}

extension DelaySource: Dependent {
  /// Marks nothing: the held value changes at another time.
  func mark() -> Bool { false }

  func markDependents() {}

  func visit() {
    let version = input.checkedVersion()
    // A round may repeat a value.
    guard held != nil, version != inputVersion else { return }
    inputVersion = version
    switch kind {
    case .debounce: deadline = clock.now.advanced(by: duration)
    case .throttle:
      guard let deadline, clock.now < deadline else { return take() }
    }
    beginWait()
  }

  /// Delivers the value that is held back before the node completes.
  func inputDidComplete() {
    if wait == nil { node?.complete() }
  }
}

/// When a delayed node takes a change of its input.
enum DelayKind {
  /// Once the input has not changed for the duration.
  case debounce
  /// Immediately, but at most once in each duration.
  case throttle
}
