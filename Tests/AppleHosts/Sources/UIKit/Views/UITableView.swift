// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The requirements are optional in UIKit.
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@MainActor
public protocol UITableViewDelegate: NSObjectProtocol {
  func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  )
  func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  )
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

extension IndexPath {
  public init(row: Int, section: Int) { self = [section, row] }

  public var row: Int { self[1] }
}

/// A table of one section, which has cells only for the rows on the screen, and uses them again.
///
/// It lays out at once, while it is in a window.
open class UITableView: UIView {
  public enum RowAnimation: Sendable {
    case automatic
  }

  /// `/uitableview/performbatchupdates(_:completion:)`: offsets of what leaves are those before the
  /// batch, and offsets of what arrives are those after it.
  private struct Batch {
    var removed: [Int] = []
    var inserted: [Int] = []
    var moved: [(from: Int, to: Int)] = []
  }

  open weak var dataSource: (any UITableViewDataSource)?
  open weak var delegate: (any UITableViewDelegate)?
  open var refreshControl: UIRefreshControl?

  /// How many rows fit on the screen.
  public var rowsOnScreen = 3 { didSet { layout() } }
  /// The row to which the user has scrolled.
  private var firstRow = 0
  /// A place for each row, with the cells of those that are on the screen.
  private var cells: [UITableViewCell?] = []
  private var types: [String: UITableViewCell.Type] = [:]
  private var unused: [UITableViewCell] = []
  private var batch: Batch?
  private var isLayingOut = false
  /// The cell that the data source is asked to configure again.
  private var reconfigured: UITableViewCell?

  open func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    types[identifier] = cellClass
  }

  open func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell {
    if let reconfigured { return reconfigured }
    if let cell = unused.popLast() {
      cell.prepareForReuse()
      return cell
    }
    return (types[identifier] ?? UITableViewCell.self).init(
      style: .default,
      reuseIdentifier: identifier
    )
  }

  open var visibleCells: [UITableViewCell] { cells.compactMap { $0 } }

  open var indexPathsForVisibleRows: [IndexPath]? {
    cells.indices.filter { cells[$0] != nil }.map { IndexPath(row: $0, section: 0) }
  }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {}

  open func reloadData() {
    for row in cells.indices { endDisplaying(row) }
    cells = Array(repeating: nil, count: rowCount)
    layout()
  }

  open func performBatchUpdates(
    _ updates: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    if batch != nil || isLayingOut { window?.report("a table changed while it was updated") }
    if cells.count != rowCount { reloadData() }
    batch = Batch()
    updates?()
    if let batch = batch.take() { apply(batch) }
    completion?(true)
  }

  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change { $0.removed += indexPaths.map(\.row) }
  }

  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change { $0.inserted += indexPaths.map(\.row) }
  }

  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.moved.append((indexPath.row, newIndexPath.row)) }
  }

  /// `/uitableview/reconfigurerows(at:)`: the data source returns the existing cells again.
  open func reconfigureRows(at indexPaths: [IndexPath]) {
    for path in indexPaths where isOnScreen(path.row) {
      reconfigured = cells[path.row]
      if dataSource?.tableView(self, cellForRowAt: path) !== reconfigured {
        window?.report("a row got another cell")
      }
    }
    reconfigured = nil
  }

  private func change(_ change: (inout Batch) -> Void) {
    guard var changed = batch else {
      window?.report("the stub changes rows in batches only")
      return
    }
    change(&changed)
    batch = changed
  }

  private func apply(_ batch: Batch) {
    let leaving = Set(batch.removed + batch.moved.map(\.from))
    var arriving: [(row: Int, cell: UITableViewCell?)] = batch.inserted.map { ($0, nil) }
    arriving += batch.moved.map { ($0.to, cells[$0.from]) }
    for row in batch.removed { endDisplaying(row) }
    var new = cells.indices.filter { !leaving.contains($0) }.map { cells[$0] }
    for (row, cell) in arriving.sorted(by: { $0.row < $1.row }) where row <= new.count {
      new.insert(cell, at: row)
    }
    cells = new
    // UIKit raises an exception.
    if cells.count == rowCount { layout() } else { window?.report("invalid number of rows") }
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if cells.count != rowCount { reloadData() } else { layout() }
  }

  func isOnScreen(_ row: Int) -> Bool { cells.indices.contains(row) && cells[row] != nil }

  func scroll(toRow row: Int) {
    firstRow = row
    layout()
  }

  private var rowCount: Int { dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0 }

  private func layout() {
    guard window != nil else { return }
    isLayingOut = true
    defer { isLayingOut = false }
    firstRow = max(0, min(firstRow, cells.count - rowsOnScreen))
    let shown = firstRow..<min(firstRow + rowsOnScreen, cells.count)
    for row in cells.indices where !shown.contains(row) { endDisplaying(row) }
    for row in shown where cells[row] == nil {
      let path = IndexPath(row: row, section: 0)
      guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
      cells[row] = cell
      delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    }
  }

  private func endDisplaying(_ row: Int) {
    guard let cell = cells[row] else { return }
    cells[row] = nil
    unused.append(cell)
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: IndexPath(row: row, section: 0))
  }
}

open class UITableViewCell: UIView {
  public enum CellStyle: Sendable {
    case `default`
  }

  open var contentConfiguration: (any UIContentConfiguration)?

  // The stub makes cells by it, as UIKit does by a selector.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { nil }

  open func prepareForReuse() {}

  open func defaultContentConfiguration() -> UIListContentConfiguration {
    UIListContentConfiguration()
  }
}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public struct ImageProperties {
    public var maximumSize = CGSize.zero
  }

  public var image: UIImage?
  public var text: String?
  public var secondaryText: String?
  public var imageProperties = ImageProperties()
}
