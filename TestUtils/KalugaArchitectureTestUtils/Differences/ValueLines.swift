import KalugaArchitecture
import KalugaTerminal

/// Describes a value with a line for each of its parts.
///
///     Profile
///       name: "Ada"
///       tags: 2 elements
///         "new"
///         "admin"
///
/// A content with private rows is described by its rows, without private values, because test
/// reports are widely readable. Sets and dictionaries are sorted by their text, so that equal
/// values have equal lines. The depth and the number of lines are limited. Otherwise a list of
/// linked objects would exhaust the stack, and a graph of shared objects the memory.
struct ValueLines {
  private static let maximumDepth = 100
  private static let maximumCount = 50_000

  private var lines: [String] = []
  /// The objects that enclose the current value, to stop at an object that refers to itself.
  private var objects: Set<ObjectIdentifier> = []

  private init(inside objects: Set<ObjectIdentifier> = []) {
    self.objects = objects
  }

  /// Returns the lines in which two values differ; nil if they have the same text.
  static func difference(expected: Any, found: Any) -> LineDifference? {
    LineDifference(expected: text(of: expected), found: text(of: found))
  }

  /// Returns the description of a value; a string is returned unchanged.
  static func text(of value: Any) -> String {
    if let text = value as? String { return text }
    var lines = ValueLines()
    lines.write(value, label: nil, depth: 0)
    return lines.lines.joined(separator: "\n")
  }

  private mutating func write(_ value: Any, label: String?, depth: Int) {
    guard lines.count < Self.maximumCount else { return }
    guard depth < Self.maximumDepth else { return line("…", label, depth) }
    if let content = value as? any NavigationBundleContent, content.rows.contains(where: \.hides) {
      line("\(type(of: content))", label, depth)
      for row in content.rows {
        line(row.isPrivate ? "<private>" : "\(row.value)", row.key, depth + 1)
      }
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      // A value is shown without its optional, unless it is a nested nil.
      guard let child = mirror.children.first, !Self.isNil(child.value) else {
        return line(String(reflecting: value), label, depth)
      }
      write(child.value, label: label, depth: depth)
    case .enum:
      line(caseLabel(of: value, mirror), label, depth)
      if let payload = mirror.children.first { writeParts(of: payload.value, depth + 1) }
    case .set, .dictionary:
      line(Self.count(mirror.children.count), label, depth)
      let parts = mirror.children.map { part($0.value, depth + 1) }
      lines += parts.sorted { $0.joined() < $1.joined() }.flatMap(\.self)
    case .class:
      // Inherited properties are first.
      let parts = sequence(first: mirror) { $0.superclassMirror }.reversed()
      // An object without stored properties may still have a description.
      guard parts.contains(where: { !$0.children.isEmpty }) else {
        return line(String(reflecting: value), label, depth)
      }
      line("\(mirror.subjectType)", label, depth)
      let object = ObjectIdentifier(value as AnyObject)
      guard objects.insert(object).inserted else { return }
      for part in parts { writeChildren(of: part, depth + 1) }
      objects.remove(object)
    case .collection:
      line(Self.count(mirror.children.count), label, depth)
      writeChildren(of: mirror, depth + 1)
    default:
      guard !mirror.children.isEmpty else { return line(String(reflecting: value), label, depth) }
      line("\(mirror.subjectType)", label, depth)
      writeChildren(of: mirror, depth + 1)
    }
  }

  /// Writes the payload of a case; several values, or one with a label, are a tuple.
  private mutating func writeParts(of payload: Any, _ depth: Int) {
    let mirror = Mirror(reflecting: payload)
    if mirror.displayStyle == .tuple {
      writeChildren(of: mirror, depth)
    } else {
      write(payload, label: nil, depth: depth)
    }
  }

  private mutating func writeChildren(of mirror: Mirror, _ depth: Int) {
    for child in mirror.children {
      // Elements have no label, and parts of unlabelled tuples have labels such as `.0`.
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      write(child.value, label: label, depth: depth)
    }
  }

  private func caseLabel(of value: Any, _ mirror: Mirror) -> String {
    mirror.children.first?.label.map { ".\($0)" } ?? ".\(value)"
  }

  /// Whether the value is nil, or an optional that contains nil.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return false }
    return mirror.children.first.map { isNil($0.value) } ?? true
  }

  private func part(_ value: Any, _ depth: Int) -> [String] {
    var part = ValueLines(inside: objects)
    part.write(value, label: nil, depth: depth)
    return part.lines
  }

  private static func count(_ count: Int) -> String {
    count == 1 ? "1 element" : "\(count) elements"
  }

  private mutating func line(_ text: String, _ label: String?, _ depth: Int) {
    let indent = String(repeating: "  ", count: depth)
    lines.append(indent + (label.map { "\($0): " } ?? "") + text)
  }
}

extension NavigationBundleRow {
  /// Whether the row, or a nested one, is private.
  fileprivate var hides: Bool { isPrivate || value.hides }
}

extension NavigationBundleValue {
  fileprivate var hides: Bool {
    switch self {
    case .array(let values): values.contains(where: \.hides)
    case .bundle(let rows): rows.contains(where: \.hides)
    default: false
    }
  }
}
