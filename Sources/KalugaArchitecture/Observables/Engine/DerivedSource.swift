/// Computes a value from other nodes.
///
/// While its node is used, each round of an input visits the node.
final class DerivedSource: Source {
  nonisolated let inputs: [any AnyNode]
  nonisolated let depth: Int
  nonisolated let getters: [GetterSource]
  private var isLinking = false
  /// The state of the only input; nil for a combination, which has no single source.
  let state: Node<ObservableSourceState>?

  private var links: [any Disposable] = []
  /// Retained for the subject of a part, which is a writer of its input.
  private var writer: (any AnyObject & Sendable)?

  init(_ inputs: [any AnyNode], writer: (any AnyObject & Sendable)? = nil) {
    self.inputs = inputs
    self.writer = writer
    for input in inputs { input.share() }
    depth = 1 + (inputs.map(\.depth).max() ?? 0)
    var seen: Set<ObjectIdentifier> = []
    getters = inputs.flatMap { $0.source?.getters ?? [] }
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
    state = inputs.count == 1 ? inputs[0].source?.state : nil
  }

  deinit {
    // A long chain is released in sections, because releasing an input deepens the call stack.
    guard depth.isMultiple(of: Delivery.maximumDepth) else { return }
    MainActorQueue.shared.enqueue { [inputs] in withExtendedLifetime(inputs) {} }
  }

  /// Returns the sum of the inputs' versions.
  func check() -> SourceCheck {
    if depth > Delivery.maximumDepth { Graph.bringUpToDate(inputs) }
    // An input that is not linked yet may store no value, and then does not count its changes.
    if isLinking { return SourceCheck(version: nil, isFinal: false) }
    var sum: UInt64 = 0
    var isFinal = true
    for input in inputs {
      sum += UInt64(input.checkedVersion())
      // A later input that makes this one outdated begins an epoch, which the node notices.
      if !input.isUpToDate { isFinal = false }
    }
    return SourceCheck(version: sum, isFinal: isFinal)
  }

  func setDemand(_ demand: Demand, for node: any AnyNode) {
    if case .none = demand {
      let ended = links
      links = []
      for link in ended { link.dispose() }
    } else if links.isEmpty, !isLinking {
      isLinking = true
      links = inputs.compactMap { $0.link(node) }
      isLinking = false
      if links.isEmpty { return node.complete() }
      // The inputs may have called observers, which may have changed inputs that had no link yet.
      node.sourceDidChange()
    }
  }

  func writerDidEnd() {
    writer = nil
  }

  func waitForWrites() async {
    for input in inputs { await input.source?.waitForWrites() }
  }
}
