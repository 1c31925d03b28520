import Dispatch
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Where work runs, and what a launch returns and reports.
@Suite(.timeLimit(.minutes(5)))
struct TaskScopeIsolationTests {
  private actor Worker {}

  private final class QueueExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "QueueExecutor")

    init() { queue.setSpecific(key: Self.key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  enum Kind: CaseIterable {
    case mainActor, pool, blocking, executor, actor

    func launch(
      in scope: TaskScope,
      name: String? = nil,
      priority: TaskPriority? = nil,
      _ work: @escaping @Sendable () throws -> Void
    ) -> Task<Void, Never>? {
      switch self {
      case .mainActor: scope.launch(name: name, priority: priority) { try work() }
      case .pool: scope.launch(on: .pool, name: name, priority: priority) { try work() }
      case .blocking: scope.launch(on: .blocking, name: name, priority: priority) { try work() }
      case .executor:
        scope.launch(on: QueueExecutor(), name: name, priority: priority) { try work() }
      case .actor:
        scope.launch(isolatedTo: Worker(), name: name, priority: priority) { worker in
          worker.preconditionIsolated()
          try work()
        }
      }
    }
  }

  private let scope = TaskScope()

  @Test func `work runs on the main actor by default, wherever it was launched`() async {
    await MainActor.run { _ = MainQueueMark.isOnMainQueue }
    let log = Log<String>()
    await Task.detached { [scope] in
      _ = scope.launch { log.append("default: \(MainQueueMark.isOnMainQueue)") }
    }.value
    await scope.waitUntilEmpty()
    await MainActor.run { [scope] in
      _ = scope.launch(on: .pool) { log.append("pool: \(MainQueueMark.isOnMainQueue)") }
    }
    await scope.waitUntilEmpty()
    #expect(log.all == ["default: true", "pool: false"])
  }

  @Test func `the pool runs tasks without a scope as well`() async {
    let isOnMainQueue = await Task(executorPreference: .pool) { MainQueueMark.isOnMainQueue }.value
    #expect(!isOnMainQueue)
  }

  @Test func `work runs on the requested executor, also after a wait`() async throws {
    let (log, gate) = (Log<Bool>(), Gate())
    scope.launch(on: QueueExecutor()) {
      log.append(QueueExecutor.isCurrent)
      try await gate.pass()
      log.append(QueueExecutor.isCurrent)
    }
    try await gate.waitForArrivals(1)
    gate.open()
    await scope.waitUntilEmpty()
    #expect(log.all == [true, true])
  }

  /// The operation of a time limit has a task of its own.
  @Test func `work with a time limit stays on the requested executor`() async {
    let log = Log<Bool>()
    scope.launch(on: QueueExecutor()) {
      try await withTimeout(.seconds(60)) { log.append(QueueExecutor.isCurrent) }
    }
    await scope.waitUntilEmpty()
    #expect(log.all == [true])
  }

  @Test func `work that blocks its thread does not hold up the pool`() async {
    let (blocked, isReleased) = (Tally(), DispatchSemaphore(value: 0))
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount
    for _ in 0..<count {
      scope.launch(on: .blocking) {
        blocked.add()
        isReleased.signalled()
      }
    }
    await until(blocked.value == count)
    await scope.launch(on: .pool) { for _ in 0..<count { isReleased.signal() } }?.value
    await scope.waitUntilEmpty()
  }

  @Test @MainActor func `work isolated to the main actor never begins within the launch`() async {
    let log = Log<String>()
    scope.launch(isolatedTo: MainActor.shared) { _ in log.append("work") }
    log.append("job")
    await scope.waitUntilEmpty()
    #expect(log.all == ["job", "work"])
  }

  @Test(arguments: Kind.allCases)
  func `work has the name and the priority that it was launched with`(kind: Kind) async {
    let log = Log<String>()
    let task = kind.launch(in: scope, name: "search", priority: .high) {
      log.append("\(Task.name ?? "none"), \(Task.currentPriority == .high)")
    }
    await task?.value
    #expect(log.all == ["search, true"])
  }

  @Test(arguments: Kind.allCases)
  func `each kind of launch returns the task of the work and reports its error`(kind: Kind) async {
    let log = Log<String>()
    let scope = TaskScope { log.append("\($0)") }
    let task = kind.launch(in: scope) {
      log.append("work")
      throw SourceError()
    }
    await task?.value
    #expect(log.all == ["work", "SourceError()"])
    #expect(scope.runningCount == 0)
    #expect(scope.isActive)
  }

  /// Kaluga Q23: work launched after `clear()` ran.
  // square/workflow#1197: a worker that is started in a cancelled scope begins, and is then cancelled.
  @Test(arguments: Kind.allCases)
  func `each kind of launch in an ended scope returns nil and does not run`(kind: Kind) async {
    let (ran, released) = (Tally(), Tally())
    scope.cancel()
    func launch(_ work: @escaping @Sendable () -> Void) -> Task<Void, Never>? {
      kind.launch(in: scope) {
        ran.add()
        work()
      }
    }
    #expect(launch(closure { released.add() }) == nil)
    #expect(released.value == 1)
    #expect(scope.runningCount == 0)
    await mainActorQueueDrained()
    #expect(ran.value == 0)
  }

  @Test @MainActor func `work that is cancelled before it starts does not run`() async {
    let (ran, released) = (Tally(), Tally())
    func work() -> @Sendable () -> Void {
      let release = closure { released.add() }
      return {
        ran.add()
        release()
      }
    }
    let (executor, isCancelled) = (QueueExecutor(), DispatchSemaphore(value: 0))
    // The queue is busy until the scope has been cancelled, and so is the main actor.
    executor.queue.async { isCancelled.signalled() }
    scope.launch { [work = work()] in work() }
    scope.launch(on: executor) { [work = work()] in work() }
    scope.launch(isolatedTo: MainActor.shared) { [work = work()] _ in work() }
    scope.cancel()
    isCancelled.signal()
    await scope.waitUntilEmpty()
    await until(released.value == 3)
    #expect(ran.value == 0)
  }
}

extension DispatchSemaphore {
  /// Blocks until the semaphore is signalled, for at most five seconds.
  @discardableResult
  func signalled() -> Bool {
    wait(timeout: .now() + .seconds(5)) == .success
  }
}
