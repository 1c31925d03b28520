extension String {
  /// Returns how many of the first 40 characters must be added, removed or replaced to turn one text
  /// into the other.
  func editDistance(to other: String) -> Int {
    let from = Array(prefix(40))
    let to = Array(other.prefix(40))
    var distances = Array(0...to.count)
    for (row, character) in from.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, candidate) in to.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(replaced, diagonal + 1, distances[column] + 1)
      }
    }
    return distances[to.count]
  }
}
