/// Finds the saved values that are new again and again, so that an exploration has no end.
struct GrowingValues: Sendable {
  private struct Value {
    var texts: Set<String> = []
    /// The numbers of events after which a text was new.
    var depths: Set<Int> = []
    /// The two texts that were found last.
    var examples: [String] = []

    mutating func add(_ text: String, at depth: Int) {
      guard texts.insert(text).inserted else { return }
      depths.insert(depth)
      examples = examples.suffix(1) + [text]
    }
  }

  private var values: [String: Value] = [:]
  private var depth = 0

  /// On so many levels, the last one or the one before it included, a value must have been new.
  private static let minimumDepths = 4
  private static let maximumLength = 60

  /// Adds the saved values of a state that was not known.
  mutating func add(_ saved: [(name: String, text: String)], at depth: Int) {
    self.depth = max(self.depth, depth)
    for (name, text) in saved { values[name, default: Value()].add(text, at: depth) }
  }

  /// The values with two examples each, and what to do; nil if there are none.
  var text: String? {
    let growing = values.filter { _, value in
      // The explorer may have stopped before it has found the new value of the last level.
      value.depths.count >= Self.minimumDepths && value.depths.contains { $0 >= depth - 1 }
    }
    if growing.isEmpty { return nil }
    let list = growing.sorted { $0.key < $1.key }.map { name, value in
      "\(name) (such as \(value.examples.map(Self.shortened).joined(separator: " and ")))"
    }
    return
      "still new in the last states: \(list.joined(separator: ", ")). If it grows without limit, "
      + "offer its moves only up to a limit, or leave it out of stateKey."
  }

  private static func shortened(_ text: String) -> String {
    text.count > maximumLength ? "\(text.prefix(maximumLength))…" : text
  }
}
