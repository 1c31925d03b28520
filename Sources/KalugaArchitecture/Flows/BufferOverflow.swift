/// What happens to a value for which there is no room.
public enum BufferOverflow: Hashable, Sendable {
  /// The sender waits until there is room.
  case suspend
  /// The oldest value makes room.
  case dropOldest
  /// The new value is dropped.
  case dropNewest
}
