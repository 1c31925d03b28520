import KalugaArchitecture

/// The terminal as a host of view models, to which services that print or ask can attach.
///
///     let messages = LifecycleHostObserver<TerminalHost>()      // a service of a view model
///     messages.currentHost?.print("saved")
@MainActor
public final class TerminalHost {
  private let output: any TextSink

  /// Creates a host that prints to a sink.
  public init(output: any TextSink) {
    self.output = output
  }

  /// Prints a line; control characters in it are escaped.
  public func print(_ line: String) {
    output.writeLine(line.escapingControlCharacters())
  }
}
