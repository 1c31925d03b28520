/// A node whose value is kept elsewhere: it can be read there at any time, and while this node has
/// observers it is told of changes.
///
/// Each change makes it compare the value with what observers saw last. The version tells whether there
/// is anything new at all.
class FollowingNode<Value>: WritableNode<Value> {
  /// What observers saw last; only while there are any.
  private var delivered: (value: Value, version: UInt64)?

  /// The value where it is kept.
  func read() -> Value {
    abstract()
  }

  /// Begins to be told of changes.
  func beginFollowing() {}

  /// Ends being told.
  func endFollowing() {}

  final override var value: Value {
    if let delivered, delivered.version == version { return delivered.value }
    return read()
  }

  final override func valueForRound() -> Value {
    let version = version
    let value = value
    let last = delivered
    delivered = (value, version)
    // Released only now: that may run a user's `deinit`, which may read this very node.
    withExtendedLifetime(last) {}
    return value
  }

  /// Tells the observers, if the value differs from what they saw.
  final func sourceDidChange() {
    guard let last = delivered, last.version != version else { return }
    hub?.valueDidChange(of: self, from: last.value)
  }

  final override func catchUp() {
    sourceDidChange()
  }

  final override func start() {
    beginFollowing()
    _ = valueForRound()
  }

  final override func stop() {
    guard let last = delivered.take() else { return }
    withExtendedLifetime(last) { endFollowing() }
  }
}
