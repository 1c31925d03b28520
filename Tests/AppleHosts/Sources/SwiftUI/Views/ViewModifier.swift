// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@preconcurrency
@available(macOS 10.15, iOS 13, *)
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>

  @ViewBuilder
  func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: StubPrimitive {
  let view: any View

  public func update(_ node: StubNode) { node.add("content", view) }
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: StubPrimitive {
  let content: Content
  let modifier: Modifier

  public func update(_ node: StubNode) {
    node.install(modifier)
    let body = node.tracking {
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

private struct StubIdentity<Content: View>: StubPrimitive, StubIdentified {
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
