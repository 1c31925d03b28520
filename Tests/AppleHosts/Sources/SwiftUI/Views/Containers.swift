// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// As SwiftUI does with the module of `CGFloat`.
@_exported public import Foundation

/// A container that shows its content in some arrangement, which the stub does not draw.
public protocol StubArrangement: StubPrimitive {
  associatedtype Content: View
  var content: Content { get }
}

extension StubArrangement {
  public func update(_ node: StubNode) { node.add("content", content) }
}

@available(macOS 10.15, iOS 13, *)
public struct VStack<Content: View>: StubArrangement {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(macOS 10.15, iOS 13, *)
public struct HStack<Content: View>: StubArrangement {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(macOS 10.15, iOS 13, *)
public struct ZStack<Content: View>: StubArrangement {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension View {
  /// Makes the view transparent, which neither removes it nor lets it disappear.
  @available(macOS 10.15, iOS 13, *)
  public func opacity(_ opacity: Double) -> some View {
    StubOpacity(content: self, isTransparent: opacity == 0)
  }

  @available(macOS 11, iOS 14, *)
  public func accessibilityHidden(_ hidden: Bool) -> some View { self }
}

private struct StubOpacity<Content: View>: StubPrimitive {
  let content: Content
  let isTransparent: Bool

  func update(_ node: StubNode) {
    var environment = node.environment
    environment.isTransparent = environment.isTransparent || isTransparent
    node.add("content", content, environment)
  }
}

extension View {
  @available(macOS 12, iOS 15, *)
  public func overlay(@ViewBuilder content: () -> some View) -> some View {
    StubLayers(below: self, above: content())
  }

  @available(macOS 12, iOS 15, *)
  public func background(@ViewBuilder content: () -> some View) -> some View {
    StubLayers(below: content(), above: self)
  }

  @available(macOS 10.15, iOS 13, *)
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }

  @available(macOS 10.15, iOS 13, *)
  public func frame(minWidth: CGFloat? = nil, minHeight: CGFloat? = nil) -> some View { self }
}

private struct StubLayers<Below: View, Above: View>: StubPrimitive {
  let below: Below
  let above: Above

  func update(_ node: StubNode) {
    node.add("below", below)
    node.add("above", above)
  }
}

protocol StubGroup: StubTransparent {}

@available(macOS 10.15, iOS 13, *)
public struct Group<Content: View>: StubArrangement, StubGroup {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(macOS 10.15, iOS 13, *)
public struct Form<Content: View>: StubArrangement {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(macOS 10.15, iOS 13, *)
public struct List<Content: View>: StubArrangement {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

@available(macOS 10.15, iOS 13, *)
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

  public init(
    _ data: Data,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }

  public func update(_ node: StubNode) {
    // What the closure reads is tracked: reports 20 and 34 of swift-perception are about a tracking
    // that has to be repeated there, which SwiftUI's own does not need.
    for element in data {
      node.add(AnyHashable(element[keyPath: id]), node.tracking { content(element) })
    }
  }
}
