// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What a navigation stack shows, and which views it has for values.
@MainActor
final class StubStackState {
  var shown: [AnyHashable] = []
  /// The values above these that are being moved out.
  var leaving: [AnyHashable]?
  var previous: [AnyHashable]?
  var identity: AnyHashable?
  /// The identity that modifiers give the root.
  var root: AnyHashable?
  var destinations: [ObjectIdentifier: (AnyHashable) -> (any View)?] = [:]
}

public struct NavigationStack<Data, Root: View>: StubPrimitive, StubStack
where Data: RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
  private let path: Binding<Data>
  private let root: Root

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    self.path = path
    self.root = root()
  }

  public func update(_ node: StubNode) {
    // Report 2397 of the Composable Architecture: SwiftUI does not support it.
    if node.environment.stack != nil {
      node.renderer.report("a navigation stack is inside another")
    }
    let state = node.stored("stack", StubStackState())
    let value = node.tracking { path.wrappedValue.map { AnyHashable($0) } }
    let reference =
      node.renderer.reading.comparison == .withScreen ? state.shown : state.previous
    // Report 3450 of the Composable Architecture: a path that changes during an animation is ignored.
    if value != reference, state.leaving == nil {
      if state.previous != nil, value != state.shown {
        node.renderer.note(value.count < state.shown.count ? "pop" : "push")
      }
      state.shown = value
    }
    if state.previous != nil, path.identity == nil || path.identity != state.identity {
      node.renderer.report("the binding of a navigation stack was made again")
    }
    state.previous = value
    state.identity = path.identity
    var environment = node.environment
    environment.stack = state
    environment.isVisible = node.environment.isVisible && state.shown.isEmpty
    node.add("root", root, environment)
    if let root = node.children.last?.node, isReplaced(root, state) {
      // Pull request 298 of radiosilence/koan: a root with another identity discards the path, and
      // the stack writes the empty one in the same update.
      state.shown = []
      return node.renderer.afterUpdate {
        path.wrappedValue = Data()
        node.invalidate()
      }
    }
    for (index, value) in (state.shown + (state.leaving ?? [])).enumerated() {
      let isTop = index >= state.shown.count - 1
      environment.isVisible = node.environment.isVisible && isTop
      if let view = state.destinations[ObjectIdentifier(type(of: value.base))]?(value) {
        // By position: with another value in its place, a view keeps its state. Report 38 of
        // NavigationBackport, and the `id` that the Composable Architecture adds.
        node.add(index, view, environment)
      } else {
        node.renderer.report("the stack has no view for \(value)")
      }
    }
  }

  func canGoBack(_ node: StubNode) -> Bool { !state(of: node).shown.isEmpty }

  func beginGoingBack(_ count: Int, _ node: StubNode) {
    let state = state(of: node)
    let left = max(0, state.shown.count - count)
    state.leaving = Array(state.shown[left...])
    state.shown.removeLast(state.shown.count - left)
    if node.renderer.reading.writing == .beforeAnimation { write(state, node) }
    node.invalidate()
  }

  func finishGoingBack(_ node: StubNode) {
    let state = state(of: node)
    state.leaving = nil
    if node.renderer.reading.writing == .afterAnimation { write(state, node) }
    node.invalidate()
  }

  private func write(_ state: StubStackState, _ node: StubNode) {
    path.wrappedValue =
      node.renderer.reading.comparison == .withScreen
      ? Data(state.shown.compactMap { $0.base as? Data.Element })
      : Data(path.wrappedValue.prefix(state.shown.count))
  }

  private func isReplaced(_ root: StubNode, _ state: StubStackState) -> Bool {
    let old = state.root
    state.root = root.identity
    return old != nil && old != state.root
  }

  func picture(_ node: StubNode) -> String {
    "[\(node.children.map { $0.node.firstText ?? "?" }.joined(separator: ", "))]"
  }

  private func state(of node: StubNode) -> StubStackState { node.stored("stack", StubStackState()) }
}

/// A stack whose path is not the business of the app; `NavigationPath` in SwiftUI.
extension NavigationStack where Data == [AnyHashable] {
  public init(@ViewBuilder root: () -> Root) {
    let path = Binding<[AnyHashable]>(identity: "own", get: { [] }, set: { _ in })
    self.init(path: path, root: root)
  }
}

extension View {
  public func navigationDestination<Value: Hashable, Content: View>(
    for data: Value.Type,
    @ViewBuilder destination: @escaping (Value) -> Content
  ) -> some View {
    StubModified(content: self) {
      $0.stack?.destinations[ObjectIdentifier(data)] = { value in
        (value.base as? Value).map(destination)
      }
    }
  }
}
