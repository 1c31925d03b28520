/// The transitions of a navigation as a value: recorded, printed, read back, compared and replayed.
///
///     start    home   [home]
///     push     home → details {name: "Ada", number: 42}   [home, details]
///
/// The text is what a ``TransitionPrinter`` prints. Private rows are redacted from the moment of
/// recording: no transcript ever holds what they hold. Transcripts are equal if they print the same.
public struct TransitionTranscript: Hashable, Sendable {
  /// The transitions, oldest first.
  public private(set) var entries: [TranscriptEntry]

  /// Creates a transcript.
  public init(_ entries: [TranscriptEntry] = []) {
    self.entries = entries
  }

  /// Reads a transcript from its text; empty lines are left out.
  ///
  /// Only what a transcript prints is read: what is accepted prints the same again.
  ///
  /// - Throws: The first part that does not fit, with its line and column. Nothing is read then.
  public init(parsing text: String) throws(TranscriptError) {
    entries = []
    // Split by scalars: as characters, the end of a line from Windows is one with its return.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let scalars = line.last == "\r" ? line.dropLast() : line
      guard !scalars.isEmpty else { continue }
      var reader = TranscriptLineReader(Array(scalars), line: index + 1)
      entries.append(try reader.entry())
    }
  }

  mutating func append(_ entry: TranscriptEntry) {
    entries.append(entry)
  }
}

extension TransitionTranscript: CustomStringConvertible {
  /// One line for each transition, each with its end.
  public var description: String {
    entries.map { "\($0)\n" }.joined()
  }
}
