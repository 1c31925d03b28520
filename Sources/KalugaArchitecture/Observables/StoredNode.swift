/// A node that holds its value.
class StoredNode<Value>: WritableNode<Value> {
  private var stored: Value
  private var changes: UInt64 = 0

  init(_ value: Value, conflation: Conflation<Value>) {
    stored = value
    super.init(conflation: conflation)
  }

  final override var value: Value { stored }
  final override var version: UInt64 { changes }

  final override func store(_ value: Value) {
    let previous = stored
    guard !conflation.areEqual(previous, value) else { return }
    tracking?.willChange()
    stored = value
    changes &+= 1
    tracking?.didChange()
    // `previous` lives on: its release may run a user's `deinit` that reads this very node.
    withExtendedLifetime(previous) {
      hub?.valueDidChange(of: self, from: previous)
    }
  }
}
