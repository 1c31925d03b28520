#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import KalugaArchitecture
  import KittensFeatures
  import UIKit

  /// Gives a table its rows.
  ///
  /// In the article: `KittenAdapter`.
  final class KittensAdapter: NSObject, UITableViewDataSource, UITableViewDelegate {
    /// Called with the offset of a row that the user taps.
    var onTap: (Int) -> Void = { _ in }
    /// Called when the last row comes onto the screen.
    var onEndShown: () -> Void = {}

    private let table: UITableView
    private let pictures: any KittenImageLoader
    private var items: [KittensModel.Item] = []

    init(_ table: UITableView, pictures: any KittenImageLoader) {
      self.table = table
      self.pictures = pictures
      super.init()
      table.register(KittenCell.self, forCellReuseIdentifier: "kitten")
      table.dataSource = self
      table.delegate = self
    }

    /// Whether the last row is on the screen.
    var isEndShown: Bool {
      !items.isEmpty && table.indexPathsForVisibleRows?.last?.row == items.count - 1
    }

    /// Changes the rows that differ, as `DiffUtil` does there.
    func show(_ items: [KittensModel.Item]) {
      guard let difference = try? ListDifference(from: self.items, to: items, id: \.id) else {
        self.items = items
        return table.reloadData()
      }
      if difference.isEmpty { return }
      table.performBatchUpdates { [self] in
        self.items = items
        table.deleteRows(at: difference.removed.map(path), with: .automatic)
        table.insertRows(at: difference.inserted.map(path), with: .automatic)
        for move in difference.moved { table.moveRow(at: path(move.from), to: path(move.to)) }
      }
      table.reconfigureRows(at: difference.changed.map(path))
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    // MARK: What the table asks and reports

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      items.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "kitten", for: path)
      (cell as? KittenCell)?.show(items[path.row])
      return cell
    }

    func tableView(
      _ tableView: UITableView,
      willDisplay cell: UITableViewCell,
      forRowAt path: IndexPath
    ) {
      (cell as? KittenCell)?.load(from: pictures)
      if path.row == items.count - 1 { onEndShown() }
    }

    func tableView(
      _ tableView: UITableView,
      didEndDisplaying cell: UITableViewCell,
      forRowAt path: IndexPath
    ) {
      (cell as? KittenCell)?.cancel()
    }

    func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
      tableView.deselectRow(at: path, animated: true)
      onTap(path.row)
    }
  }
#endif
