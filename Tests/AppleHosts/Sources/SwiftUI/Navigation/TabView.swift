// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What a tab bar shows.
@MainActor
final class StubTabsState {
  var shown: AnyHashable?
  var previous: AnyHashable?
  /// The tags of the tabs, in the order of drawing.
  var tags: [AnyHashable] = []
}

public struct TabView<Selection: Hashable, Content: View>: StubPrimitive, StubTabBar {
  private let selection: Binding<Selection>?
  private let content: Content

  public init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  public func update(_ node: StubNode) {
    let state = state(of: node)
    let value = node.tracking { selection.map { AnyHashable($0.wrappedValue) } }
    let reference = node.renderer.reading.comparison == .withScreen ? state.shown : state.previous
    if value != reference { state.shown = value }
    state.previous = value
    state.tags = []
    var environment = node.environment
    environment.tabs = state
    node.add("tabs", content, environment)
    guard let shown = state.shown, !state.tags.contains(shown) else { return }
    if shown == value { return node.renderer.report("no tab has the tag \(shown)") }
    // A tab that is gone cannot stay selected.
    state.shown = value
    node.renderer.afterUpdate { node.invalidate() }
  }

  func select(_ index: Int, _ node: StubNode) -> Bool {
    let state = state(of: node)
    guard state.tags.indices.contains(index), let tag = state.tags[index].base as? Selection
    else { return false }
    state.shown = AnyHashable(tag)
    selection?.wrappedValue = tag
    node.invalidate()
    return true
  }

  func picture(_ node: StubNode) -> String {
    let state = state(of: node)
    var tabs: [(tag: AnyHashable, node: StubNode)] = []
    node.forEach { tab in
      if case .tag(let tag) = tab.mark, tab.environment.tabs === state { tabs.append((tag, tab)) }
    }
    let pictures = tabs.map { tab in
      let stack = tab.node.stacksPicture
      // The label is drawn after the content, so it is the first text of an empty tab.
      let label = tab.node.first { node in (node.view as? any StubTabLabel)?.label(node) }
      let content = tab.node.firstText.map { $0 == label ? "[]" : "[\($0)]" }
      let text = stack ?? content ?? "?"
      return (tab.tag == state.shown ? "*" : "") + text
    }
    return "{\(pictures.joined(separator: " | "))}"
  }

  private func state(of node: StubNode) -> StubTabsState { node.stored("tabs", StubTabsState()) }
}

extension View {
  /// Makes the view the tab that is selected by this value.
  public func tag(_ tag: some Hashable) -> some View {
    StubModified(content: self, mark: .tag(AnyHashable(tag))) {
      $0.tabs?.tags.append(AnyHashable(tag))
      $0.isVisible = $0.isVisible && $0.tabs?.shown == AnyHashable(tag)
    }
  }

  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
    StubTabItem(content: self, item: label())
  }

  /// Shows a number on the tab of the view, or none if it is zero.
  public func badge(_ count: Int) -> some View { StubModified(content: self, mark: .badge(count)) }
}

private struct StubTabItem<Content: View, Item: View>: StubPrimitive, StubTabLabel {
  let content: Content
  let item: Item

  func update(_ node: StubNode) {
    node.add("content", content)
    var environment = node.environment
    environment.isVisible = false
    node.add("label", item, environment)
  }

  func label(_ node: StubNode) -> String? {
    node.children.last?.node.firstText
  }
}
