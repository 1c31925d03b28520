import Dispatch
import KalugaArchitecture
import Testing

struct TaskScopeStressTests {
  @Test func `every launch that races with cancel either runs or is refused`() async {
    for round in 0..<40 {
      let scope = TaskScope()
      let accepted = Log<Int>()
      let ran = Log<Int>()
      await withTaskGroup { group in
        for worker in 0..<4 {
          group.addTask {
            for number in 0..<25 {
              let id = worker * 25 + number
              if scope.launch({ ran.append(id) }) != nil { accepted.append(id) }
            }
          }
        }
        group.addTask {
          // Not always at the very beginning.
          for _ in 0..<(round * 10) { _ = scope.isActive }
          scope.cancel()
        }
      }
      await scope.waitUntilEmpty()
      #expect(Set(ran.all) == Set(accepted.all))
      #expect(ran.count == accepted.count)
      #expect(scope.runningCount == 0)
    }
  }

  @Test func `every task launched while its scope is cancelled sees its cancellation`() async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let started = Log<Int>()
      let ended = Log<Int>()
      await withTaskGroup { group in
        for worker in 0..<3 {
          group.addTask {
            for number in 0..<10 {
              scope.launch {
                started.append(worker * 10 + number)
                // Only cancellation ends this.
                _ = await Settlement<Void>().wait()
                ended.append(worker * 10 + number)
              }
            }
          }
        }
        group.addTask { scope.cancel() }
      }
      await scope.waitUntilEmpty()
      #expect(ended.count == started.count)
    }
  }

  @Test func `tasks launched while the children are cancelled are cancelled or counted`() async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let ended = Log<Int>()
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            for number in 0..<10 {
              scope.launch {
                _ = await Settlement<Void>().wait()
                ended.append(number)
              }
            }
          }
        }
        group.addTask { scope.cancelChildren() }
      }
      scope.cancelChildren()
      await scope.waitUntilEmpty()
      #expect(ended.count == 30)
      #expect(scope.isActive)
    }
  }

  @Test func `a resource added while the scope ends is disposed exactly once`() {
    for _ in 0..<40 {
      let scope = TaskScope()
      let disposed = Log<Int>()
      DispatchQueue.concurrentPerform(iterations: 4) { worker in
        if worker == 3 {
          scope.cancel()
        } else {
          for number in 0..<50 {
            scope.add(SimpleDisposable { disposed.append(worker * 50 + number) })
          }
        }
      }
      #expect(disposed.all.sorted() == Array(0..<150))
    }
  }

  @Test func `children made while their parent ends have ended with it`() async {
    for _ in 0..<40 {
      let scope = TaskScope()
      let children = Log<TaskScope>()
      let ran = Log<Bool>()
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<20 {
              let child = scope.childScope()
              children.append(child)
              child.launch { ran.append(Task.isCancelled) }
            }
          }
        }
        group.addTask { scope.cancel() }
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
      let ended = Log<Int>()
      for number in 0..<10 {
        (number.isMultiple(of: 2) ? scope : child).launch {
          await Task.detached {}.value
          ended.append(number)
        }
      }
      await withTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            await scope.waitUntilEmpty()
            #expect(ended.count == 10)
          }
        }
      }
    }
  }

  @Test @MainActor func `memory stays flat over many launches and child scopes`() async {
    let scope = TaskScope()
    let alive = Log<Int>()
    for _ in 0..<20 {
      for _ in 0..<500 {
        scope.launch { [probe = Probe { alive.append(1) }] in probe.touch() }
        _ = scope.childScope()
      }
      await scope.waitUntilEmpty()
    }
    await mainActorTurns(until: alive.count == 10_000)
    #expect(alive.count == 10_000)
    #expect(scope.runningCount == 0)
    #expect(descendants(of: scope, limit: 500) < 500)
  }

  /// How many objects and values a mirror finds below this one.
  private func descendants(of value: Any, limit: Int) -> Int {
    var count = 0
    var open: [Any] = [value]
    while let next = open.popLast(), count < limit {
      for child in Mirror(reflecting: next).children {
        count += 1
        open.append(child.value)
      }
    }
    return count
  }
}
