import HeapStatistics
import KalugaArchitecture
import Synchronization

/// Short tasks that a scope owns, which end by themselves.
@MainActor
enum ScopeRows {
  static var rows: [Row] { [shortTasks, heap] }

  private static var shortTasks: Row {
    let group = "DiscardingTaskGroup"
    let tasks = 20_000
    return Row(
      "scope: short tasks, per task",
      goals: [Goal(atMost: 1.3, times: group)],
      [
        Contestant(group) {
          let counter = Counter()
          let cost = await time(tasks) {
            await withDiscardingTaskGroup { group in
              for _ in 0..<tasks { group.addTask { counter.add() } }
            }
          }
          try require(group, counter.value, tasks)
          return cost
        },
        Contestant(Names.toolkit) {
          let counter = Counter()
          let scope = TaskScope()
          let cost = await time(tasks) { await run(tasks, scope, counter) }
          try require(Names.toolkit, counter.value, tasks)
          return cost
        },
      ]
    )
  }

  private static var heap: Row {
    Row(
      "heap growth per short task, 1000000 over the life of one scope",
      unit: "bytes",
      goals: [Goal(atMost: 5)],
      [
        Contestant(Names.toolkit) {
          let scope = TaskScope()
          let counter = Counter()
          await run(1, scope, counter)
          let before = Int(heapInUse())
          for _ in 0..<100 { await run(10_000, scope, counter) }
          let growth = Int(heapInUse()) - before
          try require("tasks that ran", counter.value, 1_000_001)
          return max(0, Double(growth) / 1_000_000)
        }
      ]
    )
  }

  private static func run(_ tasks: Int, _ scope: TaskScope, _ counter: Counter) async {
    for _ in 0..<tasks { scope.launch(on: .pool) { counter.add() } }
    await scope.waitUntilEmpty()
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }

  func add() {
    count.add(1, ordering: .relaxed)
  }
}
