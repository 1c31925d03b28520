#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The untyped form of what a row of a bundle holds, for printing, links and storage.
///
/// Its description shows the type by its look: `"text"`, `'c'`, `42`, `4.5`, `[1, 2]`, `{key: value}`,
/// `nil`, `()`. Control characters are escaped, so that a value never breaks a line or a terminal.
public enum NavigationBundleValue: Hashable, Sendable {
  /// A missing optional.
  case null
  /// A row without content.
  case unit
  /// A truth value.
  case boolean(Bool)
  /// A whole number of any width and sign.
  case integer(Int128)
  /// A floating-point number.
  case double(Double)
  /// One character.
  case character(Character)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Values in order.
  case array([NavigationBundleValue])
  /// A nested bundle.
  case bundle([NavigationBundleRow])
  /// A `Codable` value as JSON text.
  case serialized(String)
  /// Text of unknown type, as in a link; each type reads its own notation from it.
  case text(String)
  /// A value that its type could not convert, with the reason.
  case invalid(String)
}

extension NavigationBundleValue: CustomStringConvertible {
  /// The value in one line.
  public var description: String {
    switch self {
    case .null: "nil"
    case .unit: "()"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .character(let value): "'\("\(value)".escapingControlCharacters(quote: "'"))'"
    case .string(let value), .text(let value): "\"\(value.escapingControlCharacters(quote: "\""))\""
    case .date(let value): DateNotation.iso8601(value)
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .bundle(let rows): rows.bundleDescription
    case .serialized(let json): json.escapingControlCharacters()
    case .invalid(let reason): "<invalid: \(reason.escapingControlCharacters())>"
    }
  }
}
