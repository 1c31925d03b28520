import Dispatch
import KalugaArchitecture
import Testing

/// What a scope gives back at its end: resources and asynchronous clean-ups.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TaskScopeCleanUpTests {
  private let scope = TaskScope()
  private let log = Log<String>()

  @Test func `a resource is given back once, with itself, at the end`() {
    scope.add(42) { [log] in log.append("\($0)") }
    #expect(log.all.isEmpty)
    scope.cancel()
    scope.cancel()
    #expect(log.all == ["42"])
  }

  @Test func `a resource added to an ended scope is given back before add returns`() {
    scope.cancel()
    scope.add("file") { [log] in log.append($0) }
    #expect(log.all == ["file"])
  }

  @Test func `a resource is released when it was given back`() {
    scope.add(Probe { [log] in log.append("released") }) { [log] _ in log.append("given back") }
    scope.cancel()
    #expect(log.all == ["given back", "released"])
  }

  @Test func `resources stay when the children are cancelled`() async {
    scope.add(1) { [log] in log.append("\($0)") }
    scope.addCleanUp { [log] in log.append("clean-up") }
    scope.cancelChildren()
    await scope.waitUntilEmpty()
    #expect(log.all.isEmpty)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["1", "clean-up"])
  }

  @Test func `a clean-up runs once, at the end, and is not cancelled`() async {
    scope.addCleanUp { [log] in log.append("cancelled: \(Task.isCancelled)") }
    await mainActorTurns()
    #expect(log.all.isEmpty)
    scope.cancel()
    scope.cancelChildren()
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["cancelled: false"])
  }

  @Test func `a clean-up that is added to an ended scope starts at once and is waited for`() async {
    let latch = Latch()
    scope.cancel()
    scope.addCleanUp { [log] in
      await latch.passed()
      log.append("cancelled: \(Task.isCancelled)")
    }
    #expect(scope.runningCount == 1)
    latch.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["cancelled: false"])
  }

  @Test func `clean-ups run side by side`() async {
    let (first, second) = (Latch(), Latch())
    scope.addCleanUp {
      await first.passed()
      second.open()
    }
    scope.addCleanUp {
      first.open()
      await second.passed()
    }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(second.isOpen)
  }

  @Test func `a clean-up runs off the main actor`() async {
    _ = MainQueueMark.isOnMainQueue
    scope.addCleanUp { [log] in log.append("main: \(MainQueueMark.isOnMainQueue)") }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["main: false"])
  }

  @Test func `waiting covers the clean-ups of child scopes`() async {
    let child = scope.childScope()
    let grandchild = child.childScope()
    let latch = Latch()
    grandchild.addCleanUp { [log] in
      await latch.passed()
      log.append("clean-up")
    }
    scope.cancel()
    #expect(scope.runningCount == 1)
    #expect(child.runningCount == 1)
    latch.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["clean-up"])
  }

  @Test func `the clean-up of a scope that nobody holds runs`() async {
    let done = Latch()
    do {
      let scope = TaskScope()
      scope.addCleanUp { done.open() }
    }
    await done.passed()
  }

  @Test func `a clean-up of a released child scope is waited for by its parent`() async {
    let latch = Latch()
    do {
      let child = scope.childScope()
      child.addCleanUp { [log] in
        await latch.passed()
        log.append("clean-up")
      }
    }
    #expect(scope.runningCount == 1)
    latch.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["clean-up"])
  }

  @Test func `a clean-up may launch no work any more and add resources at once`() async {
    scope.addCleanUp { [scope, log] in
      log.append("\(scope.launch {} == nil)")
      scope.add(1) { log.append("\($0)") }
    }
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all == ["true", "1"])
  }

  /// Who waits while the scope is cancelled elsewhere must not slip through between the end of the
  /// last task and the start of the clean-ups.
  @Test func `a wait that began before cancel waits for the clean-ups too`() async {
    await expectWait { $0 }
  }

  @Test func `a wait for a parent that began before cancel waits for clean-ups of children`() async
  {
    await expectWait { $0.childScope() }
  }

  /// A task ends while the resource behind it is being given back; the clean-up comes after that
  /// resource.
  private func expectWait(cleanUpIn makeScope: (TaskScope) -> TaskScope) async {
    let (taskEnded, started, latch) = (DispatchSemaphore(value: 0), Latch(), Latch())
    let task = scope.launch(on: nil) {
      started.open()
      await untilCancelled()
    }
    await started.passed()
    let observer = Task.detached {
      await task?.value
      taskEnded.signal()
    }
    let cleaned = makeScope(scope)
    cleaned.add(SimpleDisposable { taskEnded.signalled() })
    cleaned.addCleanUp { [log] in
      await latch.passed()
      log.append("clean-up")
    }
    let waiter = Task { @MainActor in
      await scope.waitUntilEmpty()
      log.append("waited")
    }
    await mainActorTurns()
    scope.cancel()
    await observer.value
    await mainActorTurns(20)
    #expect(log.all.isEmpty)
    latch.open()
    await waiter.value
    #expect(log.all == ["clean-up", "waited"])
  }
}
