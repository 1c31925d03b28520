/// Walks over nodes that are derived from each other, without recursion.
@MainActor
@usableFromInline
enum Graph {
  // Unchecked: no user code runs during an access to these properties. The checks for overlapping
  // accesses would take a good part of a derived write.

  // MARK: Marking

  /// What has been marked, and whose dependents have not.
  @safe @exclusivity(unchecked) private static var marking: [any Dependent] = []

  /// Makes a node outdated, and all that are derived from it.
  static func mark(_ node: any AnyNode) {
    _ = node.mark()
    node.markDependents()
    finishMarking()
  }

  @usableFromInline
  static func markNext(_ dependent: any Dependent) {
    if dependent.mark() { marking.append(dependent) }
  }

  /// Marks what is derived from the dependents that have been marked, without recursion.
  @usableFromInline
  static func finishMarking() {
    while let marked = marking.popLast() { marked.markDependents() }
  }

  // MARK: Reads of values that are not used

  @safe @exclusivity(unchecked) private static var reads = 0
  /// The nodes that have been computed in the outermost read, which forgets them at its end.
  @safe @exclusivity(unchecked) private static var computed: [any AnyNode] = []

  @usableFromInline
  static func beginRead() {
    beginEpochOfRead()
    reads += 1
  }

  @usableFromInline
  static func endRead(of node: any AnyNode) {
    computed.append(node)
    endCheck()
  }

  /// Called before a used value is checked, which may read values that are not used.
  @usableFromInline
  static func beginCheck() {
    reads += 1
  }

  @usableFromInline
  static func endCheck() {
    reads -= 1
    if reads == 0, !computed.isEmpty { forgetComputed() }
  }

  private static func forgetComputed() {
    while let ended = computed.popLast() { ended.forgetComputed() }
  }

  /// Lets flows and getters be asked again by a read that is not part of another one.
  static func beginEpochOfRead() {
    if reads == 0 { Delivery.beginEpoch() }
  }

  // MARK: Long chains

  /// Calls the closure while all inputs of a deeply derived node follow their sources.
  ///
  /// The inputs then store their values, so the closure does not compute them recursively.
  @usableFromInline
  static func withUsedInputs<Result>(of node: any AnyNode, _ body: () -> Result) -> Result {
    guard node.depth > Delivery.maximumDepth else { return body() }
    let unused = inputsFirst(of: node) { !$0.isUsed }
    for input in unused { input.addUse() }
    defer { for input in unused { input.removeUse() } }
    return body()
  }

  /// Brings the inputs of a long chain up to date without recursion.
  static func bringUpToDate(_ inputs: [any AnyNode]) {
    for input in inputs {
      for stale in inputsFirst(of: input, where: \.isStale) { _ = stale.checkedVersion() }
    }
  }

  /// The nodes at the start of every chain that leads to a node, which may be the node itself.
  static func roots(of node: any AnyNode) -> [any AnyNode] {
    chain(to: node).filter { $0.depth == 0 }
  }

  /// Whether each read of a node reads a getter.
  static func readsGetter(_ node: any AnyNode) -> Bool {
    let isDelayed = { (node: any AnyNode) in node.source?.isDelayed == true }
    // A delayed node holds its value.
    if isDelayed(node) { return false }
    return chain(to: node) { !isDelayed($0) }.contains { $0.source is GetterSource }
  }

  /// The getters that a node depends on now; unlike `Source.getters`, including those of a selected
  /// observable.
  static func getters(behind node: any AnyNode) -> [GetterSource] {
    chain(to: node).compactMap { $0.source as? GetterSource }
  }

  /// The nodes that a node is derived from, and the node itself.
  private static func chain(
    to node: any AnyNode,
    where condition: (any AnyNode) -> Bool = { _ in true }
  ) -> [any AnyNode] {
    inputsFirst(of: node, where: condition) + [node]
  }

  /// Returns the nodes that a node is derived from, each after its own inputs, without recursion.
  ///
  /// Skips nodes that do not fulfil the condition, and nodes that are reached only through those.
  private static func inputsFirst(
    of node: any AnyNode,
    where condition: (any AnyNode) -> Bool
  ) -> [any AnyNode] {
    var found: [any AnyNode] = []
    var seen: Set<ObjectIdentifier> = []
    var path: [(node: any AnyNode, next: Int)] = [(node, 0)]
    while let (node, next) = path.last {
      let inputs = node.inputs
      guard next < inputs.count else {
        path.removeLast()
        if !path.isEmpty { found.append(node) }
        continue
      }
      path[path.count - 1].next += 1
      let input = inputs[next]
      if condition(input), seen.insert(ObjectIdentifier(input)).inserted { path.append((input, 0)) }
    }
    return found
  }
}
