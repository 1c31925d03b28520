#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavigationSnapshot {
  /// Reads a snapshot with destinations that do not decode, and asks about each of them, lowest
  /// first.
  ///
  /// Does not ask about a screen that was dropped together with a lower one.
  ///
  /// - Returns: The snapshot without unreadable screens. Nil if the data has another problem.
  /// - Throws: ``SavedStateError/screenNotReadable(_:)`` if the stack is refused.
  static func reading(
    _ data: Data,
    version: Int,
    asking decide: (NavigationUnreadableScreen) -> NavigationUnreadableDecision<Destination>
  ) throws(SavedStateError) -> NavigationSnapshot? {
    let saved: NavigationSnapshot<SavedDestination<Destination>>? =
      try? SavedStateEnvelope.open(data, version: version, migrate: nil)
    guard let saved else { return nil }
    var stack = saved.stack
    var gone: Set<BackStackEntryID> = []
    var dropped: [NavigationUnreadableScreen] = []
    for (entry, place) in saved.stack.places {
      guard case .unreadable(let misfit) = entry.destination, !gone.contains(entry.id) else {
        continue
      }
      let rest = stack.dropping(entry.id)
      let above = rest?.removed.filter { $0 != entry.id }
      let screen = NavigationUnreadableScreen(entry.id, place, misfit, above: above)
      switch decide(screen) {
      case .refuse: throw screen.refusal
      case .drop:
        guard let rest else { throw screen.refusal }
        stack = rest.stack
        gone.formUnion(rest.removed)
        dropped.append(screen)
      case .replace(let destination):
        guard let replaced = try? stack.applying(.update(entry.id, to: .readable(destination)))
        else { return nil }
        stack = replaced
        gone.insert(entry.id)
      }
    }
    var snapshot = NavigationSnapshot(
      stack: BackStack(stack),
      states: saved.states.filter { !gone.contains($0.key) },
      awaitedResults: saved.awaitedResults.filter { !gone.contains($0.key) },
      nested: saved.nested.filter { !gone.contains($0.key) }
    )
    snapshot.dropped = dropped
    return snapshot
  }
}

/// A saved destination, or the reason why it does not decode.
private enum SavedDestination<Destination: NavigationDestination>: NavigationDestination {
  case readable(Destination)
  case unreadable(SavedMisfit)

  init(from decoder: any Decoder) throws {
    do {
      self = .readable(try Destination(from: decoder))
    } catch {
      self = .unreadable(SavedMisfit(error, decoding: Destination.self, from: decoder))
    }
  }

  var readable: Destination? {
    if case .readable(let destination) = self { destination } else { nil }
  }
}

extension BackStack {
  /// All entries, lowest layer and first tab first, with the words for their places.
  fileprivate var places: [(entry: Entry, place: String)] {
    layers.enumerated().flatMap { level, layer in
      layer.tabs.enumerated().flatMap { tab, path in
        let places =
          (layer.tabs.count > 1 ? ["tab \(tab)"] : [])
          + (level > 0 ? ["presented stack \(level)"] : [])
        return path.enumerated().map { index, entry in
          let screen = index == 0 ? "the first screen" : "screen \(index + 1)"
          return (entry, ([screen] + places).joined(separator: " of "))
        }
      }
    }
  }

  /// Returns the stack without a screen and those above it, and the entries that leave.
  ///
  /// The first screen of a tab leaves with its tab, unless it is the only one.
  ///
  /// - Returns: Nil if nothing would remain of the base.
  fileprivate func dropping(
    _ id: BackStackEntryID
  ) -> (stack: BackStack, removed: [BackStackEntryID])? {
    for (level, layer) in layers.enumerated() where layer.tabs.count > 1 {
      for (tab, path) in layer.tabs.enumerated() where path[0].id == id {
        var stack = self
        var removed = path
        if tab == layer.selected {
          // Presented layers belong to the shown tab.
          removed += layers[(level + 1)...].flatMap(\.entries)
          stack.layers.removeLast(layers.count - level - 1)
        }
        stack.layers[level].tabs.remove(at: tab)
        if tab <= layer.selected { stack.layers[level].selected = max(0, layer.selected - 1) }
        return (stack, removed.map(\.id))
      }
    }
    let plan = try? NavigationPlan(.closeEntry(id), on: self)
    return plan.map { ($0.new, $0.removed) }
  }

  /// Creates the same stack with plain destinations, after all unreadable ones have been dropped or
  /// replaced.
  fileprivate init(_ saved: BackStack<SavedDestination<Destination>>) {
    lastID = saved.lastID
    layers = saved.layers.map { layer in
      let tabs = layer.tabs.map { path in
        path.compactMap { entry in
          entry.destination.readable.map { Entry(id: entry.id, destination: $0) }
        }
      }
      return Layer(tabs: tabs, selected: layer.selected)
    }
  }
}
