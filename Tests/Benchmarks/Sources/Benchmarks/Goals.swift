/// The table: what is measured, and the goals.
@MainActor
enum Goals {
  static let kaluga = "toolkit"
  static let closures = "floor.closures"
  static let property = "floor.property"

  static var rows: [Row] {
    PostRows.rows + EqualPostRows.rows + ReadRows.rows + ObserveRows.rows + HeapRows.rows
      + StateFlowRows.rows + SharedFlowRows.rows + TakenRows.rows + BackgroundPostRows.rows
      + ScopeRows.rows + BundleRows.rows + NavigationRows.rows + StoreRows.rows
  }
}
