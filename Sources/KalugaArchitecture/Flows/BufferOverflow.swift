/// What a shared flow does with a value when its buffer is full.
public enum BufferOverflow: Hashable, Sendable {
  /// The emitter waits until there is room.
  case suspend
  /// The oldest value is dropped to make room.
  case dropOldest
  /// The new value is dropped.
  case dropNewest
}
