/// The process's standard output.
///
/// Text is written at once, unbuffered. After a write failed, as to a pipe that nobody reads, the
/// sink is closed. Making it lets such a write fail instead of ending the process by a signal.
@MainActor
public final class StandardOutput: TextSink {
  /// Whether a write has failed.
  public private(set) var isClosed = false

  /// Creates the sink.
  public init() {
    Platform.ignoreClosedPipes()
  }

  /// Whether a person looks at it.
  public var isTerminal: Bool { Platform.isTerminal(1) }

  /// Writes the text, unless the sink is closed.
  public func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    text.withUTF8 { bytes in
      if !Platform.writeBytes(1, bytes) { isClosed = true }
    }
  }
}
