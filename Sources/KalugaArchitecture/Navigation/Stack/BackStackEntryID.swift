/// Identifies one screen on a back stack.
///
/// Two screens of the same destination have different identifiers. A stack never uses an identifier again,
/// also after it was saved and restored. Encoded as a number, and as a key of a saved dictionary too.
public struct BackStackEntryID: RawRepresentable, Hashable, Sendable, Codable,
  CodingKeyRepresentable
{
  /// The number: 1 for the first screen of a stack.
  public let rawValue: Int

  /// Creates the identifier of a number, for the migration of a saved stack.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension BackStackEntryID: CustomStringConvertible {
  /// The number after a hash sign: `#7`.
  public var description: String { "#\(rawValue)" }
}
