/// A signal that a terminal session listens for.
enum ProcessSignal {
  /// Ctrl-C.
  case interrupted
  /// Ctrl-Z.
  case suspended
  /// The process runs again after it was stopped.
  case continued
  /// The size of the window has changed.
  case windowChanged
}
