/// Which value is dropped when a channel is full.
public enum ChannelOverflow: Hashable, Sendable {
  /// The value that has waited longest.
  case dropOldest
  /// The value that was just sent.
  case dropNewest
}
