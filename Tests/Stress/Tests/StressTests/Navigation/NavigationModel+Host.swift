import KalugaArchitecture

// What the user does, and what hosts report, also late.
extension NavigationModel {
  var canGoBack: Bool { asked != nil || levels.count > 1 || levels[0].path.count > 1 }

  /// Goes back on behalf of the user, who leaves a question first; returns false if a back handler
  /// intercepts.
  mutating func back() throws(Refusal) -> Bool {
    guard asked != nil else { return try leaveScreen(of: levels.count - 1) }
    beginOperation()
    try answer(nil, isBelow: false)
    return true
  }

  private mutating func leaveScreen(of level: Int) throws(Refusal) -> Bool {
    let index = levels[level].path.count - 1
    let left = level > 0 && index == 0 ? levels[level].screens : levels[level].path.suffix(1)
    if left.contains(where: \.intercepts) { return false }
    let above = levels.dropFirst(level + 1)
    levels.removeLast(above.count)
    try close(level, index)
    levels += above
    closeLateQuestion()
    cancelWhatNothingOwes(.back)
    return true
  }

  /// Closes a presented stack and those above it; returns false if a back handler intercepts.
  mutating func hostDidDismiss(_ id: BackStackEntryID) throws(Refusal) -> Bool {
    while levels.dropFirst().contains(where: { $0.tabs[0][0].id == id }) {
      let last = levels.count - 1
      if levels[last].screens.contains(where: \.intercepts) { return false }
      try close(last, 0)
      closeLateQuestion()
      cancelWhatNothingOwes(.back)
    }
    return true
  }

  /// Goes back to a beginning of a path that the user sees, up to a back handler that intercepts.
  mutating func hostDidShow(_ ids: [BackStackEntryID]) throws(Refusal) {
    let seen = levels.indices.suffix(seen.count)
    guard !ids.isEmpty,
      let level = seen.last(where: { levels[$0].path.map(\.id).starts(with: ids) })
    else { return }
    while levels[level].path.count > ids.count, try leaveScreen(of: level) {}
  }

  /// Selects the tab with this first screen; a second tap goes back to that screen.
  mutating func hostDidSelect(
    _ id: BackStackEntryID,
    isReselectIntercepted: Bool
  ) throws(Refusal) {
    for (level, content) in levels.enumerated() where content.tabs.count > 1 {
      guard let tab = content.tabs.firstIndex(where: { $0[0].id == id }) else { continue }
      if tab != content.selected {
        levels[level].selected = tab
        closeLateQuestion()
        makeViewModels()
      } else if !isReselectIntercepted {
        try hostDidShow([id])
      }
    }
  }
}
