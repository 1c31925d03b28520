/// What is measured.
@MainActor
enum AllRows {
  static var rows: [Row] {
    WriteRows.rows + EqualWriteRows.rows + TouchedRows.rows + TrackingRows.rows + ReadRows.rows
      + DerivedRows.rows + DerivedGraphRows.rows + DerivedReadRows.rows + CollectionRows.rows
      + ObserveRows.rows + HeapRows.rows
      + TakenRows.rows + StateFlowRows.rows + SharedFlowRows.rows + BackgroundPostRows.rows
      + ViewModelRows.rows + StoreRows.rows + BundleRows.rows + NavigationRows.rows + LinkRows.rows
      // Last, because so many tasks leave a heap in which everything else takes longer.
      + ScopeRows.rows
  }
}

/// Names of contestants that several rows share.
enum Names {
  static let toolkit = "toolkit"
  static let current = "$x.current"
  static let property = "x"
  static let closures = "closures"
  static let checkedClosures = "closures, executor checked"
  static let plainProperty = "plain property"
  static let observation = "Observation"
  static let openCombine = "OpenCombine"
}
