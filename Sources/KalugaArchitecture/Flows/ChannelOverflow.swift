/// Which value a full channel drops.
public enum ChannelOverflow: Hashable, Sendable {
  /// The value that has waited longest.
  case dropOldest
  /// The value that was just sent.
  case dropNewest
}
