/// Builds the lines or the commands of a screen from statements.
///
///     "Home"
///     "name: \(home.name)"
///     if !home.message.isEmpty { home.message }
///     for item in home.items { "- \(item)" }
@resultBuilder
public enum TerminalListBuilder<Element> {
  /// Accepts one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Accepts a list of elements.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// Joins the statements.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }

  /// Accepts an `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// Accepts the first branch of an `if` or `switch`.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// Accepts another branch of an `if` or `switch`.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// Accepts a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}
