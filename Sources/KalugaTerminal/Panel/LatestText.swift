/// The lines that were written last, which are shown below the panel before they are printed above
/// it.
///
/// The text of one command stays together.
struct LatestText {
  private struct Line {
    var text: String
    var beginsCommand: Bool
  }

  private var lines: [Line] = []
  private var isNext = false

  /// The number of rows that a high panel leaves to the text.
  static let leastRows = 6
  /// Longer text is printed at once.
  private static let limit = 16384

  /// Lets the next line begin a command.
  mutating func beginCommand() { isNext = true }

  /// Adds whole lines; returns false if their width is not known, or if they are long.
  mutating func append(_ text: String, columns: Int) -> Bool {
    guard text.utf8.count <= Self.limit, text.utf8.last == UInt8(ascii: "\n") else { return false }
    let new = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    guard new.allSatisfy({ TextWidth.wrapStyled($0, to: columns) != nil }) else { return false }
    for line in new {
      lines.append(Line(text: String(line), beginsCommand: isNext))
      isNext = false
    }
    return true
  }

  /// Keeps the latest commands that fit.
  ///
  /// - Returns: The rows of the lines that are kept, and the text to print.
  mutating func fit(rows limit: Int, columns: Int) -> (rows: [String], printed: String) {
    var rows: [String] = []
    var end = lines.count
    while end > 0 {
      let begin = lines[..<end].lastIndex(where: \.beginsCommand) ?? 0
      let block = lines[begin..<end].flatMap { TextWidth.wrapStyled($0.text, to: columns) ?? [] }
      if block.count + rows.count > limit { break }
      rows = block + rows
      end = begin
    }
    let printed = lines[..<end].map { $0.text + "\n" }.joined()
    lines.removeFirst(end)
    return (rows, printed)
  }

  /// Removes and returns all text.
  mutating func removeAll() -> String {
    defer { lines = [] }
    return lines.map { $0.text + "\n" }.joined()
  }
}
