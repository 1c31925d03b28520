// Which entries have view models: all, or only those of tabs that have been selected.
extension StackDriver {
  /// The entries whose view models are made at the start.
  var screensOfStart: [ErasedStack.Entry] {
    if configuration.hiddenTabs == .eagerly { return current.entries }
    // A saved result needs the closure that the view model of its receiver registers.
    let receivers = screens.values.compactMap { record in
      if case .registered(let screen, _) = record.awaited { screen } else { nil }
    }
    return unmadeScreens(alsoIn: Set(receivers))
  }

  /// Returns the entries whose view models are made after a plan was carried out.
  func screens(after plan: NavigationPlan) -> [ErasedStack.Entry] {
    let isLazy = configuration.hiddenTabs == .lazily && (plan.old.hasTabs || plan.new.hasTabs)
    return isLazy ? unmadeScreens() : plan.added
  }

  /// Returns the entries whose view models must be made or adopted: those in selected tabs, in tabs that
  /// were selected before and in tabs that contain one of these entries, and those that came with a
  /// view model.
  private func unmadeScreens(alsoIn ids: Set<BackStackEntryID> = []) -> [ErasedStack.Entry] {
    current.layers.flatMap { layer in
      let hidden = layer.tabs.indices.filter { $0 != layer.selected }.flatMap { index in
        let tab = layer.tabs[index]
        let isKept = isMade(tab[0].id) || tab.contains { ids.contains($0.id) }
        return isKept ? tab : tab.filter { viewModel(for: $0.id) != nil }
      }
      return hidden + layer.path
    }
    .filter { !isMade($0.id) }
  }

  /// Whether the driver has made or adopted the view model of an entry.
  private func isMade(_ id: BackStackEntryID) -> Bool { viewModel(for: id)?.owner === self }
}

extension ErasedStack {
  /// Whether the base or a presented stack has more than one tab.
  fileprivate var hasTabs: Bool { layers.contains { $0.tabs.count > 1 } }
}
