/// What a wide terminal shows of an app: the shown screen in a frame with its commands, and beside
/// it the stack with the work of each screen.
///
///     ┌ Details ───────────────────────────────┐  stack      work
///     │ name: "adA"                            │  ● details
///     │ number: 24                             │  ○ home     result: waits for details
///     │                                        │             seconds: cancelled 2 s ago
///     └ inverse · finish · back · help ────────┘
///     state 212 bytes   link kaluga://example/details?name=Ada&number=42
///
/// It contains no control characters.
struct Panel: Hashable {
  /// A screen of the stack.
  struct Floor: Hashable {
    var name: String
    /// Whether the user sees the screen.
    var isShown = false
    /// A line for each task that runs or has ended.
    var work: [String] = []
  }

  /// The lines of the shown screen; the first one is the title.
  var screen: [String] = []
  /// The names of the commands, the most important ones first.
  var commands: [String] = []
  /// The screens of the stack, the shown one first.
  var stack: [Floor] = []
  /// The size of the state that can be saved, and the link to what is shown.
  var remarks: [String] = []

  /// The smallest window that has room for a panel.
  private static let minimum = WindowSize(columns: 80, rows: 16)

  /// Returns what a window lacks for a panel, in words for the user; nil if it is large enough.
  static func lack(of size: WindowSize) -> String? {
    let columns = size.columns < minimum.columns ? "\(size.columns) columns" : nil
    let rows = size.rows < minimum.rows ? "\(size.rows) rows" : nil
    let lack = [columns, rows].compactMap(\.self).joined(separator: " and ")
    guard !lack.isEmpty else { return nil }
    return "in windows of \(minimum.columns) columns and \(minimum.rows) rows; this one has \(lack)"
  }

  /// Returns at most so many rows, none of which is wider than the window.
  func rows(columns: Int, limit: Int, style: TerminalStyle) -> [String] {
    // Cancelled work needs 37 cells, and lines of a screen seldom more than a frame has.
    let width = columns * 52 / 100
    let status =
      remarks.isEmpty ? [] : [TextWidth.clip(remarks.joined(separator: "   "), to: columns)]
    let tower = tower(columns - width - 2)
    // The frame cuts a long title, so the body repeats it.
    let isTitleCut = TextWidth.of(title) > width - 4
    let body = screen.dropFirst(isTitleCut ? 0 : 1).prefix(limit).flatMap { line in
      // A longer line would be cut anyway.
      TextWidth.wrap(TextWidth.clip(line, to: (width - 4) * limit), to: width - 4)
    }
    let height = min(max(body.count, tower.count - 2, 4), limit - 2 - status.count)
    let left = frame(Self.cut(body, to: height), height, width, style)
    let right = Self.cut(tower, to: height + 2)
    let rows = left.enumerated().map { index, row in
      guard right.indices.contains(index) else { return row }
      return row + "  " + (index == 0 ? style.apply(.faint, to: right[index]) : right[index])
    }
    return rows + status.map { style.apply(.faint, to: $0) }
  }

  private static func cut(_ rows: [String], to count: Int) -> [String] {
    rows.count <= count ? rows : rows.prefix(max(count - 1, 0)) + ["…"]
  }

  // MARK: The shown screen

  /// The first line without the blanks around it.
  private var title: String {
    var title = screen.first?.drop { $0 == " " } ?? ""
    while title.last == " " { title.removeLast() }
    return String(title)
  }

  private func frame(
    _ body: [String],
    _ height: Int,
    _ width: Int,
    _ style: TerminalStyle
  ) -> [String] {
    func border(_ text: String, _ role: TerminalStyle.Role) -> String {
      guard !text.isEmpty else { return String(repeating: "─", count: width - 2) }
      let line = String(repeating: "─", count: max(width - 4 - TextWidth.of(text), 0))
      return " \(style.apply(role, to: text)) " + line
    }
    let lines = body + Array(repeating: "", count: max(height - body.count, 0))
    return ["┌" + border(TextWidth.clip(title, to: width - 4), .title) + "┐"]
      + lines.map { "│ \(Self.pad($0, to: width - 4)) │" }
      + ["└" + border(footer(width - 4), .keyword) + "┘"]
  }

  /// The commands that fit; the last one, which helps to find the others, always does.
  private func footer(_ width: Int) -> String {
    let all = commands.joined(separator: " · ")
    guard TextWidth.of(all) > width, let last = commands.last else { return all }
    var footer = ""
    for command in commands {
      let longer = footer + command + " · "
      if TextWidth.of(longer + "… · " + last) > width { break }
      footer = longer
    }
    return TextWidth.clip(footer + "… · " + last, to: width)
  }

  // MARK: The stack

  private func tower(_ width: Int) -> [String] {
    let names = stack.map { ($0.isShown ? "● " : "○ ") + $0.name }
    let column = min(max((names.map { TextWidth.of($0) }.max() ?? 0) + 2, 9), width / 2)
    let floors = zip(names, stack).flatMap { name, floor in
      let work = floor.work.flatMap { TextWidth.wrap($0, to: width - column) }
      return (work.isEmpty ? [""] : work).enumerated().map { index, line in
        let name = index == 0 ? TextWidth.clip(name, to: column - 1) : ""
        return line.isEmpty ? name : Self.pad(name, to: column) + line
      }
    }
    return [Self.pad("stack", to: column) + "work"] + floors
  }

  private static func pad(_ text: String, to cells: Int) -> String {
    text + String(repeating: " ", count: max(cells - TextWidth.of(text), 0))
  }
}
