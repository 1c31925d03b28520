/// Provides the value of the observable that a closure selects from other nodes.
///
/// While its node is used, the source is linked to the selector, which runs the closure, and to the
/// node of the selected observable:
///
///     inputs ──▶ selector ──▶ source ──▶ node
///                               ▲
///     selected node ────────────┘
final class LatestSource<Value>: Source {
  /// The observable that was selected at a version of the selector.
  private struct Selection {
    let observable: BasicObservable<Value>
    let version: UInt32
    var link: (any Disposable)?
  }

  private let selector: Node<BasicObservable<Value>>
  private weak var node: Node<Value>?
  nonisolated let depth: Int
  nonisolated let getters: [GetterSource]

  private var isFollowing = false
  private var isSelecting = false
  /// How many reads of the selected observable are nested in each other.
  private var nestedReads = 0
  private var selectorLink: (any Disposable)?
  private var selection: Selection?
  /// The observable that was selected when nothing could change any more.
  private var last: BasicObservable<Value>?

  /// The state of the selected observable; made on first use.
  private(set) lazy var state: Node<ObservableSourceState>? = {
    let selector = selector
    return LatestSource<ObservableSourceState>.makeNode(following: [selector]) { [weak self] in
      let node = self?.selectedNode ?? selector.inputValue.node
      return BasicObservable(node: node.source?.state ?? alwaysRunning)
    }
  }()

  private init(_ selector: Node<BasicObservable<Value>>) {
    self.selector = selector
    depth = selector.depth + 1
    getters = selector.source?.getters ?? []
  }

  /// Makes a node that has the value of the observable that the closure returns.
  static func makeNode(
    following inputs: [any AnyNode],
    select: @escaping @MainActor () -> BasicObservable<Value>
  ) -> Node<Value> {
    let source = LatestSource(Node(derivedFrom: inputs, .by { $0 === $1 }, compute: select))
    let derivation = Derivation<Value>(from: source) {
      source.reading(source.selectedNode) { $0.inputValue }
    }
    let node = Node(derivation, .by { source.areEqual($0, $1) })
    source.node = node
    return node
  }

  var inputs: [any AnyNode] {
    guard let selection else { return [selector] }
    return [selector, selection.observable.node]
  }

  // MARK: Reading

  /// The selection, unless it is outdated.
  private var current: Selection? {
    guard let selection, selection.version == selector.checkedVersion() else { return nil }
    return selection
  }

  /// The node of the observable that is selected now.
  private var selectedNode: Node<Value> {
    (last ?? current?.observable ?? selector.inputValue).node
  }

  /// Reads the selected observable.
  ///
  /// Its closures may read this node again, for example in an observer of what they write. Many such
  /// reads in each other mean that the selected observable is derived from this node.
  private func reading<Result>(
    _ selected: Node<Value>,
    _ read: @MainActor (Node<Value>) -> Result
  ) -> Result {
    nestedReads += 1
    defer { nestedReads -= 1 }
    if nestedReads > 10 {
      // There is no value to return.
      fatalError(
        "a selection reaches itself: \(name(of: node)) selects \(name(of: selected)), "
          + "which is derived from it"
      )
    }
    return read(selected)
  }

  private func name(of node: Node<Value>?) -> String {
    node?.parts?.label.map { "'\($0)'" } ?? "an observable of \(Value.self)"
  }

  /// Compares by the policy of the selected node, which may select another one.
  private func areEqual(_ old: Value, _ new: Value) -> Bool {
    var node = selectedNode
    while let source = node.source as? LatestSource { node = source.selectedNode }
    return node.areEqual(old, new)
  }

  func check() -> SourceCheck {
    // A node that is not linked yet may store no value, and then does not count its changes.
    guard !isSelecting, let current else { return SourceCheck(version: nil, isFinal: false) }
    let selected = current.observable.node
    return SourceCheck(
      version: UInt64(current.version) << 32
        | UInt64(reading(selected) { $0.checkedVersion() }),
      isFinal: selector.isUpToDate && selected.isUpToDate
    )
  }

  // MARK: Following

  func setDemand(_ demand: Demand, for node: any AnyNode) {
    if case .none = demand {
      isFollowing = false
      let (ended, link) = (selection, selectorLink)
      (selection, selectorLink) = (nil, nil)
      link?.dispose()
      ended?.link?.dispose()
      // Lives until here: its release may run a `deinit` that uses the node.
      extendLifetime(ended)
    } else if !isFollowing {
      isFollowing = true
      selectorLink = selector.link(self)
      visit()
      if selectorLink == nil { inputDidComplete() }
    }
  }

  /// Links the observable that is selected now, and ends the link to the previous one.
  private func select() {
    guard isFollowing, !isSelecting else { return }
    isSelecting = true
    while isFollowing, selection?.version != selector.checkedVersion() {
      let previous = selection
      let observable = selector.storedValue
      selection = Selection(observable: observable, version: selector.version)
      // Linked before the previous link ends, so that a sequence behind both keeps running.
      let link = observable.node.link(self)
      if isFollowing { selection?.link = link } else { link?.dispose() }
      previous?.link?.dispose()
      if let node { Graph.mark(node) }
      extendLifetime(previous)
    }
    isSelecting = false
  }
}

extension LatestSource: Dependent {
  func mark() -> Bool { node?.mark() == true }

  func markDependents() { node?.markDependents() }

  func visit() {
    select()
    node?.visit()
  }

  func inputDidComplete() {
    guard selector.isComplete, let observable = selection?.observable, observable.node.isComplete
    else { return }
    last = observable
    node?.complete()
  }
}

/// The state of an observable without a source.
@MainActor private let alwaysRunning = Node(ObservableSourceState.running, .bySourceState)
