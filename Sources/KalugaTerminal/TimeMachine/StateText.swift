/// Describes a value by lines that begin with its path, so that differences between two states are
/// small.
///
///     HomeViewModel.name: "Ada"
///     HomeViewModel.items: 2 elements
///     HomeViewModel.items[0]: "tea"
enum StateText {
  /// Longer lists are cut, because the state after each move is kept.
  private static let limit = 100

  static func lines(of value: Any, at path: String) -> [String] {
    if let text = value as? String { return ["\(path): \(text.quoted)"] }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection:
      let elements = mirror.children.prefix(limit).enumerated()
      return ["\(path): \(count(mirror))"]
        + elements.flatMap { index, child in lines(of: child.value, at: "\(path)[\(index)]") }
    case .set, .dictionary:
      // The same elements can have another order.
      let elements = mirror.children.map { "\($0.value)" }.sorted()
      return ["\(path): \(count(mirror))"]
        + elements.prefix(limit).map { "\(path): contains \($0)" }
    case .struct where !hasDescription(value) && !mirror.children.isEmpty:
      return mirror.children.flatMap { lines(of: $0.value, at: "\(path).\($0.label ?? "")") }
    default: return ["\(path): \(value)"]
    }
  }

  private static func count(_ mirror: Mirror) -> String {
    mirror.children.count == 1 ? "1 element" : "\(mirror.children.count) elements"
  }

  /// Whether the type describes itself, for example to redact private values.
  private static func hasDescription(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
  }
}
