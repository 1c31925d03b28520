// What a demonstration needs.
extension TerminalApp {
  /// Whether the prompt and the screen are redrawn: at a terminal that is not `dumb`.
  public var canRedraw: Bool { session.live != nil }

  /// Types lines at the prompt one after the other, as a person would.
  ///
  /// Returns at once. The typing begins when the running command has ended, and ends after the last
  /// line, or when the user presses a key, which does nothing else and is confirmed by a line. Only a
  /// prompt that is redrawn can be typed at; see ``canRedraw``.
  public func play(_ lines: [String]) { session.live?.play(lines) }

  /// Replaces the process by a new one of the same program, as if the system had killed the app and
  /// the user had launched it again.
  ///
  /// Nothing in memory survives: no screen is cleared, no clean-up runs, and nothing is saved.
  ///
  /// - Parameter arguments: The arguments of the new process.
  /// - Throws: An error if the system does not start the process. The prompt has then ended.
  public func replaceProcess(arguments: [String]) throws(TerminalCommandError) {
    session.live?.end()
    Platform.replaceProcess(arguments: arguments)
    throw TerminalCommandError("the process cannot be replaced")
  }
}
