// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A part of the user interface.
@MainActor
@preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder
  var body: Body { get }
}

extension Never: View {
  // No value of this type exists, so its body is never evaluated.
  public var body: Never { fatalError("Never has no body") }
}

extension StubPrimitive {
  // The renderer asks a primitive view for its children, and never for its body.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder
@MainActor
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return TupleView(views)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.first(first))
  }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.second(second))
  }
}

public struct EmptyView: StubTransparent {
  public init() {}

  public func update(_ node: StubNode) {}
}

public struct TupleView<Content>: StubTransparent {
  private let views: [any View]

  init(_ views: [any View]) {
    self.views = views
  }

  public func update(_ node: StubNode) {
    for (index, view) in views.enumerated() { node.add(index, view) }
  }
}

public struct _ConditionalContent<First: View, Second: View>: StubTransparent {
  enum Branch {
    case first(First)
    case second(Second)
  }

  private let branch: Branch

  init(_ branch: Branch) {
    self.branch = branch
  }

  public func update(_ node: StubNode) {
    switch branch {
    case .first(let view): node.add("first", view)
    case .second(let view): node.add("second", view)
    }
  }
}

extension Optional: View, StubPrimitive, StubTransparent where Wrapped: View {
  public func update(_ node: StubNode) {
    if let self { node.add("some", self) }
  }
}

public struct AnyView: StubTransparent {
  private let view: any View

  public init(_ view: some View) {
    self.view = view
  }

  public func update(_ node: StubNode) { node.add("any", view) }
}
