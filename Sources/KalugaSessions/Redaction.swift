import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes values as JSON without the values under private keys.
struct Redaction: Sendable {
  let privateKeys: Set<String>

  /// A value as JSON, nil if it cannot be recorded, and the paths of what is redacted, if anything.
  typealias Recorded = (json: Data?, redacted: [String]?)

  func record<Value: Codable>(_ value: Value) -> Recorded {
    guard let parts = PrivateParts(of: value, privateKeys: privateKeys) else { return (nil, ["*"]) }
    if let text = value as? String {
      // A command such as `login ada 1234` has no keys, but may name one.
      let isNamed = privateKeys.contains { text.unicodeScalars.contains($0.unicodeScalars) }
      return isNamed ? (nil, ["*"]) : (try? JSONEncoder().encode(text), nil)
    }
    let keys = privateKeys.union(parts.rowKeys)
    guard let json = try? Self.encode(value, marking: keys) else { return (nil, ["*"]) }
    if keys.isEmpty { return (json, nil) }
    guard let tree = try? JSONDecoder().decode(JSONValue.self, from: json) else {
      return (nil, ["*"])
    }
    var removed = Removed()
    let redacted = redact(tree, keys, at: [], &removed)
    // In the JSON, the private parts may have other names than in the value.
    guard removed.contains(parts) else { return (nil, ["*"]) }
    guard let json = try? JSONEncoder().encode(redacted),
      removed.paths.isEmpty || (try? redacted.decoded(as: Value.self)) != nil
    else { return (nil, ["*"] + removed.paths) }
    return (json, removed.paths.isEmpty ? nil : removed.paths)
  }

  /// Precedes the names of properties below private keys, while a value is being redacted.
  ///
  /// The keys of dictionaries have no mark, because they are values. The mark is random, so that no
  /// such key begins with it.
  fileprivate static let mark = "\(UInt64.random(in: .min ... .max)) "

  private static func encode(
    _ value: some Encodable,
    marking privateKeys: Set<String>
  ) throws -> Data {
    let encoder = JSONEncoder.forAnyNumber()
    if !privateKeys.isEmpty {
      encoder.keyEncodingStrategy = .custom { path in
        let key = path.last ?? AnyCodingKey(stringValue: "")
        let isBelow = path.dropLast().contains { privateKeys.contains($0.stringValue) }
        // The compiler's keys for the properties of a type are an enum.
        guard isBelow, Mirror(reflecting: key).displayStyle == .enum else { return key }
        return AnyCodingKey(stringValue: mark + key.stringValue)
      }
    }
    return try encoder.encode(value)
  }

  /// What was replaced.
  private struct Removed {
    var paths: [String] = []
    var names: [String: Int] = [:]
    var values: [JSONValue: Int] = [:]
    /// How often each text or number is in what was not replaced.
    var kept: [String: Int] = [:]

    func contains(_ parts: PrivateParts) -> Bool {
      parts.names.allSatisfy { names[$0, default: 0] >= $1 }
        && parts.rows.allSatisfy { row, count in
          JSONValue(row).map { values[$0, default: 0] >= count } ?? false
        }
        && !isKept(parts)
    }

    /// Whether a private text or number remains where reflection finds no public one.
    private func isKept(_ parts: PrivateParts) -> Bool {
      var others = parts.texts
      for (row, count) in parts.rows {
        // Reflection does not know which properties have private rows.
        for text in JSONValue(row)?.texts ?? [] { others[text, default: 0] -= count }
      }
      return values.keys.flatMap(\.texts).contains { text in
        kept[text].map { $0 > others[text, default: 0] } ?? false
      }
    }
  }

  /// Replaces all values under private keys.
  private func redact(
    _ value: JSONValue,
    _ keys: Set<String>,
    at path: [String],
    _ removed: inout Removed
  ) -> JSONValue {
    switch value {
    case .object(var members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        if keys.contains(key) {
          removed.paths.append((path + [key]).joined(separator: "."))
          removed.names[key, default: 0] += 1
          removed.values[member.unmarked, default: 0] += 1
          members[key] = placeholder(for: member)
        } else {
          members[key] = redact(member, keys, at: path + [key], &removed)
        }
      }
      return .object(members)
    case .array(let elements):
      return .array(
        elements.enumerated().map { redact($1, keys, at: path + ["\($0)"], &removed) }
      )
    default:
      for text in value.texts { removed.kept[text, default: 0] += 1 }
      return value
    }
  }

  /// Returns a value of the same kind that contains nothing of a private value.
  private func placeholder(for value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean: .boolean(false)
    case .integer, .number, .decimal: .integer(0)
    case .string: .string("•••")
    case .array: .array([])
    case .object(let members): .object(placeholders(for: members))
    }
  }

  /// Keeps the names of properties.
  ///
  /// The keys of dictionaries and the names of enum cases are values.
  private func placeholders(for members: [String: JSONValue]) -> [String: JSONValue] {
    var kept: [String: JSONValue] = [:]
    for (key, member) in members where key.hasPrefix(Self.mark) {
      let name = String(key.dropFirst(Self.mark.count))
      let isUnlabeled = name.hasPrefix("_")
      // The only member of an object, with an object as its payload: a case of an enum.
      if members.count == 1, !isUnlabeled, case .object = member { continue }
      kept[name] = placeholder(for: member)
    }
    return kept
  }
}

extension JSONValue {
  /// The texts and numbers in the value.
  fileprivate var texts: [String] {
    switch self {
    case .null, .boolean: []
    case .integer(let value): ["\(value)"]
    case .number(let value): ["\(value)"]
    case .decimal(let value): ["\(value)"]
    case .string(let value): value.isEmpty ? [] : [value]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    }
  }

  /// The value without the marks of its keys.
  fileprivate var unmarked: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.unmarked))
    case .object(let members):
      .object(
        members.reduce(into: [:]) { members, member in
          let key = String(member.key.trimmingPrefix(Redaction.mark))
          members[key] = member.value.unmarked
        }
      )
    default: self
    }
  }

  /// The JSON that the compiler's conformances write for a row, or nil if it has another form.
  fileprivate init?(_ row: NavigationBundleValue) {
    switch row {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .init(value)
    case .date(let value): self = .init(value.timeIntervalSinceReferenceDate)
    case .character(let value): self = .string(String(value))
    case .string(let value): self = .string(value)
    case .serialized(let text):
      guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
        return nil
      }
      self = value
    case .array(let values):
      let elements = values.compactMap { JSONValue($0) }
      guard elements.count == values.count else { return nil }
      self = .array(elements)
    case .bundle(let rows):
      let rows = rows.filter { $0.value != .null }
      let members = rows.compactMap { row in JSONValue(row.value).map { (row.key, $0) } }
      guard members.count == rows.count else { return nil }
      self = .object(Dictionary(members) { $1 })
    case .null, .unit, .text, .invalid: return nil
    }
  }

  /// Reading JSON does not distinguish a whole number from an integer.
  private init(_ number: Double) {
    self = (try? JSONValue(encoding: number)) ?? .number(number)
  }
}
