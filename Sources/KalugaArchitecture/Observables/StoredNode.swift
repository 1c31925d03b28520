/// A node that holds its value.
@usableFromInline
class StoredNode<Value>: WritableNode<Value> {
  // Unchecked, both: only ever read and written as a whole, and the check would take longer than that.

  @exclusivity(unchecked)
  @usableFromInline
  final var changes: UInt64 = 0

  @exclusivity(unchecked)
  @usableFromInline
  final var stored: Value

  init(_ value: Value) {
    unsafe stored = value
    super.init(isStored: true)
  }

  final override var value: Value { unsafe stored }
  override var hasStop: Bool { false }
  final override var version: UInt64 { unsafe changes }

  final override func store(_ value: Value) {
    guard unsafe !areEqual(stored, value) else { return }
    let tracking = tracking
    if let tracking {
      let before = unsafe changes
      tracking.willChange()
      // Whoever was told may have written the same value, and observers have been called with it.
      guard unsafe changes == before || !areEqual(stored, value) else {
        return tracking.didChange()
      }
    }
    let previous = unsafe stored
    unsafe stored = value
    unsafe changes &+= 1
    tracking?.didChange()
    hub?.storedValueDidChange(of: self, to: value)
    // Lives on: its release may run a user's `deinit` that reads this very node.
    extendLifetime(previous)
  }

  /// The same in a node that nobody tracks.
  @inlinable
  final func storePlainly(_ value: Value) {
    guard unsafe !areEqual(stored, value) else { return }
    let previous = unsafe stored
    unsafe stored = value
    unsafe changes &+= 1
    hub?.storedValueDidChange(of: self, to: value)
    // In place of `withExtendedLifetime`, whose closure would ask for the running executor.
    extendLifetime(previous)
  }
}

/// A node that drops equal values; the rule needs no place in it.
final class EquatableNode<Value: Equatable>: StoredNode<Value> {
  override var conflation: Conflation<Value> { .equal }

  override func areEqual(_ old: Value, _ new: Value) -> Bool { old == new }
}

/// A node with a rule of its own.
class RuledNode<Value>: StoredNode<Value> {
  private let rule: Conflation<Value>

  init(_ value: Value, conflation: Conflation<Value>) {
    rule = conflation
    super.init(value)
  }

  final override var conflation: Conflation<Value> { rule }
}
