// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// As SwiftUI does with the module of `CGFloat`.
@_exported public import Foundation

/// A container that shows its content in some arrangement, which the stub does not draw.
///
/// The kind gives each arrangement a type of its own.
public struct StubArrangement<Kind, Content: View>: StubPrimitive, StubContainer {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  var kind: String { "\(Kind.self)" }

  public func update(_ node: StubNode) {
    var environment = node.environment
    environment.isInList = Kind.self == StubKind.List.self
    node.add("content", content, environment)
  }
}

public enum StubKind {
  public enum VStack {}
  public enum HStack {}
  public enum ZStack {}
  public enum Form {}
  public enum List {}
}

public typealias VStack<Content: View> = StubArrangement<StubKind.VStack, Content>
public typealias HStack<Content: View> = StubArrangement<StubKind.HStack, Content>
public typealias ZStack<Content: View> = StubArrangement<StubKind.ZStack, Content>
public typealias Form<Content: View> = StubArrangement<StubKind.Form, Content>
public typealias List<Content: View> = StubArrangement<StubKind.List, Content>

extension StubArrangement where Kind == StubKind.List {
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

extension StubArrangement: StubColumns where Kind == StubKind.HStack {}

public struct Group<Content: View>: StubTransparent, StubGroup {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func update(_ node: StubNode) { node.add("content", content) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: StubTransparent {
  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let content: (Data.Element) -> Content

  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  public func update(_ node: StubNode) {
    // What the closure reads is tracked: reports 20 and 34 of swift-perception are about a tracking
    // that has to be repeated there, which SwiftUI's own does not need.
    var environment = node.environment
    environment.isInList = false
    for (offset, element) in data.enumerated() {
      // A list makes its rows when they come onto the screen. Whether it keeps the state of those
      // that have left is not documented; this one does not.
      if node.environment.isInList, !node.renderer.isOnScreen(row: offset) { continue }
      let id = AnyHashable(element[keyPath: id])
      node.add(id, node.tracking { content(element) }, environment)
    }
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

extension View {
  public func overlay(@ViewBuilder content: () -> some View) -> some View {
    StubLayers(below: self, above: content())
  }

  public func background(@ViewBuilder content: () -> some View) -> some View {
    StubLayers(below: content(), above: self)
  }

  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }

  public func frame(minWidth: CGFloat? = nil, minHeight: CGFloat? = nil) -> some View { self }

  public func ignoresSafeArea() -> some View { self }

  public func scaledToFit() -> some View { self }

  public func accessibilityHidden(_ hidden: Bool) -> some View { self }

  public func navigationTitle(_ key: LocalizedStringKey) -> some View { self }

  @_disfavoredOverload
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }

  /// Shows the views in the bar of the navigation stack around.
  public func toolbar(@ViewBuilder content: () -> some View) -> some View {
    StubLayers(below: self, above: content())
  }
}

private struct StubLayers<Below: View, Above: View>: StubPrimitive {
  let below: Below
  let above: Above

  func update(_ node: StubNode) {
    node.add("below", below)
    node.add("above", above)
  }
}
