/// The lines that were entered, and the one that the user has gone back to.
struct LineHistory {
  private static let limit = 1000

  private var lines: [String] = []
  /// The position of the line that is shown; the number of lines if it is a new one.
  private var position = 0
  /// What the user has made of lines, by their positions, until one of them is entered.
  private var changed: [Int: String] = [:]

  /// Adds a line, unless it is blank or repeats the last one; ``leave()`` follows.
  mutating func append(_ line: String) {
    if line.contains(where: { !$0.isWhitespace }), line != lines.last { lines.append(line) }
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// Returns to a new line, which is empty.
  mutating func leave() {
    position = lines.count
    changed = [:]
  }

  /// Returns the line before the one that is shown; nil if that is the oldest one.
  mutating func previous(_ shown: String) -> String? {
    position > 0 ? show(position - 1, insteadOf: shown) : nil
  }

  /// Returns the line after the one that is shown; nil if that is the new one.
  mutating func next(_ shown: String) -> String? {
    position < lines.count ? show(position + 1, insteadOf: shown) : nil
  }

  private mutating func show(_ other: Int, insteadOf shown: String) -> String {
    changed[position] = shown
    position = other
    return changed[other] ?? (other < lines.count ? lines[other] : "")
  }
}
