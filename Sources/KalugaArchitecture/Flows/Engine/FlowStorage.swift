/// The state that the consumers of a flow share: a state flow's value, a shared flow's buffer or a
/// channel's queue.
@usableFromInline
protocol FlowStorage<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable
  /// What a consumer remembers from one element to the next.
  associatedtype Cursor

  /// Registers a consumer.
  func join() -> Cursor

  /// Removes a consumer.
  func leave(_ cursor: Cursor)

  /// Takes the consumer's next element, without waiting.
  func take(_ cursor: inout Cursor) -> FlowTaking<Value>

  /// Adds a waiter, which is woken when there may be something to take.
  ///
  /// - Returns: The waiter's identifier, or nil if there is something to take already.
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: Cursor) -> Int?

  /// Removes a waiter whose task was cancelled.
  func removeWaiter(_ id: Int)

  /// Called when a consumer ends because its task was cancelled.
  func consumerWasCancelled()
}

/// The result of a consumer's attempt to take an element.
@usableFromInline
enum FlowTaking<Value: Sendable>: Sendable {
  case value(Value)
  /// There is nothing to take now.
  case nothing
  /// There is nothing to take, now or later.
  case end
}
