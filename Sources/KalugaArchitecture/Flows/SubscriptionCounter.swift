/// Counts the consumers of a flow; the count becomes a state flow when somebody asks for it.
///
/// Lives under the lock of its flow. The flow of counts gets differences and not totals, after that
/// lock is given up: totals could overtake each other.
@usableFromInline
struct SubscriptionCounter {
  @usableFromInline
  var count = 0
  @usableFromInline
  var storage: StateFlowStorage<Int>?

  /// Counts, and returns the flow that is to be told of the same difference.
  @inlinable
  mutating func add(_ difference: Int) -> StateFlowStorage<Int>? {
    count += difference
    return storage
  }

  mutating func flow() -> StateFlowStorage<Int> {
    if let storage { return storage }
    let storage = StateFlowStorage(count, areEqual: ==)
    self.storage = storage
    return storage
  }
}
