import Dispatch
import KalugaArchitecture
import Testing

/// Where work runs, as what, and what its caller is told.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeIsolationTests {
  private actor Counter {
    private(set) var count = 0

    func increase() { count += 1 }
  }

  private final class QueueExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<Int>()
    private let queue = DispatchQueue(label: "QueueExecutor")
    let number: Int

    init(number: Int) {
      self.number = number
      queue.setSpecific(key: Self.key, value: number)
    }

    static var current: Int? { DispatchQueue.getSpecific(key: key) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private struct Failure: Error, Equatable {
    let number: Int
  }

  private let scope = TaskScope()

  @Test func `work runs on the main actor by default, wherever it was launched`() async {
    _ = MainQueueMark.isOnMainQueue
    let log = Log<Bool>()
    await Task.detached { [scope] in
      _ = scope.launch { log.append(MainQueueMark.isOnMainQueue) }
    }.value
    await scope.waitUntilEmpty()
    #expect(log.all == [true])
  }

  @Test @MainActor func `work with a nil executor runs off the main actor`() async {
    _ = MainQueueMark.isOnMainQueue
    let log = Log<Bool>()
    scope.launch(on: nil) { log.append(MainQueueMark.isOnMainQueue) }
    await scope.waitUntilEmpty()
    #expect(log.all == [false])
  }

  @Test @MainActor func `work runs on the executor that was asked for, also after a wait`() async {
    let log = Log<Int?>()
    let executor = QueueExecutor(number: 7)
    let gate = Settlement<Void>()
    scope.launch(on: executor) {
      log.append(QueueExecutor.current)
      _ = await gate.wait()
      log.append(QueueExecutor.current)
    }
    await mainActorTurns(until: log.count == 1)
    gate.settle(())
    await scope.waitUntilEmpty()
    #expect(log.all == [7, 7])
  }

  @Test func `work runs on the actor that was asked for`() async {
    let counter = Counter()
    for _ in 0..<1000 {
      scope.launch(isolatedTo: counter) { counter in
        counter.preconditionIsolated()
        counter.increase()
      }
    }
    await scope.waitUntilEmpty()
    #expect(await counter.count == 1000)
  }

  @Test @MainActor func `work isolated to the main actor never begins within the launch`() async {
    let log = Log<String>()
    scope.launch(isolatedTo: MainActor.shared) { _ in log.append("work") }
    log.append("job")
    await scope.waitUntilEmpty()
    #expect(log.all == ["job", "work"])
  }

  @Test func `an actor is kept until its work has ended, and not longer`() async {
    let latch = Latch()
    weak var released: Counter?
    do {
      let counter = Counter()
      released = counter
      scope.launch(isolatedTo: counter) { _ in await latch.passed() }
    }
    #expect(released != nil)
    latch.open()
    await scope.waitUntilEmpty()
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
  }

  @Test func `work gets the name and the priority it was launched with`() async {
    let log = Log<String?>()
    let priorities = Log<TaskPriority>()
    let record: @Sendable () -> Void = {
      log.append(Task.name)
      priorities.append(Task.currentPriority)
    }
    let counter = Counter()
    // One after the other: what waits for a task may raise its priority.
    await finished(scope.launch(name: "main", priority: .high) { record() })
    await finished(scope.launch(on: nil, name: "pool", priority: .high) { record() })
    await finished(
      scope.launch(isolatedTo: counter, name: "actor", priority: .high) { _ in record() }
    )
    #expect(log.all == ["main", "pool", "actor"])
    #expect(priorities.all == [.high, .high, .high])
  }

  private func finished(_ task: Task<Void, Never>?) async {
    await task?.value
  }

  @Test func `each kind of launch returns the task whose end is the end of the work`() async {
    let log = Log<Int>()
    let counter = Counter()
    await finished(scope.launch { log.append(1) })
    await finished(scope.launch(on: nil) { log.append(2) })
    await finished(scope.launch(isolatedTo: counter) { _ in log.append(3) })
    #expect(log.all == [1, 2, 3])
    #expect(scope.runningCount == 0)
  }

  @Test func `each kind of launch in an ended scope says so and does not run`() async {
    let log = Log<Int>()
    let counter = Counter()
    let executor = QueueExecutor(number: 1)
    scope.cancel()
    #expect(scope.launch { log.append(1) } == nil)
    #expect(scope.launch(on: nil) { log.append(2) } == nil)
    #expect(scope.launch(on: executor) { log.append(3) } == nil)
    #expect(scope.launch(isolatedTo: counter) { _ in log.append(4) } == nil)
    await scope.waitUntilEmpty()
    await mainActorTurns()
    #expect(log.all.isEmpty)
    #expect(scope.runningNames.isEmpty)
  }

  @Test func `errors of each kind of launch reach the handler`() async {
    let errors = Log<Int>()
    let scope = TaskScope { errors.append(($0 as? Failure)?.number ?? -1) }
    let counter = Counter()
    await finished(scope.launch { throw Failure(number: 1) })
    await finished(scope.launch(on: nil) { throw Failure(number: 2) })
    await finished(scope.launch(isolatedTo: counter) { _ in throw Failure(number: 3) })
    #expect(errors.all == [1, 2, 3])
    #expect(scope.isActive)
  }

  @Test @MainActor func `cancellation reaches each kind of work that has not started`() async {
    let log = Log<Bool>()
    let counter = Counter()
    let executor = QueueExecutor(number: 1)
    let held = Log<Int>()
    // The actor and the queue are busy until the scope has been cancelled.
    let semaphore = DispatchSemaphore(value: 0)
    scope.launch(on: executor) {
      held.append(1)
      semaphore.signalled()
    }
    scope.launch(on: executor) { log.append(Task.isCancelled) }
    scope.launch { log.append(Task.isCancelled) }
    scope.launch(isolatedTo: MainActor.shared) { _ in log.append(Task.isCancelled) }
    scope.cancel()
    semaphore.signal()
    await scope.waitUntilEmpty()
    #expect(log.all == [true, true, true])
    #expect(held.count == 1)
    #expect(await counter.count == 0)
  }
}

extension DispatchSemaphore {
  /// Blocks until the semaphore is signalled, for at most five seconds.
  @discardableResult
  func signalled() -> Bool {
    wait(timeout: .now() + .seconds(5)) == .success
  }
}
