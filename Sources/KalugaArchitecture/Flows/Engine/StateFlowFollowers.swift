/// An event that the listeners of a state flow receive.
@usableFromInline
enum StateFlowEvent {
  case changed
  /// The flow has lost its last writer.
  case finished
}

/// The listeners of a state flow, and the consumers that wait for its next value.
///
/// Not generic, so that it is compiled once. Lives under the lock of its flow, which takes out under the
/// lock what it notifies outside.
@usableFromInline
struct StateFlowFollowers {
  @usableFromInline typealias Listener = @Sendable (StateFlowEvent) -> Void

  var waiters = WaiterList<OneShot<Void>>()
  var listeners = WaiterList<Listener>()

  /// Returns the followers to notify of a change, or nil if there are none.
  ///
  /// A waiter is woken once; listeners stay. The copy shares their storage.
  @usableFromInline
  mutating func takeForChange() -> StateFlowFollowers? {
    if waiters.isEmpty, listeners.isEmpty { return nil }
    return StateFlowFollowers(waiters: waiters.takeAll(), listeners: listeners)
  }

  /// Wakes the waiters and calls the listeners, each in the order of their arrival.
  @usableFromInline
  func notify(_ event: StateFlowEvent) {
    waiters.wake()
    for listener in listeners.waiters { listener(event) }
  }
}
