/// The size of a terminal's window, in cells.
struct WindowSize: Hashable {
  var columns: Int
  var rows: Int

  /// The least width in which a list and its detail are side by side.
  static let columnsForPanes = 100
}
