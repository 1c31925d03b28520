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
  /// Says what is wrong, in words that the users of the app can read; never quotes the data.
  public var description: String {
    switch self {
    case .wrongVersion(let expected, let found):
      "saved state has version \(found), expected \(expected)"
    case .damaged(let reason): "saved state is damaged: \(reason)"
    case .notWritable(let reason): "state cannot be saved: \(reason)"
    case .fileNotReadable(let reason): "the file cannot be read: \(reason)"
    case .fileNotWritable(let reason): "the file cannot be written: \(reason)"
    }
  }
}

extension SavedStateError: CustomDebugStringConvertible {
  /// Says what is wrong, and what the app's developer can do about it.
  public var debugDescription: String {
    switch self {
    case .wrongVersion: "\(description). Pass `migrate` to read it."
    case .damaged: "\(description). Start with fresh state."
    case .notWritable: "\(description). Remove such values from the state."
    case .fileNotReadable, .fileNotWritable: description
    }
  }
}
