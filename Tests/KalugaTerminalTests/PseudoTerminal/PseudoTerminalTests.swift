#if os(Linux)
  import Testing

  /// The tests of sessions on pseudo-terminals, one at a time, because all sessions of the process get
  /// the signal of a new size.
  @Suite(.serialized)
  enum PseudoTerminalTests {}
#endif
