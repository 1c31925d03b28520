extension BackStack {
  /// Returns the entries that leave when the other stack replaces this one, and those that arrive.
  ///
  /// Each list has the order of its stack.
  func difference(to new: BackStack) -> (removed: [Entry], added: [Entry]) {
    let old = entries
    let new = new.entries
    let oldIDs = Set(old.map(\.id))
    let newIDs = Set(new.map(\.id))
    return (old.filter { !newIDs.contains($0.id) }, new.filter { !oldIDs.contains($0.id) })
  }
}
