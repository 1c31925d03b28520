import KalugaArchitecture

/// What grows, and with what.
@MainActor
enum GrowthTables {
  static var all: [GrowthTable] {
    [observers, consumers, bundleRows, scopes] + DerivedGrowth.all + NavigationGrowth.all
      + FamilyGrowth.all
  }

  private static var observers: GrowthTable {
    GrowthTable(
      name: "post to n observers",
      size: "observers",
      cost: "ns per post",
      sizes: [1, 10, 100, 1_000, 10_000, 100_000]
    ) { observers in
      let posts = max(5, 1_000_000 / observers / 5)
      let perObserver = try Writes.current(observers, posts)
      return perObserver * Double(observers)
    }
  }

  private static var consumers: GrowthTable {
    GrowthTable(
      name: "shared flow: a value to n consumers",
      size: "consumers",
      cost: "ns per value",
      sizes: [1, 10, 100, 1_000, 10_000]
    ) { consumers in
      // As many values for all larger sizes: the waking of consumers is shared by the values they find.
      try await SharedFlowRows.flow(consumers, max(100, 20_000 / consumers))
    }
  }

  private static var bundleRows: GrowthTable {
    GrowthTable(
      name: "bundle of n rows: written as text",
      size: "rows",
      cost: "ns per bundle",
      sizes: [1, 5, 20, 50, 100, 200]
    ) { rows in
      let values = (0..<rows).map {
        NavigationBundleRow(key: "row\($0)", value: .integer(Int128($0)))
      }
      let count = max(10, 10_000 / rows)
      var length = 0
      let cost = time(count) {
        for _ in 0..<count { length += opaque(values).bundleDescription.utf8.count }
      }
      try require("the same text each time", length % count, 0)
      return cost
    }
  }

  private static var scopes: GrowthTable {
    GrowthTable(
      name: "scope of n child scopes: made, and ended together",
      size: "children",
      cost: "ns per scope",
      sizes: [1, 10, 100, 1_000, 10_000, 100_000]
    ) { children in
      let rounds = max(1, 10_000 / children)
      let cost = time(rounds) {
        for _ in 0..<rounds {
          let scope = TaskScope()
          let kept = (0..<children).map { _ in scope.childScope() }
          scope.cancel()
          withExtendedLifetime(kept) {}
        }
      }
      return cost
    }
  }
}
