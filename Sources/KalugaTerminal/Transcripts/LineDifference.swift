import KalugaArchitecture

/// The lines in which two texts differ.
///
///     line 2
///     - push     home → details {name: "Ada"}   [home, details]
///     + push     home → details {name: "Bob"}   [home, details]
///
/// Line numbers refer to the expected text. `-` marks a line that is only in the expected text, and
/// `+` a line that is only in the text that was found. Control characters are escaped. A trailing
/// newline is ignored.
package struct LineDifference: Hashable, Sendable, CustomStringConvertible {
  /// Neighbouring lines that differ.
  package struct Part: Hashable, Sendable {
    /// The number of the first line in the expected text; that of the first text is 1.
    package let line: Int
    /// The lines that are only in the expected text; control characters are escaped.
    package fileprivate(set) var removed: [String] = []
    /// The lines that are only in the text that was found; control characters are escaped.
    package fileprivate(set) var inserted: [String] = []
  }

  /// The differences, in the order of the texts.
  package let parts: [Part]

  /// Compares two texts; nil if they have the same lines.
  package init?(expected: String, found: String) {
    let old = Self.lines(expected)
    let new = Self.lines(found)
    let (removed, inserted) = Self.changes(from: old, to: new)
    if removed.isEmpty && inserted.isEmpty { return nil }

    var parts: [Part] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      guard removed.contains(oldIndex) || inserted.contains(newIndex) else {
        oldIndex += 1
        newIndex += 1
        continue
      }
      var part = Part(line: oldIndex + 1)
      while removed.contains(oldIndex) {
        part.removed.append(old[oldIndex].escapingControlCharacters())
        oldIndex += 1
      }
      while inserted.contains(newIndex) {
        part.inserted.append(new[newIndex].escapingControlCharacters())
        newIndex += 1
      }
      parts.append(part)
    }
    self.parts = parts
  }

  /// The difference as text.
  package var description: String {
    parts.flatMap { part in
      ["line \(part.line)"] + part.removed.map { "- \($0)" } + part.inserted.map { "+ \($0)" }
    }
    .joined(separator: "\n")
  }

  /// Returns the lines that are only in the old text, and those that are only in the new one.
  ///
  /// The time and memory for the shortest difference grow with the square of its length. In long texts,
  /// everything between the common first and last lines counts as changed.
  private static func changes(from old: [String], to new: [String]) -> (Set<Int>, Set<Int>) {
    if old.count + new.count <= 4_000 {
      var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
      return (removed, inserted)
    }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    return (Set(start..<old.count - end), Set(start..<new.count - end))
  }

  private static func lines(_ text: String) -> [String] {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map { String($0) }
  }
}
