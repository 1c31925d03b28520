#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The untyped form of a row's value, for printing, links and storage.
///
/// The notation of the description shows the type: `"text"`, `'c'`, `42`, `4.5`, `[1, 2]`, `{key:
/// value}`, `nil`, `()`. Control characters are escaped, so that a value cannot break a line or
/// control a terminal.
public enum NavigationBundleValue: Hashable, Sendable {
  /// An optional that is nil.
  case null
  /// The value of a row that holds no value.
  case unit
  /// A Boolean.
  case boolean(Bool)
  /// An integer of any width and sign.
  case integer(Int128)
  /// A floating-point number.
  case double(Double)
  /// A single character.
  case character(Character)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// An array of values.
  case array([NavigationBundleValue])
  /// A nested bundle.
  case bundle([NavigationBundleRow])
  /// A `Codable` value as JSON text.
  case serialized(String)
  /// Text of unknown type, for example from a link.
  ///
  /// Each type reads its own notation from it.
  case text(String)
  /// A value that could not be converted, with the reason.
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
