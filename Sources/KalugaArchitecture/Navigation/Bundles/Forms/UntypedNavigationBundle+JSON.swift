#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UntypedNavigationBundle {
  /// Reads a bundle from a JSON object in UTF-8.
  ///
  /// An object becomes a bundle, and `null` becomes nil. Text has no type until a spec reads it. It
  /// may be a date in ISO 8601, a codable value as JSON text, one of the numbers `nan`, `inf` and
  /// `-inf`, an integer of more than 64 bits, or a decimal, which may also be a number. Other numbers and
  /// Booleans are not read from text.
  ///
  /// - Throws: An error with one problem. Its path is `JSON` if the data is not a JSON object of at
  ///   most 100 levels, or the key of the row in which a number is out of range or a text is not
  ///   Unicode.
  public init(json: Data) throws(NavigationBundleError) {
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: json)
    } catch {
      throw NavigationBundleError(problems: [Self.problem(error)])
    }
    guard case .object(let members) = value, value.depth <= Self.deepest else {
      let isDeep = value.depth > Self.deepest
      let found = isDeep ? "something else" : "a single value or an array"
      throw NavigationBundleError(problems: [Self.noObject(found: found)])
    }
    self.init(rows: members.rows, source: .json)
  }

  private static func problem(_ error: any Error) -> NavigationBundleError.Problem {
    guard case DecodingError.dataCorrupted(let context) = error,
      let row = context.codingPath.first
    else { return noObject(found: "something else") }
    // Without the keys inside of the row, because it may be private.
    let path = row.stringValue.escapingControlCharacters()
    return .init(path: path, expected: "a JSON value", found: "something else")
  }

  /// Returns the problem of data that is not an object, without the data, which may be private.
  private static func noObject(found: String) -> NavigationBundleError.Problem {
    let expected = "an object of at most \(deepest) levels"
    return NavigationBundleError.Problem(path: "JSON", expected: expected, found: found)
  }

  /// Returns the bundle as a JSON object in UTF-8, with the keys in alphabetical order.
  ///
  /// See `init(json:)` for the notation of the values.
  ///
  /// - Throws: An error that lists each row that cannot be written. Such a row has a codable value
  ///   without a JSON notation, or too many levels.
  public func json(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> Data {
    let value = JSONValue(.bundle(try writableRows(for: purpose)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      // Not reached: the value has finite numbers, and its levels have been counted.
      throw NavigationBundleError(problems: [Self.noObject(found: "something else")])
    }
  }
}

extension [String: JSONValue] {
  /// The rows in alphabetical order, because an object has no order.
  fileprivate var rows: [NavigationBundleRow] {
    sorted { $0.key < $1.key }.map { NavigationBundleRow(key: $0, value: .init($1)) }
  }
}

extension NavigationBundleValue {
  /// Creates the untyped form of JSON, in which all text is of unknown type.
  init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .integer(let value): .integer(value)
      case .number(let value): .double(value)
      case .decimal(let value): .serialized("\(value)")
      case .string(let text): .text(text)
      case .array(let elements): .array(elements.map { .init($0) })
      case .object(let members): .bundle(members.rows)
      }
  }
}

extension JSONValue {
  fileprivate init(_ value: NavigationBundleValue) {
    self =
      switch value {
      case .boolean(let value): .boolean(value)
      // Larger numbers are written as text, because few readers preserve their digits.
      case .integer(let value) where Int64(exactly: value) != nil || UInt64(exactly: value) != nil:
        .integer(value)
      case .double(let value) where value.isFinite: .number(value)
      case .array(let values): .array(values.map { .init($0) })
      case .bundle(let rows):
        .object(Dictionary(rows.map { ($0.key, .init($0.value)) }) { first, _ in first })
      default: value.text.map { .string($0) } ?? .null
      }
  }
}
