/// Finds the saved values that are new again and again, so that an exploration has no end.
struct GrowingValues {
  private struct Value {
    var texts: Set<Substring> = []
    /// The numbers of events after which a text was new.
    var depths: Set<Int> = []
    /// The two texts that were found last.
    var examples: [Substring] = []

    mutating func add(_ text: Substring, at depth: Int) {
      guard texts.insert(text).inserted else { return }
      depths.insert(depth)
      examples = examples.suffix(1) + [text]
    }
  }

  private var values: [Substring: Value] = [:]
  private var depth = 0

  /// Adds the values of a state that was not known: the lines of its key such as `  nextID: 5`.
  mutating func add(_ key: StateKey, at depth: Int) {
    self.depth = max(self.depth, depth)
    for line in key.lasting.split(separator: "\n") where line.hasPrefix(" ") {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let name = line[..<colon.lowerBound].drop { $0 == " " }
      let text = line[colon.upperBound...]
      values[name, default: Value()].add(text, at: depth)
    }
  }

  /// The values with two examples each, and what to do; nil if there are none.
  ///
  /// A value grows if it was new on four levels, of which one is the last or the one before it: the
  /// explorer may have stopped before it has found the new value of the last level.
  var text: String? {
    let growing = values.filter { _, value in
      value.depths.count >= 4 && value.depths.contains { $0 >= depth - 1 }
    }
    if growing.isEmpty { return nil }
    let list = growing.sorted { $0.key < $1.key }.map { name, value in
      let examples = value.examples.map { $0.count > 60 ? "\($0.prefix(60))…" : "\($0)" }
      return "'\(name)' (such as \(examples.joined(separator: " and ")))"
    }
    return
      "still new in the last states: \(list.joined(separator: ", ")). If it grows without limit, "
      + "offer its moves only up to a limit, or leave it out of stateKey."
  }
}
