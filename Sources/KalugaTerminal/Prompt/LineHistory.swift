/// The lines that were entered, and the one that the user has gone back to.
struct LineHistory {
  private static let limit = 1000

  private var lines: [String] = []
  /// The position of the line that is shown; the number of lines if it is a new one.
  private var position = 0
  /// The new line, while an older one is shown.
  private var draft = ""

  /// Adds a line, unless it is blank or repeats the last one, and ends the search.
  mutating func append(_ line: String) {
    if line.contains(where: { !$0.isWhitespace }), line != lines.last { lines.append(line) }
    if lines.count > Self.limit { lines.removeFirst() }
    leave()
  }

  /// Returns to a new line, which is empty.
  mutating func leave() {
    position = lines.count
    draft = ""
  }

  /// Returns the line before the one that is shown; nil if that is the oldest one.
  mutating func previous(_ shown: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = shown }
    position -= 1
    return lines[position]
  }

  /// Returns the line after the one that is shown; nil if that is the new one.
  mutating func next() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
