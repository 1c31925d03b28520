// Operators that need more than the current value of their input.

extension Node {
  /// Creates a node that computes its value from its last value and from each change of an input.
  ///
  /// A change is used once, however often the value is read. `next` returns nil to keep the last
  /// value. That is not a change, even if every write counts. `usesUncertainChanges` decides about
  /// a value that is perhaps the same as before: see ``InputChanges``.
  static func folding<Input>(
    _ input: Node<Input>,
    into initial: Value,
    _ policy: ChangePolicy<Value>,
    usesUncertainChanges: Bool,
    _ next: @escaping @MainActor (Value, Input) -> Value?
  ) -> Node {
    let changes = InputChanges(of: input)
    var last = Box(initial)
    // A box is compared by its identity: a policy could not tell a kept value from an equal one.
    let results = Node<Box<Value>>(derivedFrom: [input], .by { $0 === $1 }) {
      let (value, change) = changes.next()
      if change == .certain || change == .uncertain && usesUncertainChanges,
        let result = next(last.value, value)
      {
        let previous = last
        last = Box(result)
        // Lives until the access has ended: its release may run a `deinit` that uses the node.
        extendLifetime(previous)
      }
      return last
    }
    changes.reader = results
    return Node(derivedFrom: [results], policy) { results.inputValue.value }
  }

  /// What counts as a change of the value.
  var policy: ChangePolicy<Value> {
    ChangePolicy(comparison, areEqual: areEqual)
  }
}

private final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Finds out whether a node has changed since its reader last asked.
///
/// While the reader stores a value, it follows the node, which then counts its changes. At other
/// times a derived node does not count, so only its values can be compared. A policy that calls
/// every two values different leaves it uncertain whether there was a change.
@MainActor
private final class InputChanges<Input> {
  enum Change {
    case none, uncertain, certain
  }

  private struct Seen {
    /// The value; nil for a node that always counts its changes.
    let value: Input?
    let version: UInt32
  }

  private let node: Node<Input>
  weak var reader: (any AnyNode)?
  private var seen: Seen?

  init(of node: Node<Input>) {
    self.node = node
  }

  /// Returns the current value, which is a change if this is the first call.
  func next() -> (Input, Change) {
    let value = node.inputValue
    let version = node.version
    let previous = seen
    // Stored first, because the comparison below is user code.
    seen = Seen(value: node.isDerived ? value : nil, version: version)
    return (value, previous.map { change(from: $0, to: value, version) } ?? .certain)
  }

  private func change(from old: Seen, to value: Input, _ version: UInt32) -> Change {
    let counts = !node.isDerived || reader?.storesValue == true
    if counts, version == old.version { return .none }
    guard let oldValue = old.value else { return .certain }
    if node.areEqual(oldValue, value) { return .none }
    let isComparable = node.areEqual(oldValue, oldValue) || node.areEqual(value, value)
    return counts || isComparable ? .certain : .uncertain
  }
}
