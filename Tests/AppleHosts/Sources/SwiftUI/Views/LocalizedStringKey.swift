// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The type of a literal in a view, which SwiftUI looks up in the tables of the app.
///
/// The stub has no tables, and writes numbers without a locale.
@available(macOS 10.15, iOS 13, *)
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  let text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation(_ string: String) { text += string }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }

    public mutating func appendInterpolation(_ number: some BinaryFloatingPoint) {
      text += "\(number)"
    }

    @available(*, deprecated, message: "a value is no text to localize: use Text(verbatim:)")
    public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }
  }
}
