/// The lines that were written last, which are shown below the panel before they are printed above
/// it.
///
/// The text of one command stays together.
struct LatestText {
  private var lines: [String] = []
  /// The indices of the lines that begin a command.
  private var begins: Set<Int> = []

  /// The number of rows that a high panel leaves to the text.
  static let leastRows = 6
  /// Longer text is printed at once.
  private static let limit = 16384

  /// Lets the next line begin a command.
  mutating func beginCommand() { begins.insert(lines.count) }

  /// Adds whole lines; returns false if their width is not known, or if they are long.
  mutating func append(_ text: String, columns: Int) -> Bool {
    guard text.utf8.count <= Self.limit, text.utf8.last == UInt8(ascii: "\n") else { return false }
    let new = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    guard new.allSatisfy({ TextWidth.wrapStyled($0, to: columns) != nil }) else { return false }
    lines += new.map { String($0) }
    return true
  }

  /// Keeps the latest commands that fit.
  ///
  /// - Returns: The rows of the lines that are kept, and the text to print.
  mutating func fit(rows limit: Int, columns: Int) -> (rows: [String], printed: String) {
    var rows: [String] = []
    var end = lines.count
    while end > 0 {
      let begin = begins.filter { $0 < end }.max() ?? 0
      let block = lines[begin..<end].flatMap { TextWidth.wrapStyled($0, to: columns) ?? [] }
      if block.count + rows.count > limit { break }
      rows = block + rows
      end = begin
    }
    return (rows, remove(end))
  }

  /// Removes and returns all text.
  mutating func removeAll() -> String { remove(lines.count) }

  private mutating func remove(_ count: Int) -> String {
    let text = lines[..<count].map { $0 + "\n" }.joined()
    lines.removeFirst(count)
    begins = Set(begins.map { $0 - count }.filter { $0 >= 0 })
    return text
  }
}
