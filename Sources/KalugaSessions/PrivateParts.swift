import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The private parts that reflection finds in a value.
///
/// Compared with what was redacted in the JSON, they show whether the JSON has other names or
/// another shape than the value.
struct PrivateParts {
  /// How often each private key is the name of something that has a value.
  private(set) var names: [String: Int] = [:]

  /// How often each value is that of a private row.
  private(set) var rows: [NavigationBundleValue: Int] = [:]

  /// The keys of the private rows.
  private(set) var rowKeys: Set<String> = []

  /// How often each text or number is found that has no private key.
  private(set) var texts: [String: Int] = [:]

  private let privateKeys: Set<String>
  private var visited: Set<ObjectIdentifier> = []

  private struct Unknown: Error {}

  /// Returns nil if the value hides its parts, or if a spec that is not valid does not know its
  /// private rows.
  init?(of value: Any, privateKeys: Set<String>) {
    self.privateKeys = privateKeys
    do { try add(value) } catch { return nil }
  }

  private mutating func add(_ value: Any) throws {
    // Values without parts, whose types need not be examined. Bytes have parts, but no private
    // ones.
    if value is Bool || value is [UInt8] || value is Data { return }
    if let text = Self.text(value) {
      texts[text, default: 0] += 1
      return
    }
    if value is any CustomReflectable {
      let type = String(reflecting: type(of: value))
      if type.hasPrefix("Foundation.") || type.hasPrefix("FoundationEssentials.") { return }
      guard type.hasPrefix("Swift.") else { throw Unknown() }
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class,
      !visited.insert(ObjectIdentifier(value as AnyObject)).inserted
    {
      return
    }
    if mirror.children.isEmpty, let raw = value as? any RawRepresentable {
      if let text = Self.text(raw.rawValue) { texts[text, default: 0] += 1 }
    }
    guard let content = value as? any NavigationBundleContent else { return try add(mirror) }
    let others = rows
    rows = [:]
    try add(mirror)
    // The rows contain those of nested contents, which reflection has found too.
    let found = rows
    rows = [:]
    try add(content.rows)
    rows.merge(found, uniquingKeysWith: max)
    rows.merge(others, uniquingKeysWith: +)
  }

  /// The text of a value as it is in JSON, or nil if the value is neither a text nor a number.
  private static func text(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case let number as any BinaryInteger: "\(number)"
    // Reading JSON does not distinguish a whole number from an integer.
    case let number as Double: Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }

  private mutating func add(_ mirror: Mirror) throws {
    switch mirror.displayStyle {
    case .dictionary:
      for (_, pair) in mirror.children {
        let pair = Mirror(reflecting: pair).children.map(\.value)
        if let key = pair.first as? any CodingKeyRepresentable {
          if count(key.codingKey.stringValue, of: pair) { continue }
          for part in pair.dropFirst() { try add(part) }
          continue
        }
        // Keys of other types are not keys of JSON, but elements of an array.
        if let key = pair.first, Self.names(key).contains(where: privateKeys.contains) {
          throw Unknown()
        }
        for part in pair { try add(part) }
      }
    case .optional:
      for (_, wrapped) in mirror.children { try add(wrapped) }
    default:
      for (label, child) in mirror.children {
        if let label, count(label, of: child) { continue }
        try add(child)
      }
    }
    if let superclass = mirror.superclassMirror { try add(superclass) }
  }

  /// Counts a name if it is a private key and has a value; everything below it is private.
  private mutating func count(_ label: String, of value: Any) -> Bool {
    if privateKeys.isEmpty { return false }
    // What a property wrapper or a macro stores has an underscore, and lazy storage a prefix.
    let names = [label, String(label.trimmingPrefix("$__lazy_storage_$").trimmingPrefix("_"))]
    guard let name = names.first(where: privateKeys.contains) else { return false }
    if !Self.isNil(value) { self.names[name, default: 0] += 1 }
    return true
  }

  private static func names(_ key: Any) -> [String] {
    ["\(key)"] + [key as? any RawRepresentable].compactMap { $0.map { "\($0.rawValue)" } }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private mutating func add(_ rows: [NavigationBundleRow]) throws {
    for row in rows {
      guard row.isPrivate else {
        try add(row.value)
        continue
      }
      if row.value == .null { continue }
      rowKeys.insert(row.key)
      self.rows[row.value, default: 0] += 1
    }
  }

  private mutating func add(_ value: NavigationBundleValue) throws {
    switch value {
    case .invalid: throw Unknown()
    case .bundle(let rows): try add(rows)
    case .array(let values): for value in values { try add(value) }
    default: break
    }
  }
}
