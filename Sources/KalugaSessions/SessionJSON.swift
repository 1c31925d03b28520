#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes and reads the values of a session.
package enum SessionJSON {
  /// Precedes the names of properties below private keys, while a value is being redacted.
  ///
  /// The keys of dictionaries have no mark, because they are values. The mark is random, so that no
  /// such key begins with it.
  static let mark = "\(UInt64.random(in: .min ... .max)) "

  private struct Marked: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  static func encode(
    _ value: some Encodable,
    marking privateKeys: Set<String>
  ) throws -> Data {
    let encoder = encoder()
    if !privateKeys.isEmpty {
      encoder.keyEncodingStrategy = .custom { path in
        guard let key = path.last else { return Marked(stringValue: "") }
        let isBelow = path.dropLast().contains { privateKeys.contains($0.stringValue) }
        // The compiler's keys for the properties of a type are an enum.
        guard isBelow, Mirror(reflecting: key).displayStyle == .enum else { return key }
        return Marked(stringValue: mark + key.stringValue)
      }
    }
    return try encoder.encode(value)
  }

  package static func encode(_ value: some Encodable) throws -> Data {
    try encoder().encode(value)
  }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "∞",
      negativeInfinity: "-∞",
      nan: "NaN"
    )
    return encoder
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value
  {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "∞",
      negativeInfinity: "-∞",
      nan: "NaN"
    )
    return try decoder.decode(type, from: json)
  }
}
