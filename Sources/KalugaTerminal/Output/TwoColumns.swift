import KalugaArchitecture

/// Two texts side by side, such as a list and its detail.
///
///     Inbox            │ Tea at four
///     1  Tea at four   │ from Ada
///     2  A parcel      │
struct TwoColumns {
  let left: [String]
  let right: [String]

  private static let gap = " │ "

  /// Returns rows that fit into a window, with the right text in three fifths of its width.
  ///
  /// Lines that are too long are wrapped. Control characters are escaped.
  func rows(columns: Int) -> [String] {
    // A script indents its screens by two cells.
    let cells = max(columns - 2 - Self.gap.count, 2)
    let width = cells * 2 / 5
    let left = Self.wrap(left, to: width)
    let right = Self.wrap(right, to: cells - width)
    return (0..<max(left.count, right.count)).map { row in
      let begin = left.indices.contains(row) ? left[row] : ""
      let end = right.indices.contains(row) ? right[row] : ""
      let row = begin + String(repeating: " ", count: max(width - TextWidth.of(begin), 0))
      return row + (end.isEmpty ? " │" : Self.gap + end)
    }
  }

  private static func wrap(_ lines: [String], to cells: Int) -> [String] {
    lines.flatMap { TextWidth.wrap($0.escapingControlCharacters(), to: cells) }
  }
}
