// What a request acts on.
extension ErasedStack {
  /// Returns the top screen of the pane on which an operation acts, or its last step.
  ///
  /// Returns nil if the operation is not possible.
  func top(
    before spec: ErasedSpec,
    from origin: BackStackEntryID?
  ) -> Entry? {
    switch adapting(spec, from: origin) {
    case .below(let spec):
      guard layers.count > 1 else { return nil }
      var under = self
      under.layers.removeLast()
      return under.top(before: spec, from: origin)
    case .steps(let steps):
      guard let step = steps.last else { return nil }
      if steps.count == 1 { return top(before: step, from: origin) }
      let plan = try? NavigationPlan(.steps(steps.dropLast()), on: self, from: origin)
      return plan?.new.top(before: step, from: plan?.mover)
    case .pushInTab(_, let root):
      guard let (level, tab) = tab(of: root) else { return nil }
      return layers[level].tabs[tab].last
    default:
      let opensDetail = spec.opened?.isDetail == true
      let panes = spec.actsOnPath && !opensDetail ? panes(of: layers.count - 1) : []
      return panes.compactMap(\.last).first { $0.id == origin } ?? top
    }
  }

  /// Returns the operation that a screen means by its request: on its own layer, if it is visible under
  /// others.
  func adapting(_ spec: ErasedSpec, from origin: BackStackEntryID?) -> ErasedSpec {
    guard layers.count > 1, let origin, origin != top.id, spec.actsOnOneLayer, sees(origin),
      let level = layers.lastIndex(where: { $0.path.contains { $0.id == origin } })
    else { return spec }
    return (level + 1..<layers.count).reduce(spec) { spec, _ in .below(spec) }
  }

  /// Finds the first tab with this first screen, in the lowest layer that has one.
  func tab(of root: ErasedDestination) -> (level: Int, tab: Int)? {
    for (level, layer) in layers.enumerated() where layer.tabs.count > 1 {
      let tab = layer.tabs.firstIndex { $0[0].destination == root }
      if let tab { return (level, tab) }
    }
    return nil
  }
}
