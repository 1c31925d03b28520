import HeapStatistics
import KalugaArchitecture
import Synchronization

/// Tasks that a scope owns.
@MainActor
enum ScopeRows {
  private static let group = "DiscardingTaskGroup"

  static var rows: [Row] { [parking, shortTasks, heap] }

  /// Start, park, cancel and join.
  private static var parking: Row {
    Row(
      "scope: start, park, cancel, join, per task",
      goals: [
        Goal(
          Names.toolkit,
          .atMost(1.3, times: group),
          accepting: 1.3,
          because:
            "each task is entered in a table under a lock when it starts and ends, and is "
            + "cancelled by itself, in the order of launches"
        )
      ],
      [
        Contestant(group) { effort in
          let tasks = effort.operations(10_000)
          let parking = Parking()
          let cost = await time(tasks) {
            await withDiscardingTaskGroup { group in
              for _ in 0..<tasks { group.addTask { await parking.park() } }
              await parking.wait(for: tasks)
              group.cancelAll()
            }
          }
          try require(group, parking.ended, tasks)
          return cost
        },
        Contestant(Names.toolkit) { effort in
          let tasks = effort.operations(10_000)
          let parking = Parking()
          let scope = TaskScope()
          let cost = await time(tasks) {
            for _ in 0..<tasks { scope.launch(on: .pool) { await parking.park() } }
            await parking.wait(for: tasks)
            scope.cancel()
            await scope.waitUntilEmpty()
          }
          try require(Names.toolkit, parking.ended, tasks)
          return cost
        },
        Contestant("Task handles in an array", isPeer: true) { effort in
          let tasks = effort.operations(10_000)
          let parking = Parking()
          let cost = await time(tasks) {
            let handles = (0..<tasks).map { _ in Task { @concurrent in await parking.park() } }
            await parking.wait(for: tasks)
            for handle in handles { handle.cancel() }
            for handle in handles { await handle.value }
          }
          try require("handles", parking.ended, tasks)
          return cost
        },
      ]
    )
  }

  /// Start and join, of tasks that end by themselves.
  private static var shortTasks: Row {
    Row(
      "scope: short tasks, per task",
      [
        Contestant(group) { effort in
          let tasks = effort.operations(20_000)
          let counter = Counter()
          let cost = await time(tasks) {
            await withDiscardingTaskGroup { group in
              for _ in 0..<tasks { group.addTask { counter.add() } }
            }
          }
          try require(group, counter.value, tasks)
          return cost
        },
        Contestant(Names.toolkit) { effort in
          let tasks = effort.operations(20_000)
          let counter = Counter()
          let scope = TaskScope()
          let cost = await time(tasks) {
            for _ in 0..<tasks { scope.launch(on: .pool) { counter.add() } }
            await scope.waitUntilEmpty()
          }
          try require(Names.toolkit, counter.value, tasks)
          return cost
        },
      ]
    )
  }

  private static var heap: Row {
    Row(
      "heap growth per short task, 1000000 over the life of one scope",
      unit: .bytes,
      goals: [Goal(Names.toolkit, .limit(5))],
      [
        Contestant(Names.toolkit) { effort in
          let batches = effort.operations(100)
          let scope = TaskScope()
          let done = Atomic(0)
          try await run(1, scope, done)
          let before = Int(heapInUse())
          for _ in 0..<batches { try await run(10_000, scope, done) }
          let growth = Int(heapInUse()) - before
          try require("tasks that ran", done.load(ordering: .relaxed), batches * 10_000 + 1)
          return max(0, Double(growth) / Double(batches * 10_000))
        }
      ]
    )
  }

  private static func run(
    _ tasks: Int,
    _ scope: TaskScope,
    _ done: borrowing Atomic<Int>
  ) async throws {
    let counter = Counter()
    for _ in 0..<tasks { scope.launch(on: .pool) { counter.add() } }
    await scope.waitUntilEmpty()
    done.add(counter.value, ordering: .relaxed)
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }

  func add() {
    count.add(1, ordering: .relaxed)
  }
}

/// Where tasks suspend until they are cancelled.
private final class Parking: Sendable {
  private let parked = Atomic(0)
  private let left = Atomic(0)
  private let allParked = MutableStateFlow(0)

  var ended: Int { left.load(ordering: .acquiring) }

  func park() async {
    let place = Mutex<(continuation: CheckedContinuation<Void, Never>?, isCancelled: Bool)>(
      (nil, false)
    )
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = place.withLock { place in
          if !place.isCancelled { place.continuation = continuation }
          return place.isCancelled
        }
        if isLate { continuation.resume() }
        noteParked()
      }
    } onCancel: {
      let continuation = place.withLock { place in
        place.isCancelled = true
        return place.continuation.take()
      }
      continuation?.resume()
    }
    left.add(1, ordering: .releasing)
  }

  private let target = Atomic(Int.max)

  private func noteParked() {
    let count = parked.add(1, ordering: .acquiringAndReleasing).newValue
    if count == target.load(ordering: .acquiring) { allParked.value = count }
  }

  func wait(for count: Int) async {
    target.store(count, ordering: .sequentiallyConsistent)
    if parked.load(ordering: .sequentiallyConsistent) >= count { return }
    _ = try? await allParked.asStateFlow().first { $0 == count }
  }
}
