import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reason why a session cannot be read.
public enum SessionError: Error, Hashable, Sendable {
  /// The session was recorded by another version of the toolkit.
  case wrongVersion(expected: Int, found: Int)
  /// A field of the session is not what a recorder writes there.
  case damaged(field: String, expected: String, found: String)
}

extension SessionError: CustomStringConvertible {
  /// What is wrong, in one line, without the values of the session.
  public var description: String {
    switch self {
    case .wrongVersion(let expected, let found):
      "the session has version \(found), expected \(expected)"
    case .damaged(let field, let expected, let found):
      "the session is damaged: \(field): expected \(expected), found \(found)"
    }
  }
}

extension SessionError {
  /// Describes a decoding error without the value that it may quote.
  init(_ error: any Error, reading json: Data) {
    let misfit = (error as? DecodingError)?.misfit
    let path = misfit?.path ?? []
    let expected = misfit?.type.map { "\($0)" } ?? "a valid value"
    let whole = try? JSONDecoder().decode(JSONValue.self, from: json)
    let found = path.reduce(whole) { $0?.member($1) }?.kind ?? "nothing"
    let field = path.reduce(into: "") { field, key in
      field += key.intValue.map { "[\($0)]" } ?? (field.isEmpty ? "" : ".") + key.stringValue
    }
    self =
      whole == nil
      ? .damaged(field: "the file", expected: "JSON", found: "other data")
      : .damaged(field: field.isEmpty ? "the file" : field, expected: expected, found: found)
  }
}
