/// Counts the consumers of a flow; the count becomes a state flow when it is first asked for.
///
/// Protected by the lock of its flow. The state flow is updated outside that lock, and by
/// differences, because totals could arrive in the wrong order.
struct SubscriptionCounter {
  private var count = 0
  private var storage: StateFlowStorage<Int>?

  /// Changes the count, and returns the state flow to update by the same difference.
  mutating func add(_ difference: Int) -> StateFlowStorage<Int>? {
    count += difference
    return storage
  }

  /// Called when the counted flow is released.
  func finish() {
    storage?.finish()
  }

  mutating func flow() -> StateFlowStorage<Int> {
    if let storage { return storage }
    let storage = StateFlowStorage(count, areEqual: ==)
    self.storage = storage
    return storage
  }
}
