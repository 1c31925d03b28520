// Operators that need more than the current value of their input.

extension Node {
  /// Creates a node that computes its value from its last value and from each change of an input.
  ///
  /// The change is that of the input since the last computation, so each is used once, however
  /// often the value is read. `next` returns nil to keep the last value. That is not a change, even
  /// if every write counts.
  static func folding<Input>(
    _ input: Node<Input>,
    into initial: Value,
    _ policy: ChangePolicy<Value>,
    _ next: @escaping @MainActor (Value, Input) -> Value?
  ) -> Node {
    let changes = InputChanges(of: input)
    var last = Box(initial)
    // A box is compared by its identity: a policy could not tell a kept value from an equal one.
    let results = Node<Box<Value>>(derivedFrom: [input], .by { $0 === $1 }) {
      if let value = changes.next(), let result = next(last.value, value) { last = Box(result) }
      return last
    }
    return Node(derivedFrom: [results], policy) { results.inputValue.value }
  }

  /// The value for a source that selects or delays this node, which may be derived in many steps.
  var selectedValue: Value { isUsed ? inputValue : value }

  /// What counts as a change of the value.
  var policy: ChangePolicy<Value> {
    ChangePolicy(comparesByEquality ? .equality : .closure, areEqual: areEqual)
  }
}

private final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Finds out whether a node has changed since it was last asked.
@MainActor
private final class InputChanges<Value> {
  private struct Seen {
    /// The value; nil for a node whose version is enough to find a change.
    let value: Value?
    /// The version; nil if the node does not count its changes.
    let version: UInt32?
  }

  private let node: Node<Value>
  private var seen: Seen?

  init(of node: Node<Value>) {
    self.node = node
  }

  /// Returns the current value if it is a change, or if this is the first call; otherwise nil.
  func next() -> Value? {
    let value = node.inputValue
    // A derived node that is not used computes its value at each read, and counts no changes.
    let version = node.isDerived && !node.isUsed ? nil : node.version
    let previous = seen
    // Stored first, because the comparison below is user code.
    seen = Seen(value: node.isDerived ? value : nil, version: version)
    guard let previous else { return value }
    if let version, version == previous.version { return nil }
    guard let old = previous.value else { return value }
    if node.areEqual(old, value) { return nil }
    // If every write counts, only the versions tell whether there was one.
    let isVersionKnown = version != nil && previous.version != nil
    return isVersionKnown || node.areEqual(value, value) ? value : nil
  }
}
