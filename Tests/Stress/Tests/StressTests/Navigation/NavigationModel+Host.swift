import KalugaArchitecture

// What the user does, and what hosts report, also late.
extension NavigationModel {
  var canGoBack: Bool {
    asked != nil || levels.count > 1 || panes(of: 0).contains { $0.count > 1 }
  }

  /// Goes back on behalf of the user, who leaves a question first; returns false if a back handler
  /// intercepts.
  mutating func back() throws(Refusal) -> Bool {
    guard asked != nil else { return try leavePane() }
    beginOperation()
    try answer(nil, isBelow: false)
    return true
  }

  /// Goes back in the detail, or else in the list, or closes the level with both.
  private mutating func leavePane() throws(Refusal) -> Bool {
    let last = levels.count - 1
    let panes = panes(of: last)
    if panes.count == 1 { return try leaveScreen(of: last, panes[0]) }
    if let pane = panes.first(where: { $0.count > 1 }) { return try leaveScreen(of: last, pane) }
    if levels[last].screens.contains(where: \.intercepts), last > 0 { return false }
    try close(last, 0)
    closeLateQuestion()
    cancelWhatNothingOwes(.back)
    return true
  }

  private mutating func leaveScreen(of level: Int, _ pane: [Screen]) throws(Refusal) -> Bool {
    let left = level > 0 && pane.count == 1 ? levels[level].screens : pane.suffix(1)
    if left.contains(where: \.intercepts) { return false }
    let above = levels.dropFirst(level + 1)
    levels.removeLast(above.count)
    let index = levels[level].path.prefix { $0.id != pane.last?.id }.count
    let detail = levels[level].path.dropFirst(index + 1)
    levels[level].path.removeLast(detail.count)
    try close(level, index)
    if !detail.isEmpty { levels[level].path += detail }
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
    guard !ids.isEmpty else { return }
    for level in levels.indices.reversed() {
      guard let pane = panes(of: level).firstIndex(where: { $0.map(\.id).starts(with: ids) }),
        seen.contains(where: { $0 == panes(of: level)[pane].last?.id })
      else { continue }
      while panes(of: level)[pane].count > ids.count,
        try leaveScreen(of: level, panes(of: level)[pane])
      {}
      return
    }
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
