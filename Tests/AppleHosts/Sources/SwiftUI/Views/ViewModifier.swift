// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>

  @ViewBuilder
  func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: StubTransparent {
  let view: any View

  public func update(_ node: StubNode) { node.add("content", view) }
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: StubTransparent {
  let content: Content
  let modifier: Modifier

  public func update(_ node: StubNode) {
    let body = node.body(of: modifier) {
      modifier.body(content: _ViewModifier_Content(view: content))
    }
    node.add("body", body)
  }
}

extension View {
  public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// Binds the identity of the view to a value: a new value is a new view with new state.
  public func id(_ id: some Hashable) -> some View {
    StubIdentity(content: self, id: AnyHashable(id))
  }
}

private struct StubIdentity<Content: View>: StubTransparent, StubIdentified {
  let content: Content
  let id: AnyHashable

  func update(_ node: StubNode) { node.add(id, content) }
}

@MainActor
private protocol StubIdentified: View { var id: AnyHashable { get } }

extension StubNode {
  /// The identity that modifiers give this view; those inside of a view of its own do not count.
  var identity: AnyHashable? {
    if let identified = view as? any StubIdentified { return identified.id }
    return view is any StubPrimitive ? children.first?.node.identity : nil
  }
}

/// Evaluates the body of its content only if the content is not equal to the last one.
public struct EquatableView<Content: View & Equatable>: StubTransparent {
  private final class Previous {
    var content: Content?
  }

  public var content: Content

  public init(content: Content) {
    self.content = content
  }

  public func update(_ node: StubNode) {
    let previous = node.stored("content", Previous())
    let isEqual = previous.content == content
    previous.content = content
    let keepsBodies = node.renderer.keepsBodies
    if isEqual { node.renderer.keepsBodies = true }
    node.add("content", content)
    node.renderer.keepsBodies = keepsBodies
  }
}

extension View where Self: Equatable {
  public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
