import Observation

/// A view of the stub that draws itself, instead of being described by its body.
@MainActor
public protocol StubPrimitive: View where Body == Never {
  /// Adds the children of the node to it.
  func update(_ node: StubNode)

  /// Called when the view appears on the screen, and when it disappears.
  func visibilityDidChange(_ node: StubNode)

  /// Called when the identity of the view ends.
  func willRemove(_ node: StubNode)
}

extension StubPrimitive {
  /// Does nothing.
  public func visibilityDidChange(_ node: StubNode) {}

  /// Does nothing.
  public func willRemove(_ node: StubNode) {}
}

/// One view on the stub's screen: its identity, its state and its children.
///
/// A node keeps its state while the renderer finds a view of the same type at the same place. It
/// evaluates its view again only if its parent was evaluated, or if something that the body has
/// read was changed.
@MainActor
public final class StubNode {
  let renderer: Renderer
  let depth: Int
  private(set) var view: any View
  private(set) var environment: EnvironmentValues
  private(set) var children: [(key: AnyHashable, node: StubNode)] = []
  /// The storage of the state properties, by the path of their names.
  var storage: [String: AnyObject] = [:]
  private(set) var needsUpdate = false
  /// Whether the change is animated that the node has not drawn yet, of several the first one.
  private var isChangeAnimated: Bool?
  private(set) var isVisible = false
  private(set) var isRemoved = false
  /// The body that was evaluated last, and whether it must be evaluated again.
  private var lastBody: (any View)?
  private var isOutdated = true
  /// What groups call when this view appears.
  private var appearances: [StubAppearanceActions] = []

  private var old: [AnyHashable: StubNode] = [:]

  init(_ view: any View, _ environment: EnvironmentValues, depth: Int, _ renderer: Renderer) {
    self.view = view
    self.environment = environment
    self.depth = depth
    self.renderer = renderer
  }

  /// Returns storage that lives as long as the identity of the view.
  func stored<Object: AnyObject>(_ key: String, _ make: @autoclosure () -> Object) -> Object {
    if let object = storage[key] as? Object { return object }
    let object = make()
    storage[key] = object
    return object
  }

  // MARK: Updating

  func update(_ view: any View, _ environment: EnvironmentValues, later isLater: Bool = false) {
    self.view = view
    self.environment = environment
    if view is any StubPrimitive, !(view is any StubTransparent),
      (view as? any StubGroupModifier)?.isOfGroup != true
    {
      appearances = environment.appearances
      self.environment.appearances = []
    }
    if !renderer.keepsBodies { isOutdated = true }
    needsUpdate = isLater
    if isLater, isChangeAnimated == nil { isChangeAnimated = renderer.isAnimated }
    if !isLater { evaluate() }
  }

  func evaluate() {
    let (keepsBodies, isAnimated) = (renderer.keepsBodies, renderer.isAnimated)
    defer { (renderer.keepsBodies, renderer.isAnimated) = (keepsBodies, isAnimated) }
    renderer.isAnimated = isChangeAnimated ?? isAnimated
    isChangeAnimated = nil
    if needsUpdate { isOutdated = true }
    needsUpdate = false
    old = Dictionary(uniqueKeysWithValues: children.map { ($0.key, $0.node) })
    children = []
    if let primitive = view as? any StubPrimitive {
      primitive.update(self)
    } else {
      add("body", body(of: view))
    }
    for node in old.values { node.remove() }
    old = [:]
    if environment.isVisible != isVisible {
      isVisible = environment.isVisible
      visibilityDidChange()
    }
  }

  private func body(of view: some View) -> any View {
    body(of: view) { view.body }
  }

  /// Returns what the closure returns for a view or modifier, or the last body if it is kept.
  ///
  /// Values of the environment are not compared, so what reads them is always evaluated.
  func body(of value: some Any, _ evaluate: () -> any View) -> any View {
    if !isOutdated, let lastBody, !hasEnvironment(value) { return lastBody }
    isOutdated = false
    renderer.keepsBodies = false
    renderer.evaluatedBodies.append("\(type(of: value))".prefix { $0 != "<" } + "")
    install(value)
    let body = tracking(evaluate)
    lastBody = body
    return body
  }

  private func hasEnvironment(_ value: Any) -> Bool {
    Mirror(reflecting: value).children.contains { child in
      child.value is any StubEnvironment
        || child.value is any DynamicProperty && hasEnvironment(child.value)
    }
  }

  /// Runs the closure, and evaluates the node again after a change of what the closure has read.
  func tracking<Value>(_ read: () -> Value) -> Value {
    withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { self?.invalidate() }
    }
  }

  /// Connects the state properties of a view or a modifier with the storage of this node.
  func install(_ value: Any, path: String = "") {
    for child in Mirror(reflecting: value).children {
      let path = "\(path).\(child.label ?? "")"
      if let property = child.value as? any StubInstalled {
        property.install(in: self, path)
      } else if child.value is any DynamicProperty {
        install(child.value, path: path)
      }
    }
  }

  /// Adds a child, which keeps its state if the same kind of view had the same key before.
  ///
  /// A child that is updated later is updated after the actions of this update.
  func add(
    _ key: AnyHashable,
    _ view: any View,
    _ environment: EnvironmentValues? = nil,
    later isLater: Bool = false
  ) {
    if children.contains(where: { $0.key == key }) {
      return renderer.report("two views have the identity \(key)")
    }
    let environment = environment ?? self.environment
    if let node = old[key], type(of: node.view) == type(of: view) {
      old[key] = nil
      children.append((key, node))
      node.update(view, environment, later: isLater)
    } else {
      let node = StubNode(view, environment, depth: depth + 1, renderer)
      children.append((key, node))
      node.update(view, environment, later: isLater)
    }
  }

  private func visibilityDidChange() {
    (view as? any StubPrimitive)?.visibilityDidChange(self)
    for actions in appearances { actions.perform(for: self) }
  }

  func invalidate() {
    guard !isRemoved else { return }
    isChangeAnimated = isChangeAnimated ?? !Transaction.current.disablesAnimations
    needsUpdate = true
    isOutdated = true
    renderer.nodeWasInvalidated()
  }

  func remove() {
    for child in children { child.node.remove() }
    isRemoved = true
    if isVisible {
      isVisible = false
      visibilityDidChange()
    }
    (view as? any StubPrimitive)?.willRemove(self)
    // Its closures have been queued and hold what they need.
    storage = [:]
    lastBody = nil
    children = []
  }

  // MARK: Searching

  /// The first node on the screen, in the order of drawing, for which the closure returns a value.
  func first<Value>(_ find: (StubNode) -> Value?) -> Value? {
    if let value = find(self) { return value }
    for child in children { if let value = child.node.first(find) { return value } }
    return nil
  }

  func forEach(_ body: (StubNode) -> Void) {
    body(self)
    for child in children { child.node.forEach(body) }
  }
}
