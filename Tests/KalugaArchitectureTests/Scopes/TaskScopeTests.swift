import KalugaArchitecture
import Testing

@MainActor
struct TaskScopeTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  /// Kaluga Q35: launch timing differed by platform.
  @Test func `a launched task starts after the current main-actor job in launch order`() async {
    let scope = TaskScope()
    var log: [String] = []
    for number in 0..<5 {
      scope.launch { log.append("task \(number)") }
    }
    log.append("job")
    await scope.waitUntilEmpty()
    #expect(log == ["job"] + (0..<5).map { "task \($0)" })
  }

  @Test func `priorities do not change the launch order`() async {
    let scope = TaskScope()
    var log: [Int] = []
    let priorities: [TaskPriority] = [.background, .high, .low, .userInitiated, .utility]
    for (number, priority) in priorities.enumerated() {
      scope.launch(priority: priority) { log.append(number) }
    }
    await scope.waitUntilEmpty()
    #expect(log == [0, 1, 2, 3, 4])
  }

  /// Kaluga Q23: work launched after `clear()` ran.
  @Test func `work launched in an ended scope does not run and the caller can tell`() async {
    let scope = TaskScope()
    scope.cancel()
    var ran = false
    #expect(!scope.isActive)
    #expect(scope.launch { ran = true } == nil)
    #expect(scope.runningCount == 0)
    await mainActorTurns()
    #expect(!ran)
  }

  @Test func `a closure refused by an ended scope is released`() {
    let scope = TaskScope()
    scope.cancel()
    let released = Log<Int>()
    scope.launch { [end = closure { released.append(1) }] in end() }
    #expect(released.all == [1])
  }

  @Test func `a resource added to an ended scope is disposed at once`() {
    let scope = TaskScope()
    scope.cancel()
    let log = Log<Int>()
    SimpleDisposable { log.append(1) }.addTo(scope)
    #expect(log.all == [1])
  }

  @Test func `resources and children end in the order of arrival`() {
    let scope = TaskScope()
    let log = Log<Int>()
    scope.add(SimpleDisposable { log.append(1) })
    let child = scope.childScope()
    child.add(SimpleDisposable { log.append(2) })
    scope.add(SimpleDisposable { log.append(3) })
    child.add(SimpleDisposable { log.append(4) })
    scope.cancel()
    scope.cancel()
    #expect(log.all == [1, 2, 4, 3])
    #expect(!child.isActive)
  }

  @Test func `a scope knows its running children and forgets finished ones`() async {
    let scope = TaskScope()
    let child = scope.childScope()
    let gate = Settlement<Void>()
    scope.launch { _ = await gate.wait() }
    child.launch { _ = await gate.wait() }
    #expect(scope.runningCount == 2)
    #expect(child.runningCount == 1)
    gate.settle(())
    await scope.waitUntilEmpty()
    #expect(scope.runningCount == 0)
    #expect(child.runningCount == 0)
  }

  @Test func `a cancelled scope counts its tasks until they have really ended`() async {
    let scope = TaskScope()
    let gate = HandOff<Void>()
    var ended = false
    scope.launch {
      await gate.wait()
      ended = true
    }
    await mainActorTurns(1)
    scope.cancel()
    #expect(scope.runningCount == 1)
    let waiter = Task { @MainActor in
      await scope.waitUntilEmpty()
      return ended
    }
    await mainActorTurns()
    gate.settle()
    #expect(await waiter.value)
  }

  @Test func `waiting for an empty scope returns at once`() async {
    let scope = TaskScope()
    await scope.waitUntilEmpty()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a parent waits for the tasks of its children's children`() async {
    let scope = TaskScope()
    let grandchild = scope.childScope().childScope()
    // The scope in the middle is gone, so this one has ended.
    #expect(grandchild.launch {} == nil)
    let child = scope.childScope()
    let kept = child.childScope()
    let gate = Settlement<Void>()
    var ended = false
    kept.launch {
      _ = await gate.wait()
      ended = true
    }
    let waiter = Task { @MainActor in
      await scope.waitUntilEmpty()
      return ended
    }
    await mainActorTurns()
    gate.settle(())
    #expect(await waiter.value)
    child.cancel()
  }

  @Test func `one failing child neither cancels its siblings nor vanishes`() async {
    let errors = Log<Failure>()
    let scope = TaskScope { error in
      if let failure = error as? Failure { errors.append(failure) }
    }
    let gate = Settlement<Void>()
    var siblingWasCancelled: Bool?
    scope.launch {
      _ = await gate.wait()
      siblingWasCancelled = Task.isCancelled
    }
    let child = scope.childScope().childScope()
    _ = child
    scope.launch { throw Failure(number: 1) }
    await mainActorTurns(until: errors.count == 1)
    #expect(errors.all == [Failure(number: 1)])
    #expect(scope.isActive)
    gate.settle(())
    await scope.waitUntilEmpty()
    #expect(siblingWasCancelled == false)
  }

  @Test func `errors of child scopes go to the outermost handler`() async {
    let errors = Log<Failure>()
    let scope = TaskScope { error in
      if let failure = error as? Failure { errors.append(failure) }
    }
    let child = scope.childScope()
    let grandchild = child.childScope()
    grandchild.launch { throw Failure(number: 2) }
    await scope.waitUntilEmpty()
    #expect(errors.all == [Failure(number: 2)])
  }

  @Test func `an error thrown after the scope ended still reaches the handler`() async {
    let errors = Log<Failure>()
    let scope = TaskScope { error in
      if let failure = error as? Failure { errors.append(failure) }
    }
    scope.launch { throw Failure(number: 3) }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(errors.all == [Failure(number: 3)])
  }

  @Test func `ending by cancellation is no error`() async {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    scope.launch { try Task.checkCancellation() }
    scope.launch { throw CancellationError() }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(errors.all.isEmpty)
  }

  @Test func `cancellation reaches work that has not started`() async {
    let scope = TaskScope()
    var wasCancelled: Bool?
    scope.launch { wasCancelled = Task.isCancelled }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(wasCancelled == true)
  }

  @Test func `cancelling the children leaves the scope and its resources usable`() async {
    let scope = TaskScope()
    let log = Log<String>()
    scope.add(SimpleDisposable { log.append("resource") })
    let child = scope.childScope()
    let task = scope.launch { _ = await Settlement<Void>().wait() }
    await mainActorTurns(1)
    scope.cancelChildren()
    await scope.waitUntilEmpty()
    #expect(task?.isCancelled == true)
    #expect(!child.isActive)
    #expect(scope.isActive)
    #expect(log.all.isEmpty)
    var ran = false
    scope.launch { ran = true }
    await scope.waitUntilEmpty()
    #expect(ran)
    scope.cancel()
    #expect(log.all == ["resource"])
  }

  @Test func `tasks are cancelled in the order of launch, whichever slots they have`() async {
    let scope = TaskScope()
    let early = (0..<50).map { _ in scope.launch(on: nil) {} }
    // Leaves its slots in the order in which threads came to the end.
    for task in early { await task?.value }
    let begun = Log<Int>()
    let cancelled = Log<Int>()
    let latch = Latch()
    for number in 0..<100 {
      scope.launch(on: nil) {
        await withTaskCancellationHandler {
          begun.append(number)
          await latch.passed()
        } onCancel: {
          cancelled.append(number)
        }
      }
    }
    await mainActorTurns(until: begun.count == 100)
    scope.cancel()
    #expect(cancelled.all == Array(0..<100))
    latch.open()
    await scope.waitUntilEmpty()
  }

  @Test func `the child of an ended scope has ended too`() {
    let scope = TaskScope()
    scope.cancel()
    let child = scope.childScope()
    #expect(!child.isActive)
    #expect(child.launch {} == nil)
  }

  @Test func `a child that ends leaves its parent and siblings alone`() {
    let scope = TaskScope()
    let child = scope.childScope()
    let sibling = scope.childScope()
    child.cancel()
    #expect(scope.isActive)
    #expect(sibling.isActive)
  }

  @Test func `a scope that nobody holds is cancelled`() async {
    var scope: TaskScope? = TaskScope()
    let log = Log<String>()
    scope?.add(SimpleDisposable { log.append("resource") })
    let task = scope?.launch {
      _ = await Settlement<Void>().wait()
      log.append("task")
    }
    scope = nil
    #expect(log.all == ["resource"])
    await task?.value
    #expect(log.all == ["resource", "task"])
  }

  @Test func `a handler may come back to the scope that is ending`() {
    let scope = TaskScope()
    let log = Log<String>()
    scope.add(
      SimpleDisposable { [weak scope] in
        scope?.cancel()
        scope?.add(SimpleDisposable { log.append("late") })
        log.append("\(scope?.launch {} == nil)")
      }
    )
    scope.add(SimpleDisposable { log.append("second") })
    scope.cancel()
    #expect(log.all == ["late", "true", "second"])
  }

  @Test func `a task may cancel its own scope`() async {
    let scope = TaskScope()
    var log: [Bool] = []
    scope.launch {
      log.append(Task.isCancelled)
      scope.cancel()
      log.append(Task.isCancelled)
    }
    await scope.waitUntilEmpty()
    #expect(log == [false, true])
  }

  @Test func `what a task captured is released when it has ended`() async {
    let scope = TaskScope()
    let released = Log<Int>()
    scope.launch { [probe = Probe { released.append(1) }] in probe.touch() }
    await scope.waitUntilEmpty()
    await mainActorTurns(until: released.all == [1])
    #expect(released.all == [1])
  }

  @Test func `the deinit of what a finished task captured may come back to the scope`() async {
    let scope = TaskScope()
    let log = Log<Int>()
    let captured = Lock<(@Sendable () -> Void)?>(
      closure { [weak scope] in
        log.append(scope?.runningCount ?? -1)
        scope?.cancel()
      }
    )
    if let captured = captured.withLock({ $0.take() }) {
      scope.launch { captured() }
    }
    await scope.waitUntilEmpty()
    await mainActorTurns(until: log.count == 1 && !scope.isActive)
    #expect(log.count == 1)
    #expect(!scope.isActive)
  }
}
