import Dispatch
import KalugaArchitecture
import Testing

/// Scopes that several threads use while one of them ends the scope.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeStressTests {
  /// Runs the work on three threads and, at the same time, the end on another.
  private func race(
    _ work: @escaping @Sendable @concurrent () async -> Void,
    against end: @escaping @Sendable @concurrent () async -> Void
  ) async {
    await withTaskGroup { group in
      for _ in 0..<3 { group.addTask(operation: work) }
      group.addTask(operation: end)
    }
  }

  @Test func `every launch that races with cancel either runs or is refused`() async {
    for round in 0..<40 {
      let scope = TaskScope()
      let (accepted, ran) = (Tally(), Tally())
      await race {
        for number in 0..<25 {
          let task =
            number.isMultiple(of: 2)
            ? scope.launch { ran.add() } : scope.launch(on: nil) { ran.add() }
          if task != nil { accepted.add() }
        }
      } against: {
        // Not always at the very beginning.
        for _ in 0..<(round * 10) { _ = scope.isActive }
        scope.cancel()
      }
      await scope.waitUntilEmpty()
      #expect(ran.value == accepted.value)
      #expect(scope.runningCount == 0)
    }
  }

  @Test(arguments: [false, true])
  func `every task launched while its scope is cancelled sees its cancellation`(
    onlyChildren: Bool
  ) async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let (accepted, ended) = (Tally(), Tally())
      await race {
        for number in 0..<10 {
          let work: @Sendable () async -> Void = {
            await untilCancelled()
            ended.add()
          }
          let task =
            number.isMultiple(of: 2)
            ? scope.launch { await work() } : scope.launch(on: nil) { await work() }
          if task != nil { accepted.add() }
        }
      } against: {
        if onlyChildren { scope.cancelChildren() } else { scope.cancel() }
      }
      // Work launched after the cancellation of the children still runs.
      if onlyChildren { scope.cancelChildren() }
      await scope.waitUntilEmpty()
      #expect(ended.value == accepted.value)
      if onlyChildren { #expect(scope.isActive && ended.value == 30) }
    }
  }

  @Test func `a resource added while the scope ends is disposed exactly once`() async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let (lastID, disposed) = (Tally(), Log<Int>())
      await race {
        for _ in 0..<50 {
          let id = lastID.add()
          scope.add(SimpleDisposable { disposed.append(id) })
        }
      } against: {
        scope.cancel()
      }
      #expect(disposed.all.sorted() == Array(1...150))
    }
  }

  @Test func `children made while their parent ends have ended with it`() async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let children = Log<TaskScope>()
      await race {
        for _ in 0..<20 {
          let child = scope.childScope()
          children.append(child)
          child.launch {}
        }
      } against: {
        scope.cancel()
      }
      await scope.waitUntilEmpty()
      #expect(children.count == 60)
      #expect(children.all.allSatisfy { !$0.isActive && $0.runningCount == 0 })
      #expect(scope.runningCount == 0)
    }
  }

  @Test func `waiting returns only when all tasks have ended`() async {
    for _ in 0..<50 {
      let scope = TaskScope()
      let child = scope.childScope()
      let ended = Tally()
      for number in 0..<10 {
        (number.isMultiple(of: 2) ? scope : child).launch {
          await Task.detached {}.value
          ended.add()
        }
      }
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            await scope.waitUntilEmpty()
            #expect(ended.value == 10)
          }
        }
      }
      withExtendedLifetime(child) {}
    }
  }

  @Test func `a wait that races with cancel returns only after the clean-ups`() async {
    for _ in 0..<200 {
      let scope = TaskScope()
      let child = scope.childScope()
      let done = Tally()
      for owner in [scope, child, scope] {
        owner.launch(on: nil) { await untilCancelled() }
        owner.addCleanUp { done.add() }
      }
      async let waited: Int = {
        await scope.waitUntilEmpty()
        return done.value
      }()
      scope.cancel()
      #expect(await waited == 3)
      withExtendedLifetime(child) {}
    }
  }
}
