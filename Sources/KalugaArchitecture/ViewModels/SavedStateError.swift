/// Saved state could not be written or read.
public enum SavedStateError: Error, Hashable, Sendable {
  /// The data was saved by another version, and nothing migrates it.
  case wrongVersion(expected: Int, found: Int)
  /// The data is not what `save()` wrote; names the place if that is known.
  case damaged(String)
  /// The state has a value that cannot be written.
  case notWritable(String)
}

extension SavedStateError: CustomStringConvertible {
  /// What is wrong with the data; never the data itself.
  public var description: String {
    switch self {
    case .wrongVersion(let expected, let found):
      "saved state has version \(found), expected \(expected): give `migrate` to read it"
    case .damaged(let reason): "saved state is damaged: \(reason). Begin with fresh state."
    case .notWritable(let reason):
      "state cannot be saved: \(reason). Keep such a value out of the state."
    }
  }
}
