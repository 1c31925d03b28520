import KalugaTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the process with an exit code.
enum ExitCode {
  /// Ends the process after the app has ended.
  ///
  /// The code is 130 after Ctrl-C, by the convention of shells, so that a loop around the app ends
  /// too. It is 1, with a message, if output was lost. A reader that closed the pipe, such as
  /// `head`, is not an error.
  static func leave(after end: TerminalSession.End, _ failure: String?) -> Never {
    if let failure {
      let text = "cannot write the output: \(failure)\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
      exit(1)
    }
    exit(end == .interrupted ? 130 : 0)
  }
}
