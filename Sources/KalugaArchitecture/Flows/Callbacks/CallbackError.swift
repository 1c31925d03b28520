/// Why an API with a callback gave no usable answer.
public struct CallbackError: Error, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The API released the callback without calling it.
    case neverAnswered
    /// The API called back with neither a value nor an error.
    case emptyAnswer
  }

  /// What went wrong.
  public let reason: Reason

  /// The file and line of the call of ``withCallback(isolation:fileID:line:_:)``.
  public let call: String

  /// What happened, where, and how to correct it.
  public var description: String {
    switch reason {
    case .neverAnswered:
      "the callback of withCallback at \(call) was released without an answer. "
        + "Call the reply on every path, errors included."
    case .emptyAnswer:
      "the callback of withCallback at \(call) got neither a value nor an error. "
        + "If the API means success by that, answer with resume(returning:)."
    }
  }
}
