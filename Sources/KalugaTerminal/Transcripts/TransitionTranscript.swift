/// A list of transitions that can be printed and compared.
///
///     start    home   [home]
///     push     home → details {name: "Ada", number: 42}   [home, details]
///
/// The text is what a ``TransitionPrinter`` prints. Private values are redacted when a transition
/// is recorded, so that a transcript never contains them. Transcripts are equal if their texts are
/// equal.
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
  /// One line for each transition, each with a newline.
  public var description: String {
    entries.map { "\($0)\n" }.joined()
  }
}
