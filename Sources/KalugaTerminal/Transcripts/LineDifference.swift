import KalugaArchitecture

/// The lines in which two texts differ, and no others.
///
///     line 2
///     - push     home → details {name: "Ada"}   [home, details]
///     + push     home → details {name: "Bob"}   [home, details]
///
/// The numbers are those of the expected text; `-` is only there, `+` only in what was found. What
/// would control a terminal is escaped. An end behind the last line makes no difference.
public struct LineDifference: Hashable, Sendable, CustomStringConvertible {
  /// The difference as text.
  public let description: String

  /// Compares two texts; nil if they have the same lines.
  public init?(expected: String, found: String) {
    let old = Self.lines(expected)
    let new = Self.lines(found)
    let changes = new.difference(from: old)
    guard !changes.isEmpty else { return nil }

    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text: [String] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      guard removed.contains(oldIndex) || inserted.contains(newIndex) else {
        oldIndex += 1
        newIndex += 1
        continue
      }
      text.append("line \(oldIndex + 1)")
      while removed.contains(oldIndex) {
        text.append("- \(old[oldIndex].escapingControlCharacters())")
        oldIndex += 1
      }
      while inserted.contains(newIndex) {
        text.append("+ \(new[newIndex].escapingControlCharacters())")
        newIndex += 1
      }
    }
    description = text.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map { String($0) }
  }
}

extension TransitionTranscript {
  /// The lines in which this transcript differs from the one that was expected; nil if in none.
  public func difference(from expected: TransitionTranscript) -> LineDifference? {
    LineDifference(expected: expected.description, found: description)
  }
}
