import KalugaArchitecture

/// A screen pushed and popped through the driver, on stacks of different depth.
@MainActor
enum NavigationRows {
  enum Screen: Codable, Hashable, Sendable {
    case page(Int)
  }

  static var rows: [Row] {
    [
      Row(
        "navigation: push + pop through the driver",
        goals: [Goal("10000 screens", .atMost(1.5, times: "1 screen"))],
        [
          Contestant("1 screen") { try pushAndPop(depth: 1, $0.operations(1_000)) },
          Contestant("100 screens") { try pushAndPop(depth: 100, $0.operations(1_000)) },
          Contestant("10000 screens") { try pushAndPop(depth: 10_000, $0.operations(20)) },
        ]
      )
    ]
  }

  static func pushAndPop(depth: Int, _ count: Int) throws -> Double {
    let driver = NavigationDriver(root: Screen.page(0)) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    if depth > 1 { try driver.open((0..<depth).map { .page($0) }) }
    var transitions = 0
    let token = driver.onTransition { _ in transitions += 1 }
    let cost = try time(count) {
      for i in 1...count {
        try driver.perform(.push(.page(-i)), action: "push")
        try driver.perform(.pop(), action: "pop")
      }
    }
    token.dispose()
    try require("transitions", transitions, 2 * count)
    try require("depth", driver.stack.current.entries.count, depth)
    driver.end()
    return cost
  }
}
