/// Writes to the process's standard output.
///
/// Text is written at once, without buffering; a write blocks until all bytes are written. A failed
/// write closes the sink. A closed pipe is not an error; other failures, such as a full disk, are
/// reported by ``failure``.
///
/// Creating the sink makes the process ignore the signals `SIGPIPE` and `SIGXFSZ`, so that a write
/// can fail instead of ending the process.
@MainActor
public final class StandardOutput: TextSink {
  /// Whether a write has failed.
  public private(set) var isClosed = false

  /// The system's description of the failed write; nil if none has failed or if the pipe was
  /// closed.
  public private(set) var failure: String?

  /// Creates the sink.
  public init() {
    Platform.letWritesFail()
  }

  /// Whether standard output is a terminal, at which a person reads the text.
  public var isTerminal: Bool { Platform.isTerminal(1) }

  /// Writes the text, unless the sink is closed.
  public func write(_ text: String) {
    guard !isClosed else { return }
    var text = text
    text.withUTF8 { bytes in
      guard let error = unsafe Platform.writeBytes(1, bytes) else { return }
      isClosed = true
      failure = Platform.failure(error)
    }
  }
}
