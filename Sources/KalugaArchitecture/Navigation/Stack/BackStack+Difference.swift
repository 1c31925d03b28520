extension BackStack {
  /// The entries that leave when this stack becomes the other one, and those that come, each in the order
  /// of its stack.
  func difference(to new: BackStack) -> (removed: [Entry], added: [Entry]) {
    if let difference = topPathDifference(to: new) { return difference }
    let old = entries
    let oldIDs = Set(old.map(\.id))
    let newIDs = Set(new.entries.map(\.id))
    return (
      old.filter { !newIDs.contains($0.id) }, new.entries.filter { !oldIDs.contains($0.id) }
    )
  }

  /// The same if nothing but the shown path differs, as mostly: found without going through the stack.
  ///
  /// An operation keeps a beginning of a path and appends entries that were never used before; so the end
  /// of what is common can be found by bisection.
  private func topPathDifference(to new: BackStack) -> (removed: [Entry], added: [Entry])? {
    guard let oldTop = levels.last, let newTop = new.levels.last,
      oldTop.paths.count == 1, newTop.paths.count == 1,
      levels.dropLast() == new.levels.dropLast()
    else { return nil }
    let oldPath = oldTop.shown
    let newPath = newTop.shown
    var low = 0
    var high = min(oldPath.count, newPath.count)
    while low < high {
      let middle = low + (high - low) / 2
      if oldPath[middle].id == newPath[middle].id { low = middle + 1 } else { high = middle }
    }
    return (oldPath.entries(from: low), newPath.entries(from: low))
  }
}
