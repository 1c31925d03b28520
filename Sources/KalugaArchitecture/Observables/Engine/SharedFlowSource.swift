/// Provides the values of a shared flow to a node, and emits what is written to the node.
///
/// The source is a consumer of the flow from its creation until the scope ends, and takes each value
/// once. A value that is written is taken from the flow like any other:
///
///     write ──▶ unsent (only if the flow has no room) ──▶ flow ──▶ value ──▶ node
final class SharedFlowSource<Value, Element: Sendable>: Source {
  private enum Unsent {
    case value(Value)
    /// A caller that waits until everything before it has been emitted.
    case waiter(OneShot<Void>)
  }

  private let flow: MutableSharedFlow<Element>
  /// Nil after the end, because the flow would wait for a consumer that does not read.
  private var consumer: FlowConsumer<SharedFlowStorage<Element>>?
  private weak let scope: TaskScope?
  private weak var node: Node<Value>?
  private let value: (Element) -> Value
  private let element: (Value) -> Element?
  private let stateNode = Node(ObservableSourceState.running, .bySourceState)

  private(set) var current: Value
  private var changes: UInt64 = 0
  private var isTaking = false
  private var collector: Task<Void, Never>?
  private var unsent = FIFOQueue<Unsent>()
  private var isSending = false

  private init(
    _ initial: Value,
    _ flow: MutableSharedFlow<Element>,
    in scope: TaskScope,
    value: @escaping (Element) -> Value,
    element: @escaping (Value) -> Element?
  ) {
    self.flow = flow
    self.scope = scope
    self.value = value
    self.element = element
    consumer = FlowConsumer(flow.storage)
    current = initial
  }

  deinit {
    collector?.cancel()
  }

  /// Makes a node of a shared flow.
  ///
  /// `value` makes the node's value of an element, and `element` the other way round; a value
  /// without an element is stored in the node alone.
  static func makeNode(
    _ initial: Value,
    _ policy: ChangePolicy<Value>,
    of flow: MutableSharedFlow<Element>,
    in scope: TaskScope,
    value: @escaping (Element) -> Value,
    element: @escaping (Value) -> Element?
  ) -> Node<Value> {
    let source = SharedFlowSource(initial, flow, in: scope, value: value, element: element)
    let derivation = Derivation<Value>(from: source) {
      source.current
    } change: { change in
      var value = source.current
      change(&value)
      source.write(value)
      return false
    }
    let node = Node(derivation, policy)
    source.node = node
    source.takeAll()
    source.collect()
    return node
  }

  var state: Node<ObservableSourceState>? { stateNode }

  func check() -> SourceCheck { SourceCheck(version: changes, isFinal: true) }

  func setDemand(_ demand: Demand, for node: any AnyNode) {}

  // MARK: Taking

  /// Takes values until the scope ends or the node is released.
  private func collect() {
    collector = scope?.launch(evenIfCancelled: true) { [weak self] in
      while !Task.isCancelled, let consumer = self?.consumer {
        self?.takeAll()
        await consumer.wait(isolation: #isolation)
      }
      self?.end()
    }
    if collector == nil { end() }
  }

  /// Takes the values that are in the flow, one by one, so that observers are called for each.
  private func takeAll() {
    guard !isTaking, let consumer else { return }
    isTaking = true
    while case .value(let element) = consumer.storage.take(&consumer.cursor) {
      store(value(element))
    }
    isTaking = false
  }

  private func store(_ newValue: Value) {
    let previous = current
    current = newValue
    changes += 1
    node?.sourceDidChange()
    // Lives until here: its release may run a `deinit` that uses the node.
    extendLifetime(previous)
  }

  private func end() {
    consumer = nil
    stateNode.store(.ended)
    stateNode.complete()
    node?.complete()
  }

  // MARK: Writing

  private func write(_ newValue: Value) {
    guard let node, !node.isComplete else { return }
    // Values that are in the flow already are older. They may call observers, which may write.
    takeAll()
    guard !isSending, !isTaking, node.phase == .idle else { return send(newValue) }
    if node.areEqual(current, newValue) { return }
    guard let element = element(newValue) else { return store(newValue) }
    if flow.tryEmit(element) { takeAll() } else { send(newValue) }
  }

  /// Emits a value after those that wait already, in a task.
  private func send(_ value: Value) {
    unsent.append(.value(value))
    guard !isSending else { return }
    isSending = true
    let task = scope?.launch(evenIfCancelled: true) { [self] in
      defer { dropUnsent() }
      while let next = unsent.popFirst() {
        switch next {
        case .waiter(let waiter): waiter.settle()
        case .value(let value):
          // Compared only now, with the newest value that is in the flow by then.
          takeAll()
          if node?.areEqual(current, value) == true { continue }
          guard let element = element(value) else {
            store(value)
            continue
          }
          try await flow.emit(element)
          takeAll()
        }
      }
    }
    if task == nil { dropUnsent() }
  }

  /// Ends the sending; values are left only if the scope has ended.
  private func dropUnsent() {
    isSending = false
    while let next = unsent.popFirst() {
      if case .waiter(let waiter) = next { waiter.settle() }
    }
  }

  func waitForWrites() async {
    guard isSending else { return }
    let waiter = OneShot<Void>()
    unsent.append(.waiter(waiter))
    await waiter.wait()
  }
}
