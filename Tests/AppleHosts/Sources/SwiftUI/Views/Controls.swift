// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(macOS 10.15, iOS 13, *)
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

@available(macOS 11, iOS 14, *)
public struct Label: StubPrimitive, StubText {
  let shownText: String

  public init(_ key: LocalizedStringKey, systemImage name: String) {
    shownText = key.text
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, systemImage name: String) {
    shownText = String(title)
  }

  public func update(_ node: StubNode) {}
}

@available(macOS 10.15, iOS 13, *)
public struct Button<Content: View>: StubPrimitive, StubButton {
  private let action: @MainActor () -> Void
  private let label: Content

  public init(
    action: @escaping @MainActor () -> Void,
    @ViewBuilder label: () -> Content
  ) {
    self.action = action
    self.label = label()
  }

  public init(
    _ key: LocalizedStringKey,
    action: @escaping @MainActor () -> Void
  ) where Content == Text {
    self.init(action: action) { Text(key) }
  }

  @_disfavoredOverload
  public init(
    _ title: some StringProtocol,
    action: @escaping @MainActor () -> Void
  ) where Content == Text {
    self.init(action: action) { Text(title) }
  }

  public func update(_ node: StubNode) { node.add("label", label) }

  func tap() { action() }
}

@available(macOS 10.15, iOS 13, *)
public struct Toggle<Label: View>: StubPrimitive, StubButton {
  private let isOn: Binding<Bool>
  private let label: Label

  public init(_ key: LocalizedStringKey, isOn: Binding<Bool>) where Label == Text {
    self.isOn = isOn
    label = Text(key)
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) where Label == Text {
    self.isOn = isOn
    label = Text(title)
  }

  public func update(_ node: StubNode) {
    node.add("label", label)
    node.add("state", StubSwitch(isOn: isOn))
  }

  func tap() { isOn.wrappedValue.toggle() }
}

private struct StubSwitch: StubPrimitive, StubText {
  let isOn: Binding<Bool>

  var shownText: String { isOn.wrappedValue ? "on" : "off" }

  func update(_ node: StubNode) {}
}

extension View {
  /// Disables the controls in the view.
  @available(macOS 10.15, iOS 13, *)
  public func disabled(_ disabled: Bool) -> some View {
    StubDisabled(content: self, isDisabled: disabled)
  }
}

private struct StubDisabled<Content: View>: StubPrimitive {
  let content: Content
  let isDisabled: Bool

  func update(_ node: StubNode) {
    var environment = node.environment
    environment.isEnabled = environment.isEnabled && !isDisabled
    node.add("content", content, environment)
  }
}

@available(macOS 10.15, iOS 13, *)
public struct TextField: StubPrimitive, StubText {
  let title: String
  let text: Binding<String>

  public init(_ key: LocalizedStringKey, text: Binding<String>) {
    title = key.text
    self.text = text
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }

  var shownText: String { text.wrappedValue }

  public func update(_ node: StubNode) {}
}

@available(macOS 10.15, iOS 13, *)
public struct Color: StubPrimitive {
  public static let clear = Color()

  public func update(_ node: StubNode) {}
}
