import KalugaArchitecture

// The stage of each screen, as in the table of the article on stages.
extension NavigationModel {
  /// The screens that the user sees together, top first.
  var seen: [BackStackEntryID] {
    var seen: [BackStackEntryID] = []
    for level in levels.indices.reversed() {
      seen += panes(of: level).flatMap { $0.suffix(1) }.map(\.id)
      if !levels[level].coversPartly { break }
    }
    return seen
  }

  /// Returns the stage of each screen; one that was never shown counts as paused.
  func stages(in host: HostState) -> [BackStackEntryID: LifecycleStage] {
    var stages: [BackStackEntryID: LifecycleStage] = [:]
    for screen in screens { stages[screen.id] = .paused }
    if host == .background { return stages }
    for (depth, id) in seen.enumerated() {
      stages[id] = depth == 0 && host == .active && asked == nil ? .resumed : .visible
    }
    return stages
  }

  /// Returns how many levels stay as they are above a visible screen that moves only its own level.
  func countOfLevelsAbove(
    _ origin: BackStackEntryID?,
    staying spec: NavigationSpec<Place>
  ) -> Int {
    guard let origin, spec.movesOneLevel, seen.contains(origin) else { return 0 }
    return levels.reversed().prefix { !$0.path.contains { $0.id == origin } }.count
  }

  /// Whether a screen is on top of a list that is beside its detail.
  func isTopOfList(_ id: BackStackEntryID?) -> Bool {
    levels.indices.contains { panes(of: $0).dropFirst().contains { $0.last?.id == id } }
      && id.map(seen.contains) == true
  }
}

extension NavigationModel.Level {
  fileprivate var coversPartly: Bool {
    if let covering { return covering == .partly }
    switch style {
    case .popover, .overlay: return true
    case .sheet(let detents): return detents.contains(.medium)
    case nil, .cover: return false
    }
  }
}

extension NavigationSpec<Place> {
  /// Whether a visible screen may request the operation for its own level, as in the table of
  /// origins.
  var movesOneLevel: Bool {
    switch self {
    case .push, .replace, .showDetail, .replaceAbove, .pop, .popTo, .popToEntry, .popToScreen,
      .popToRoot, .bringToFront, .tabs, .selectTab:
      true
    case .present, .replacePresented, .dismiss, .close, .closeScreen, .closeEntry, .open, .setRoot,
      .selectTabOf, .pushInTab, .openInTab, .update, .finish, .launch, .below, .ask, .answer:
      false
    case .animated(let spec, _): spec.movesOneLevel
    case .steps:
      flat.contains { !$0.isUpdate } && flat.allSatisfy { $0.isUpdate || $0.movesOneLevel }
    }
  }

  /// Whether the operation changes only a path, and so only the list if the screen on top of that
  /// requests it beside a detail.
  ///
  /// Each of several steps has a pane of its own.
  var movesOnePane: Bool {
    switch self {
    case .showDetail, .tabs, .selectTab, .steps: false
    case .animated(let spec, _): spec.movesOnePane
    default: movesOneLevel
    }
  }
}
