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
  /// - Returns: The snapshot without unreadable screens. Nil if the stack is refused, or if the
  ///   data has another problem.
  static func reading(
    _ data: Data,
    version: Int,
    asking decide: (NavigationUnreadableScreen) -> NavigationUnreadableDecision<Destination>
  ) -> NavigationSnapshot? {
    let saved: NavigationSnapshot<SavedDestination<Destination>>? =
      try? SavedStateEnvelope.open(data, version: version, migrate: nil)
    guard let saved else { return nil }
    var stack = saved.stack
    var gone: Set<BackStackEntryID> = []
    var dropped: [NavigationUnreadableScreen] = []
    for entry in saved.stack.layers.flatMap({ $0.tabs.flatMap(\.self) }) {
      guard case .unreadable(let misfit) = entry.destination, !gone.contains(entry.id) else {
        continue
      }
      let plan = try? NavigationPlan(.closeEntry(entry.id), on: stack)
      let above = plan?.removed.filter { $0 != entry.id } ?? []
      let screen = NavigationUnreadableScreen(entry.id, misfit, above: above)
      switch decide(screen) {
      case .refuse: return nil
      case .drop:
        guard let plan else { return nil }
        stack = plan.new
        gone.formUnion(plan.removed)
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
