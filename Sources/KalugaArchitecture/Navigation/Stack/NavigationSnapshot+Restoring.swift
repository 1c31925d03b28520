#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationSnapshot {
  /// Reads a snapshot without the screens whose destinations do not decode, and without those above
  /// them, and reports what was left out.
  ///
  /// - Returns: Nil if the data has another problem, or if nothing would remain of the base.
  static func withoutUnreadableScreens(
    _ data: Data,
    version: Int,
    because error: SavedStateError
  ) -> NavigationSnapshot? {
    let saved: NavigationSnapshot<SavedDestination<Destination>>? =
      try? SavedStateEnvelope.open(data, version: version, migrate: nil)
    guard let saved else { return nil }
    var stack = saved.stack
    var dropped: [String] = []
    // The lowest one first, because those above it leave with it.
    while let screen = stack.entries.first(where: { $0.destination.readable == nil }) {
      guard let rest = stack.erased.dropping(screen.id) else { return nil }
      stack = BackStack(rest)
      dropped.append("\(screen.id)")
    }
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .stackNotRestored,
        "the screens \(dropped.joined(separator: ", ")) of a saved stack are dropped, with all above "
          + "them: \(error)"
      )
    )
    return NavigationSnapshot(
      stack: BackStack(stack),
      states: saved.states,
      awaitedResults: saved.awaitedResults,
      nested: saved.nested,
      shared: saved.shared
    )
  }
}

/// A saved destination, or nil if it does not decode.
private struct SavedDestination<Destination: NavigationDestination>: NavigationDestination {
  let readable: Destination?

  init(from decoder: any Decoder) throws {
    readable = try? Destination(from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try readable.encode(to: encoder) }
}

extension ErasedStack {
  /// Returns the stack without a screen and those above it, or nil if nothing would remain of the base.
  ///
  /// The first screen of a tab leaves with its tab, unless it is the only one.
  fileprivate func dropping(_ id: BackStackEntryID) -> ErasedStack? {
    for (level, layer) in layers.enumerated() where layer.tabs.count > 1 {
      guard let tab = layer.tabs.firstIndex(where: { $0[0].id == id }) else { continue }
      var stack = self
      // Presented layers belong to the shown tab.
      if tab == layer.selected { stack.layers.removeLast(layers.count - level - 1) }
      stack.layers[level].tabs.remove(at: tab)
      if tab <= layer.selected { stack.layers[level].selected = max(0, layer.selected - 1) }
      if stack.top.id != top.id { stack.question = nil }
      return stack
    }
    return try? NavigationPlan(.closeEntry(id), on: self).new
  }
}

extension BackStack {
  /// Creates the same stack with plain destinations, after all unreadable ones have been dropped.
  fileprivate init(_ saved: BackStack<SavedDestination<Destination>>) {
    let layers = saved.layers.map { layer in
      let tabs = layer.tabs.map { path in
        path.compactMap { entry in
          entry.destination.readable.map {
            ErasedStack.Entry(id: entry.id, destination: ErasedDestination($0))
          }
        }
      }
      return ErasedStack.Layer(
        tabs: tabs,
        selected: layer.selected,
        style: layer.style,
        covering: layer.covering
      )
    }
    self.init(
      ErasedStack(lastID: saved.erased.lastID, layers: layers, question: saved.erased.question)
    )
  }
}
