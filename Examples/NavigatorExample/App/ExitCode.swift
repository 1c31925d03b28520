import KalugaTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the process tells whoever started it.
enum ExitCode {
  /// Ends the process after the app has ended.
  ///
  /// Ctrl-C is 130, as shells have it, so that a loop around the app ends as well. Output that is lost
  /// is 1 with a reason, unless its reader has gone away: `head` has got what it wanted.
  static func leave(after end: TerminalSession.End, _ failure: String?) -> Never {
    if let failure {
      let text = "cannot write the output: \(failure)\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
      exit(1)
    }
    exit(end == .interrupted ? 130 : 0)
  }
}
