import KalugaArchitecture

/// How the costs of a driver grow with the depth of its stack.
@MainActor
enum NavigationGrowth {
  static var all: [GrowthTable] { [pushAndPop, pushAndBack, presented, presentedAll, closedAll] }

  private static var pushAndPop: GrowthTable {
    GrowthTable(
      name: "push + pop on a stack of n screens",
      size: "screens",
      cost: "ns per push and pop",
      sizes: [1, 10, 100, 1_000, 10_000]
    ) { depth in
      try NavigationRows.pushAndPop(depth: depth, max(3, 20_000 / depth))
    }
  }

  private static var pushAndBack: GrowthTable {
    GrowthTable(
      name: "push + back on a stack of n screens",
      size: "screens",
      cost: "ns per push and back",
      sizes: [1, 10, 100, 1_000, 10_000]
    ) { depth in
      try NavigationRows.pushAndPop(depth: depth, max(3, 20_000 / depth)) { try $0.back() }
    }
  }

  private static var presented: GrowthTable {
    GrowthTable(
      name: "present + dismiss over n presented stacks",
      size: "stacks",
      cost: "ns per present and dismiss",
      sizes: [1, 10, 100, 1_000, 10_000]
    ) { stacks in
      let driver = NavigationRows.makeDriver()
      for i in 1...stacks { try driver.perform(.present(.page(i)), action: "present") }
      let rounds = max(3, 20_000 / stacks)
      let cost = try time(rounds) {
        for _ in 0..<rounds {
          try driver.perform(.present(.page(-1)), action: "present")
          try driver.perform(.dismiss(), action: "dismiss")
        }
      }
      driver.end()
      return cost
    }
  }

  private static var presentedAll: GrowthTable {
    presentedAll("n stacks presented, and dismissed from the top") {
      try $0.perform(.dismiss(), action: "dismiss")
    }
  }

  private static var closedAll: GrowthTable {
    presentedAll("n stacks presented, and closed by back") { try $0.back() }
  }

  private static func presentedAll(
    _ name: String,
    _ close: @escaping @MainActor (NavigationDriver<NavigationRows.Screen>) throws -> Void
  ) -> GrowthTable {
    GrowthTable(
      name: name,
      size: "stacks",
      cost: "ns per stack",
      sizes: [10, 100, 1_000, 10_000]
    ) { stacks in
      let driver = NavigationRows.makeDriver()
      let cost = try time(stacks) {
        for i in 1...stacks { try driver.perform(.present(.page(i)), action: "present") }
        for _ in 1...stacks { try close(driver) }
      }
      try require("stacks", driver.stack.current.layers.count, 1)
      driver.end()
      return cost
    }
  }
}
