// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import UIKit

public struct Text: StubPrimitive, StubText {
  let shownText: String

  public init(_ key: LocalizedStringKey) {
    shownText = key.text
  }

  @_disfavoredOverload
  public init(_ text: some StringProtocol) {
    shownText = String(text)
  }

  public init(verbatim text: String) {
    shownText = text
  }

  public func update(_ node: StubNode) {}
}

public struct Label: StubPrimitive, StubText {
  let shownText: String

  public init(_ key: LocalizedStringKey, systemImage name: String) {
    shownText = key.text
  }

  public func update(_ node: StubNode) {}
}

public struct Button: StubPrimitive, StubText {
  let shownText: String
  var role: ButtonRole?
  let action: @MainActor () -> Void

  /// How descriptions mark the role.
  var mark: String {
    switch role {
    case .destructive: "!"
    case .cancel: "?"
    default: ""
    }
  }

  public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    shownText = key.text
    self.action = action
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    shownText = String(title)
    self.action = action
  }

  @_disfavoredOverload
  public init(
    _ title: some StringProtocol,
    role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(title, action: action)
    self.role = role
  }

  public func update(_ node: StubNode) {}
}

public struct TextField: StubPrimitive, StubText {
  let title: String
  let text: Binding<String>

  public init(_ key: LocalizedStringKey, text: Binding<String>) {
    title = key.text
    self.text = text
  }

  var shownText: String { text.wrappedValue }

  public func update(_ node: StubNode) {}
}

public struct ProgressView: StubPrimitive, StubText {
  let shownText = "…"

  public init() {}

  public func update(_ node: StubNode) {}
}

/// A picture, of which the stub shows the bytes as text.
public struct Image: StubPrimitive, StubText {
  let shownText: String

  public init(uiImage image: UIImage) {
    shownText = image.stubText
  }

  public func resizable() -> Image { self }

  public func update(_ node: StubNode) {}
}

public struct Divider: StubPrimitive {
  public init() {}

  public func update(_ node: StubNode) {}
}

public struct Color: StubPrimitive, StubShape {
  public static let clear = Color(shape: nil)
  public static let black = Color(shape: "black")

  let shape: String?

  public func opacity(_ opacity: Double) -> Color {
    Color(shape: shape.map { "\($0) \(opacity)" })
  }

  public func update(_ node: StubNode) {}
}

public struct Material: Sendable {
  public static let ultraThinMaterial = Material()
}

public struct Rectangle: StubPrimitive {
  public init() {}

  public func update(_ node: StubNode) {}

  public func fill(_ material: Material) -> some View { StubMaterial() }
}

private struct StubMaterial: StubPrimitive, StubShape {
  let shape: String? = "material"

  func update(_ node: StubNode) {}
}

/// The type of a literal in a view, which SwiftUI looks up in the tables of the app.
///
/// The stub has no tables, and writes numbers without a locale.
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

    @available(*, deprecated, message: "a value is no text to localize: use Text(verbatim:)")
    public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }
  }
}
