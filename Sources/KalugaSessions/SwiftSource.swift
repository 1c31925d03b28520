#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes values as Swift source, in which the compiler infers the types.
///
/// Types that hide their contents from reflection are described in the usual way, which may not
/// compile.
enum SwiftSource {
  static func text(of value: Any) -> String {
    switch value {
    case let value as String: return value.debugDescription
    case let value as Double: return text(of: value)
    case let value as Float: return text(of: Double(value))
    case let value as Duration: return text(of: value)
    case let value as UUID: return ".init(uuidString: \"\(value)\")!"
    case let value as Date:
      return ".init(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as URL: return ".init(string: \(value.absoluteString.debugDescription))!"
    case let value as Data: return ".init(\(Array(value)))"
    default: return reflected(value)
    }
  }

  private static func text(of value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return "\(value)"
  }

  private static func text(of value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    return ".init(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  private static func reflected(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let (label, payload) = mirror.children.first, let label else { return ".\(value)" }
      let isTuple = Mirror(reflecting: payload).displayStyle == .tuple
      return ".\(label)(\(isTuple ? arguments(of: payload) : text(of: payload)))"
    case .struct: return ".init(\(arguments(of: value)))"
    case .tuple: return "(\(arguments(of: value)))"
    case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .collection, .set:
      return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ", "))]"
    case .dictionary:
      let pairs = mirror.children.map { child in
        Mirror(reflecting: child.value).children.map { text(of: $0.value) }.joined(separator: ": ")
      }
      return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
    default: return String(reflecting: value)
    }
  }

  /// Returns the properties or elements as the arguments of a call.
  private static func arguments(of value: Any) -> String {
    Mirror(reflecting: value).children.map { label, value in
      let label = label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return label + text(of: value)
    }
    .joined(separator: ", ")
  }
}
