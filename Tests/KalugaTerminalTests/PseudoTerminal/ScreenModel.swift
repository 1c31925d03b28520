/// A small terminal: the rows of its window, its cursor, and its scrollback, after the bytes that
/// were sent to it.
///
/// It knows only the sequences that the library sends, and records all others in ``unknown``.
struct ScreenModel {
  /// What a terminal does with its rows when its window gets narrower or wider.
  enum Resizing: CaseIterable {
    /// It cuts them, like xterm.
    case cuts
    /// It wraps the lines again, like most terminals.
    case wraps
  }

  struct Row {
    /// The text of each cell; the second cell of a wide character is empty.
    var cells: [String] = []
    /// Whether the row continues the line of the row above it.
    var isContinuation = false

    var text: String {
      var text = cells.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  let resizing: Resizing
  private(set) var columns: Int
  private(set) var rows: [Row]
  private(set) var scrollback: [Row] = []
  private(set) var row = 0
  private(set) var column = 0
  /// The number of times that everything below the cursor was erased.
  private(set) var erasures = 0
  /// The number of sequences that have arrived.
  private(set) var sequences = 0
  private(set) var unknown: [String] = []
  /// Whether pasted text arrives in sequences.
  private(set) var enclosesPastes = false
  private(set) var showsCursor = true
  /// The number of times that a row was erased to be printed again.
  private(set) var rewrittenRows = 0

  private var wrapsLines = true
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int, resizing: Resizing) {
    self.columns = columns
    self.rows = Array(repeating: Row(), count: rows)
    self.resizing = resizing
  }

  /// The lines above the cursor's row, those of the scrollback first.
  var linesAbove: [String] { Self.lines(scrollback + rows[..<row]).map(\.text) }

  /// The rows from the cursor's row down.
  var rowsBelow: [String] { rows[row...].map(\.text) }

  private static func lines(_ rows: [Row]) -> [Row] {
    rows.reduce(into: []) { lines, row in
      if row.isContinuation, !lines.isEmpty {
        lines[lines.count - 1].cells += row.cells
      } else {
        lines.append(row)
      }
    }
  }

  // MARK: Output

  mutating func receive(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let byte = pending.first {
      let length: Int
      if byte == 0x1B {
        guard let end = sequenceEnd() else { return }
        perform(String(decoding: pending[1...end], as: UTF8.self))
        length = end + 1
      } else {
        length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard pending.count >= length else { return }
        for scalar in String(decoding: pending[..<length], as: UTF8.self).unicodeScalars {
          print(scalar)
        }
      }
      pending.removeFirst(length)
    }
  }

  private func sequenceEnd() -> Int? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else { return 1 }
    return pending.indices.dropFirst(2).first { 0x40...0x7E ~= pending[$0] }
  }

  private mutating func perform(_ sequence: String) {
    sequences += 1
    switch sequence {
    case "[J":
      erasures += 1
      pad(row)
      rows[row].cells.removeSubrange(column...)
      for below in rows.indices where below > row { rows[below] = Row() }
    case "[2K":
      rewrittenRows += 1
      rows[row] = Row()
    case "[2J": rows = rows.map { _ in Row() }
    case "[H": (row, column) = (0, 0)
    case "[?7l": wrapsLines = false
    case "[?7h": wrapsLines = true
    case "[?2004h": enclosesPastes = true
    case "[?2004l": enclosesPastes = false
    case "[?25h": showsCursor = true
    case "[?25l": showsCursor = false
    case _ where sequence.last == "A" && Int(sequence.dropFirst().dropLast()) != nil:
      row = max(0, row - (Int(sequence.dropFirst().dropLast()) ?? 0))
    case _ where sequence.last == "m": break
    default: unknown.append(sequence)
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": column = 0
    case "\n": lineFeed(isContinuation: false)
    case _ where scalar.value < 0x20: unknown.append("\(scalar.value)")
    case _ where Self.isJoined(scalar) || previous?.last == "\u{200D}":
      rows[row].cells[previousColumn].unicodeScalars.append(scalar)
    default:
      let width = Self.isWide(scalar) ? 2 : 1
      if column + width > columns {
        if wrapsLines {
          lineFeed(isContinuation: true)
          column = 0
        } else {
          column = columns - width
        }
      }
      pad(row)
      rows[row].cells.replaceSubrange(
        column..<min(column + width, rows[row].cells.count),
        with: [String(scalar), ""].prefix(width)
      )
      column += width
    }
  }

  private var previousColumn: Int {
    let cells = rows[row].cells
    return column > 1 && cells[column - 1].isEmpty ? column - 2 : column - 1
  }

  private var previous: String.UnicodeScalarView? {
    column > 0 && column <= rows[row].cells.count
      ? rows[row].cells[previousColumn].unicodeScalars : nil
  }

  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    [0x200D, 0xFE0F].contains(scalar.value) || 0x300...0x36F ~= scalar.value
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    [0x3000...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF].contains { $0 ~= Int(scalar.value) }
  }

  /// Fills a row with blanks up to the cursor.
  private mutating func pad(_ row: Int) {
    let missing = max(0, column - rows[row].cells.count)
    rows[row].cells += Array(repeating: " ", count: missing)
  }

  private mutating func lineFeed(isContinuation: Bool) {
    if row == rows.count - 1 {
      scrollback.append(rows.removeFirst())
      rows.append(Row())
    } else {
      row += 1
    }
    rows[row].isContinuation = isContinuation
  }

  // MARK: Resizing

  mutating func resize(columns newColumns: Int, rows newCount: Int) {
    switch resizing {
    case .cuts:
      for index in rows.indices { rows[index].cells = Array(rows[index].cells.prefix(newColumns)) }
      column = min(column, newColumns - 1)
    case .wraps: wrap(newColumns)
    }
    columns = newColumns
    // The cursor stays visible.
    while row >= newCount {
      scrollback.append(rows.removeFirst())
      row -= 1
    }
    rows = Array(rows.prefix(newCount))
    rows += Array(repeating: Row(), count: newCount - rows.count)
  }

  /// Wraps all lines again; the cursor stays at its character.
  private mutating func wrap(_ newColumns: Int) {
    var all = scrollback + rows
    // A row below the last text is not a line.
    while all.count > scrollback.count + row + 1, all.last?.cells.isEmpty == true {
      all.removeLast()
    }
    let above = Self.lines(Array(all[..<(scrollback.count + row)])).flatMap {
      Self.wrapped($0, newColumns)
    }
    let first = Self.wrapped(all[scrollback.count + row], newColumns)
    let below = Self.lines(Array(all[(scrollback.count + row + 1)...])).flatMap {
      Self.wrapped($0, newColumns)
    }
    let cursorRow = above.count + min(column / newColumns, max(first.count - 1, 0))
    column = min(column % newColumns, newColumns - 1)
    let everything = above + first + below
    // The scrollback ends where the window begins: as far above the cursor as before.
    let top = max(0, cursorRow - min(row, rows.count - 1))
    scrollback = Array(everything[..<top])
    rows = Array(everything[top...])
    row = cursorRow - top
  }

  private static func wrapped(_ line: Row, _ columns: Int) -> [Row] {
    var rows = [Row(cells: [], isContinuation: line.isContinuation)]
    for (index, cell) in line.cells.enumerated() where !cell.isEmpty || index == 0 {
      let isWide = index + 1 < line.cells.count && line.cells[index + 1].isEmpty
      if rows[rows.count - 1].cells.count + (isWide ? 2 : 1) > columns {
        rows.append(Row(cells: [], isContinuation: true))
      }
      rows[rows.count - 1].cells += isWide ? [cell, ""] : [cell]
    }
    return rows
  }
}
