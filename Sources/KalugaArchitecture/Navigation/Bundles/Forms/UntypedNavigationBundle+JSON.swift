#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UntypedNavigationBundle {
  /// Reads a bundle from a JSON object.
  ///
  /// Objects are bundles, `null` is nil. Text has no type of its own yet: a date is ISO 8601, a
  /// codable value the text of its JSON, and `nan`, `inf` and `-inf` are numbers; other numbers and
  /// truth values are not read from text. If an object has a key twice, one of them is dropped by the
  /// platform's decoder.
  ///
  /// - Throws: One problem with the path `JSON` if this is no JSON object, or one of too many levels.
  public init(json: Data) throws(NavigationBundleError) {
    let problem = { (found: String) in
      NavigationBundleError(problems: [
        .init(path: "JSON", expected: "an object of at most \(Self.deepest) levels", found: found)
      ])
    }
    // What is wrong in it may be private: the decoder's error would show it.
    guard let form = try? JSONDecoder().decode(JSONForm.self, from: json) else {
      throw problem("something else")
    }
    guard case .bundle(let rows) = form.value else { throw problem("a single value or an array") }
    self.init(rows: rows, source: .json, isForeign: true)
  }

  /// The bundle as a JSON object, with the keys in alphabetical order.
  ///
  /// `init(json:)` tells how values are written.
  ///
  /// - Throws: Every row that cannot be written: a codable value that JSON has no notation for, or
  ///   too many levels.
  public func json(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> Data {
    let rows = try writableRows(for: purpose)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(JSONForm(value: .bundle(rows)))
    } catch {
      preconditionFailure("JSON cannot hold rows that were found to be good: \(rows.map(\.key))")
    }
  }
}

/// A value as JSON, read without a spec.
struct JSONForm: Codable {
  let value: NavigationBundleValue

  init(value: NavigationBundleValue) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard decoder.codingPath.count <= UntypedNavigationBundle.deepest else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Too many levels")
    }
    // Each kind that it is not costs an error of the decoder: the frequent ones come first.
    value =
      if container.decodeNil() {
        .null
      } else if let text = try? container.decode(String.self) {
        .text(text)
      } else if let number = try? container.decode(Double.self) {
        Self.number(number, container)
      } else if let object = try? decoder.container(keyedBy: Key.self) {
        // Objects have no order: any will do if it is always the same.
        .bundle(
          try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            NavigationBundleRow(
              key: key.stringValue,
              value: try object.decode(JSONForm.self, forKey: key).value
            )
          }
        )
      } else if var array = try? decoder.unkeyedContainer() {
        .array(try Self.elements(&array))
      } else if let boolean = try? container.decode(Bool.self) {
        .boolean(boolean)
      } else {
        .invalid("a number or text that is out of range")
      }
  }

  private static func number(
    _ number: Double,
    _ container: any SingleValueDecodingContainer
  ) -> NavigationBundleValue {
    // As an integer, a negative zero would lose its sign.
    if number == 0, number.sign == .minus { return .double(number) }
    // Up to here, a double has all digits of a whole number.
    if number.magnitude < 0x1p53 {
      return Int64(exactly: number).map { .integer(Int128($0)) } ?? .double(number)
    }
    if let whole = try? container.decode(Int64.self) { return .integer(Int128(whole)) }
    if let whole = try? container.decode(UInt64.self) { return .integer(Int128(whole)) }
    return .double(number)
  }

  private static func elements(
    _ container: inout any UnkeyedDecodingContainer
  ) throws -> [NavigationBundleValue] {
    var values: [NavigationBundleValue] = []
    while !container.isAtEnd { values.append(try container.decode(JSONForm.self).value) }
    return values
  }

  func encode(to encoder: any Encoder) throws {
    var container: any SingleValueEncodingContainer
    switch value {
    case .bundle(let rows):
      var object = encoder.container(keyedBy: Key.self)
      for row in rows { try object.encode(JSONForm(value: row.value), forKey: Key(row.key)) }
      return
    case .array(let values):
      var array = encoder.unkeyedContainer()
      for value in values { try array.encode(JSONForm(value: value)) }
      return
    default: container = encoder.singleValueContainer()
    }
    switch value {
    case .boolean(let value): try container.encode(value)
    case .double(let value) where value.isFinite: try container.encode(value)
    case .integer(let value):
      if let value = Int64(exactly: value) {
        try container.encode(value)
      } else if let value = UInt64(exactly: value) {
        try container.encode(value)
      } else {
        // Few readers keep the digits of such numbers.
        try container.encode("\(value)")
      }
    default:
      if let text = value.text { try container.encode(text) } else { try container.encodeNil() }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
