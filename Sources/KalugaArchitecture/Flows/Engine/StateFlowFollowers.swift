/// An event that the listeners of a state flow receive.
@usableFromInline
enum StateFlowEvent {
  case changed
  /// The flow has lost its last writer.
  case finished
}

/// The listeners of a state flow, and the consumers that wait for its next value.
///
/// Not generic, so that it is compiled once. Protected by the lock of its flow: the flow takes the
/// followers out under the lock and notifies them outside.
@usableFromInline
struct StateFlowFollowers {
  @usableFromInline typealias Listener = @Sendable (StateFlowEvent) -> Void

  var waiters = WaiterList<OneShot<Void>>()
  var listeners = WaiterList<Listener>()

  /// Returns the followers to notify of a change, or nil if there are none.
  ///
  /// Waiters are removed, because each is woken once. Listeners stay registered; the returned copy
  /// shares their storage.
  @usableFromInline
  mutating func takeForChange() -> StateFlowFollowers? {
    if waiters.isEmpty, listeners.isEmpty { return nil }
    return StateFlowFollowers(waiters: waiters.takeAll(), listeners: listeners.unshared)
  }

  /// Wakes the waiters and calls the listeners, each in the order of their arrival.
  @usableFromInline
  func notify(_ event: StateFlowEvent) {
    waiters.wake()
    for listener in listeners.waiters { listener(event) }
  }
}
