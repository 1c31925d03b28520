/// A reason why state could not be saved or restored.
public enum SavedStateError: Error, Hashable, Sendable {
  /// The data has another version, and no migration was given.
  case wrongVersion(expected: Int, found: Int)
  /// The data is not what was saved, or its migration failed; the text names the place if known.
  case damaged(String)
  /// The state contains a value that cannot be written, or its encoding failed.
  case notWritable(String)
  /// The system refuses to read a file.
  case fileNotReadable(String)
  /// The system refuses to write a file, which is unchanged.
  case fileNotWritable(String)
}

extension SavedStateError: CustomStringConvertible {
  /// A description of the problem, which never quotes the data.
  public var description: String {
    switch self {
    case .wrongVersion(let expected, let found):
      "saved state has version \(found), expected \(expected): pass `migrate` to read it"
    case .damaged(let reason): "saved state is damaged: \(reason). Start with fresh state."
    case .notWritable(let reason):
      "state cannot be saved: \(reason). Remove such values from the state."
    case .fileNotReadable(let reason): "the file cannot be read: \(reason)"
    case .fileNotWritable(let reason): "the file cannot be written: \(reason)"
    }
  }
}
