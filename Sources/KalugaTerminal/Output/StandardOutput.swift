/// The process's standard output.
///
/// Text is written at once, unbuffered. After a write failed, as to a pipe that nobody reads, the
/// sink is closed. Making it lets such a write fail instead of ending the process by a signal.
/// A reader that has gone away is nothing wrong; of other failures, as a disk that is full, ``failure``
/// tells.
@MainActor
public final class StandardOutput: TextSink {
  /// Whether a write has failed.
  public private(set) var isClosed = false

  /// Why a write has failed, in the words of the system; nil if none has, or if nobody reads any longer.
  public private(set) var failure: String?

  /// Creates the sink.
  public init() {
    Platform.letWritesFail()
  }

  /// Whether a person looks at it.
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
