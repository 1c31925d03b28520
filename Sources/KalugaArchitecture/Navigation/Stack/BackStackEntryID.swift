/// Identifies one screen on a back stack.
///
/// Two screens with the same destination have different identifiers. A stack never uses an
/// identifier again, even after it was saved and restored. An identifier is encoded as a number,
/// and can be the key of an encoded dictionary.
public struct BackStackEntryID: RawRepresentable, Hashable, Sendable, Codable,
  CodingKeyRepresentable
{
  /// The number.
  ///
  /// The first screen of a stack has the number 1.
  public let rawValue: Int

  /// Creates an identifier from a number, for the migration of a saved stack.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

extension BackStackEntryID: CustomStringConvertible {
  /// The number with a hash sign in front: `#7`.
  public var description: String { "#\(rawValue)" }
}
