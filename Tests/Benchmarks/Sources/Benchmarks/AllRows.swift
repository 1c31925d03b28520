/// What is measured.
@MainActor
enum AllRows {
  static var rows: [Row] {
    WriteRows.rows + ReadRows.rows + DerivedRows.rows + [
      CollectionRows.array, ObserveRows.observing,
    ]
      + HeapRows.rows + [TakenRows.waiting] + StateFlowRows.rows + SharedFlowRows.rows
      + [BackgroundPostRows.posts] + ViewModelRows.rows + [StoreRows.intents, BundleRows.reading]
      + NavigationRows.rows + LinkRows.rows
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
  static let plainProperty = "plain property"
  static let observation = "Observation"
  static let openCombine = "OpenCombine"
}
