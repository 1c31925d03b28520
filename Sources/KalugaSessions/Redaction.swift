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
    guard let rows = PrivateRows(in: value) else { return (nil, ["*"]) }
    let keys = privateKeys.union(rows.keys)
    if let text = value as? String {
      // A command such as `login ada 1234` has no keys, but words.
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      if !keys.isDisjoint(with: words) { return (nil, ["*"]) }
    }
    guard let json = try? SessionJSON.encode(value, marking: keys) else { return (nil, ["*"]) }
    if keys.isEmpty { return (json, nil) }
    guard let tree = try? SessionJSON.decode(JSONValue.self, from: json) else {
      return (nil, ["*"])
    }
    var paths = RedactedPaths()
    let redacted = redact(tree, keys, at: [], &paths)
    // The key of a row may differ from that of the property. The private value is then elsewhere.
    guard rows.keys.isSubset(of: paths.keys) else { return (nil, ["*"]) }
    guard let json = try? SessionJSON.encode(redacted),
      paths.all.isEmpty || (try? SessionJSON.decode(Value.self, from: json)) != nil
    else { return (nil, ["*"] + paths.all) }
    return (json, paths.all.isEmpty ? nil : paths.all)
  }

  private struct RedactedPaths {
    var all: [String] = []
    var keys: Set<String> = []
  }

  /// Replaces all values under private keys.
  private func redact(
    _ value: JSONValue,
    _ keys: Set<String>,
    at path: [String],
    _ paths: inout RedactedPaths
  ) -> JSONValue {
    switch value {
    case .object(var members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        if keys.contains(key) {
          paths.all.append((path + [key]).joined(separator: "."))
          paths.keys.insert(key)
          members[key] = placeholder(for: member)
        } else {
          members[key] = redact(member, keys, at: path + [key], &paths)
        }
      }
      return .object(members)
    case .array(let elements):
      return .array(
        elements.enumerated().map { redact($1, keys, at: path + ["\($0)"], &paths) }
      )
    default: return value
    }
  }

  /// Returns a value of the same kind that contains nothing of a private value.
  private func placeholder(for value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean: .boolean(false)
    case .integer, .unsigned, .number: .integer(0)
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
    for (key, member) in members where key.hasPrefix(SessionJSON.mark) {
      let name = String(key.dropFirst(SessionJSON.mark.count))
      let isUnlabeled = name.hasPrefix("_")
      // The only member of an object, with an object as its payload: a case of an enum.
      if members.count == 1, !isUnlabeled, case .object = member { continue }
      kept[name] = placeholder(for: member)
    }
    return kept
  }
}

/// The keys of the private rows of all bundle contents that a value contains.
private struct PrivateRows {
  private(set) var keys: Set<String> = []

  /// Returns nil if a spec is not valid, because it then does not know its private rows.
  init?(in value: Any) {
    guard add(value) else { return nil }
  }

  private mutating func add(_ value: Any) -> Bool {
    if let content = value as? any NavigationBundleContent, !add(content.rows) { return false }
    // Bytes contain no rows, and reflecting each of them takes long.
    if value is [UInt8] || value is Data { return true }
    return Mirror(reflecting: value).children.allSatisfy { add($0.value) }
  }

  private mutating func add(_ rows: [NavigationBundleRow]) -> Bool {
    rows.allSatisfy { row in
      guard row.isPrivate else { return add(row.value) }
      if row.value != .null { keys.insert(row.key) }
      return true
    }
  }

  private mutating func add(_ value: NavigationBundleValue) -> Bool {
    switch value {
    case .invalid: false
    case .bundle(let rows): add(rows)
    case .array(let values): values.allSatisfy { add($0) }
    default: true
    }
  }
}
