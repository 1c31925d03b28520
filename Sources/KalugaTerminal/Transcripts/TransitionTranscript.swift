/// The transitions of a navigation as a value: recorded, printed and compared.
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
