import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The work and the children of a scope, and its end.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct TaskScopeTests {
  enum End: CaseIterable {
    case cancelScope, cancelChildren, cancelChild, releaseChild
  }

  private let log = Log<String>()
  private let gate = Gate()
  private let scope: TaskScope

  init() {
    scope = TaskScope { [log] in log.append("\($0)") }
  }

  private func resource(_ name: String) -> SimpleDisposable {
    SimpleDisposable { [log] in log.append(name) }
  }

  // MARK: Work

  /// Kaluga Q35: launch timing differed by platform.
  @Test func `a launched task starts after the current main-actor job in launch order`() async {
    for number in 0..<3 { scope.launch { [log] in log.append("task \(number)") } }
    log.append("job")
    await scope.waitUntilEmpty()
    #expect(log.all == ["job", "task 0", "task 1", "task 2"])
  }

  @Test func `work does not run if its scope ends while it is launched`() async {
    let scope = TaskScope(name: "ends at the launch")
    let listening = ArchitectureEvents.listen { event in
      if case .taskLaunched(_, "ends at the launch") = event { scope.cancel() }
    }
    let task = scope.launch { [log] in log.append("ran") }
    await task?.value
    #expect(task?.isCancelled == true)
    #expect(log.all == [])
    listening.dispose()
  }

  @Test func `priorities do not change the launch order`() async {
    let priorities: [TaskPriority] = [.background, .high, .low, .userInitiated, .utility]
    for (number, priority) in priorities.enumerated() {
      scope.launch(priority: priority) { [log] in log.append("\(number)") }
    }
    await scope.waitUntilEmpty()
    #expect(log.all == ["0", "1", "2", "3", "4"])
  }

  @Test func `tasks are cancelled in the order of launch`() async throws {
    // Short tasks end in any order. The slots that they free must not change the order of later
    // tasks.
    let short = (0..<20).map { _ in scope.launch(on: .pool) {} }
    for task in short { await task?.value }
    let cancelled = Log<Int>()
    for number in 0..<50 {
      scope.launch(on: .pool) { [gate] in
        await withTaskCancellationHandler {
          try? await gate.pass()
        } onCancel: {
          cancelled.append(number)
        }
      }
    }
    try await gate.waitForArrivals(50)
    scope.cancel()
    #expect(cancelled.all == Array(0..<50))
    await scope.waitUntilEmpty()
  }

  // MARK: Errors

  @Test func `a failing task does not cancel its siblings, and its error is reported`() async {
    scope.launch { [gate, log] in
      await gate.passIgnoringCancellation()
      log.append("cancelled: \(Task.isCancelled)")
    }
    scope.launch { throw SourceError() }
    await until(log.all == ["SourceError()"])
    #expect(scope.isActive)
    gate.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["SourceError()", "cancelled: false"])
  }

  @Test func `errors of child scopes go to the outermost handler`() async {
    let child = scope.childScope()
    let grandchild = child.childScope()
    grandchild.launch { throw SourceError() }
    await scope.waitUntilEmpty()
    #expect(log.all == ["SourceError()"])
  }

  // MARK: Running work

  private func launchStubborn(_ name: String?, in scope: TaskScope?) {
    scope?.launch(name: name) { [gate] in await gate.passIgnoringCancellation() }
  }

  private func expectEmptyAfterOpening() async {
    gate.open()
    await scope.waitUntilEmpty()
    #expect(scope.runningCount == 0)
    #expect(scope.runningNames == [])
    // An empty scope makes no caller wait.
    await scope.waitUntilEmpty()
  }

  @Test func `a scope knows its running children and forgets finished ones`() async {
    let child = scope.childScope()
    launchStubborn("first", in: scope)
    launchStubborn("second", in: child)
    launchStubborn(nil, in: scope)
    let short = child.launch(name: "short") {}
    launchStubborn("last", in: child)
    #expect(scope.runningNames == ["first", "second", "task", "short", "last"])
    await short?.value
    #expect(scope.runningNames == ["first", "second", "task", "last"])
    #expect(child.runningNames == ["second", "last"])
    #expect([scope.runningCount, child.runningCount] == [4, 2])
    await expectEmptyAfterOpening()
  }

  @Test(arguments: End.allCases)
  func `tasks that have not ended are counted and named, however their scope ends`(end: End) async {
    var child: TaskScope? = scope.childScope()
    let sibling = scope.childScope()
    let grandchild = child?.childScope()
    launchStubborn("own", in: scope)
    launchStubborn("child", in: child)
    launchStubborn("grandchild", in: grandchild)
    switch end {
    case .cancelScope: scope.cancel()
    case .cancelChildren: scope.cancelChildren()
    case .cancelChild: child?.cancel()
    case .releaseChild: child = nil
    }
    #expect(grandchild?.isActive == false)
    #expect(sibling.isActive == [.cancelChild, .releaseChild].contains(end))
    launchStubborn("new", in: scope)
    let names = ["own", "child", "grandchild"] + (end == .cancelScope ? [] : ["new"])
    #expect(scope.runningNames == names)
    #expect(scope.runningCount == names.count)
    #expect(child?.runningNames ?? ["child", "grandchild"] == ["child", "grandchild"])
    await expectEmptyAfterOpening()
  }

  @Test func `a parent waits for the tasks of its grandchildren`() async {
    let child = scope.childScope()
    let grandchild = child.childScope()
    grandchild.launch { [gate, log] in
      try await gate.pass()
      log.append("task ended")
    }
    let waiter = Task { @MainActor in
      await scope.waitUntilEmpty()
      log.append("waited")
    }
    await mainActorQueueDrained()
    gate.open()
    await waiter.value
    #expect(log.all == ["task ended", "waited"])
    withExtendedLifetime((child, grandchild)) {}
  }

  // MARK: Children and resources

  @Test func `a resource added to an ended scope is disposed at once`() {
    scope.cancel()
    resource("disposed").addTo(scope)
    scope.add("given back") { [log] in log.append($0) }
    #expect(log.all == ["disposed", "given back"])
  }

  @Test func `resources and children end in the order of arrival`() async {
    scope.add(resource("1"))
    let short = scope.launch {}
    let child = scope.childScope()
    child.add(resource("2"))
    scope.add(resource("4"))
    // The next child may take the slot of the ended task.
    await short?.value
    scope.add(resource("5"))
    child.add(resource("3"))
    scope.cancel()
    scope.cancel()
    #expect(log.all == ["1", "2", "3", "4", "5"])
    #expect(!child.isActive)
  }

  @Test func `a scope without owners is cancelled`() async {
    var scope: TaskScope? = TaskScope()
    scope?.add(resource("resource"))
    scope?.addCleanUp { [gate] in gate.open() }
    let task = scope?.launch { [log] in
      await untilCancelled()
      log.append("task")
    }
    await mainActorQueueDrained()
    scope = nil
    #expect(log.all == ["resource"])
    await task?.value
    #expect(log.all == ["resource", "task"])
    await gate.passIgnoringCancellation()
  }
}
