import Testing
import UIKit

/// Checks what the table of the stub does to a data source whose changes it is not told of.
@MainActor
struct TableStubTests {
  let names = Names()
  let table = UITableView()
  let window = UIWindow(frame: .zero)

  init() {
    table.dataSource = names
    window.addSubview(table)
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  private var texts: [String?] {
    table.visibleCells.map { ($0.contentConfiguration as? UIListContentConfiguration)?.text }
  }

  /// `/uitableview/performbatchupdates(_:completion:)`: offsets before and after the batch.
  @Test func `a batch moves, removes and inserts rows, and keeps the cells of the others`() {
    let cells = table.visibleCells
    table.performBatchUpdates {
      names.all = ["c", "x", "a"]
      table.deleteRows(at: [path(1)], with: .automatic)
      table.insertRows(at: [path(1)], with: .automatic)
      table.moveRow(at: path(2), to: path(0))
    }
    #expect(texts == ["c", "x", "a"])
    #expect(table.visibleCells.first === cells[2])
    #expect(table.visibleCells.last === cells[0])
    #expect(window.problems == [])
  }

  /// "The number of rows contained in an existing section after the update must be equal to …".
  @Test func `a batch that does not fit the data source is reported`() {
    table.performBatchUpdates {
      names.all = ["a", "c"]
    }
    #expect(window.problems == ["invalid number of rows"])
  }

  /// `/uitableview/reconfigurerows(at:)`: it updates the existing cell.
  @Test func `a row that is configured again keeps its cell`() {
    let cells = table.visibleCells
    names.all[1] = "x"
    table.reconfigureRows(at: [path(1)])
    #expect(texts == ["a", "x", "c"])
    #expect(table.visibleCells[1] === cells[1])
    #expect(window.problems == [])
  }

  final class Names: NSObject, UITableViewDataSource {
    var all = ["a", "b", "c"]

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      all.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: path)
      var content = cell.defaultContentConfiguration()
      content.text = all[path.row]
      cell.contentConfiguration = content
      return cell
    }
  }
}
