import Synchronization

/// Receives events about the work of scopes, the waits of its tasks, and what goes wrong in them.
///
/// A scope keeps the listener of the task that made it, so that parallel tests do not hear of each
/// other. No call is made under a lock. Calls about one task never overlap; calls about different
/// tasks may.
package protocol ArchitectureListener: AnyObject, Sendable {
  /// The executor of the scope work and collections that are started under this listener; nil selects
  /// the default one.
  var executor: (any TaskExecutor)? { get }

  /// Called by the caller of the launch, before the task of a piece of work exists.
  func workDidLaunch(_ work: Int, name: String, scope: String)

  /// Called by the task of a piece of work before the work begins.
  func workDidBegin(_ work: Int)

  /// Called when a piece of work has ended and its scope has removed it.
  func workDidEnd(_ work: Int, wasCancelled: Bool)

  /// Called when a task of a piece of work begins to wait: its own task, or one that it started.
  ///
  /// The value may arrive before this call. The suspension knows whether the task still waits.
  func taskDidSuspend(_ work: Int, at place: SuspensionPlace, _ suspension: any Suspension)

  /// Called by the same task when it continues, also after a wait that did not suspend it.
  func taskDidResume(_ work: Int)

  /// Called with each problem in a scope or task of the listener, and the error that was not handled.
  ///
  /// - Returns: Whether the listener reports it; otherwise it is printed to standard error.
  func didFind(_ diagnostic: ArchitectureDiagnostic, error: (any Error)?) -> Bool
}

/// A wait of one task.
package protocol Suspension: AnyObject, Sendable {
  /// Whether the task waits and has not been resumed.
  var isWaiting: Bool { get }
}

/// A clock that reports each sleep when the sleep has begun.
package protocol ReportingClock: Clock {}

/// Reports what the toolkit does, for logs and tools.
///
///     let listening = ArchitectureEvents.listen { event in logger.debug("\(event)") }
///
/// While nothing listens, an event costs one relaxed load.
public enum ArchitectureEvents {
  // MARK: Events of the process

  private static let isObserved = Atomic(false)
  private static let listeners = Lock(WaiterList<@Sendable (ArchitectureEvent) -> Void>())

  /// Calls the closure with each event of the process, until the token is disposed.
  ///
  /// The closure is called on the isolation that causes the event, so several threads may call it
  /// at the same time. No lock is held. Later work waits for it, so keep it short. Events that it
  /// causes itself are reported too: do not launch tasks of a scope in it. They reach closures that
  /// were added later before the event that is being reported does.
  ///
  /// A call that has begun elsewhere may continue after `dispose()`.
  public static func listen(
    _ onEvent: @escaping @Sendable (ArchitectureEvent) -> Void
  ) -> any Disposable {
    let id = listeners.withLock { listeners in
      isObserved.store(true, ordering: .relaxed)
      return listeners.add(onEvent)
    }
    return SimpleDisposable {
      let removed = listeners.withLock { listeners in
        defer { isObserved.store(!listeners.isEmpty, ordering: .relaxed) }
        return listeners.remove(id)
      }
      // The closure is released outside the lock.
      withExtendedLifetime(removed) {}
    }
  }

  /// Reports an event, which is made only if something listens.
  ///
  /// Must not be called under a lock.
  package static func send(_ event: @autoclosure () -> ArchitectureEvent) {
    if isObserved.load(ordering: .relaxed) { deliver(event()) }
  }

  private static func deliver(_ event: ArchitectureEvent) {
    for onEvent in listeners.withLock({ $0.unshared }).waiters { onEvent(event) }
  }

  // MARK: Events of tasks, for tests

  /// The listener of a task, and the piece of work that the task belongs to.
  struct Context: Sendable {
    let listener: any ArchitectureListener
    var work: Int?

    func taskDidSuspend(at place: SuspensionPlace, _ suspension: any Suspension) {
      if let work { listener.taskDidSuspend(work, at: place, suspension) }
    }

    func taskDidResume() {
      if let work { listener.taskDidResume(work) }
    }
  }

  @TaskLocal static var context: Context?
  // Never cleared, because scopes and tasks keep their listener after `withListener` has returned.
  private static let isInstalled = Atomic(false)

  static var current: Context? {
    isInstalled.load(ordering: .relaxed) ? context : nil
  }

  /// A closure in an object: as the value of a lock, it would be wrapped again at each access, so that
  /// each call took longer than the one before.
  private final class Fallback: Sendable {
    let listener: @Sendable () -> (any ArchitectureListener)?

    init(_ listener: @escaping @Sendable () -> (any ArchitectureListener)?) {
      self.listener = listener
    }
  }

  private static let fallback = Lock<Fallback?>(nil)

  /// The listener of the current task.
  package static var listener: (any ArchitectureListener)? { contextOrFallback?.listener }

  private static var contextOrFallback: Context? {
    guard isInstalled.load(ordering: .relaxed) else { return nil }
    return context ?? fallback.withLock { $0 }?.listener().map { Context(listener: $0) }
  }

  /// The piece of work that the current task belongs to.
  package static var currentWork: Int? { current?.work }

  /// Chooses the listener of tasks outside `withListener`, which follows the scopes that they create.
  package static func setFallback(_ listener: @escaping @Sendable () -> (any ArchitectureListener)?)
  {
    let new = Fallback(listener)
    fallback.withLock { $0 = new }
    enable()
  }

  /// Runs a closure with a listener, which also follows the scopes and tasks created in it.
  ///
  /// A child scope has the listener of its parent.
  package static func withListener<Output>(
    _ listener: any ArchitectureListener,
    _ body: () async throws -> Output
  ) async rethrows -> Output {
    isInstalled.store(true, ordering: .relaxed)
    return try await $context.withValue(Context(listener: listener), operation: body)
  }

  /// Starts a task on the main actor that belongs to no scope, and that the listener of the current
  /// task follows and orders.
  @discardableResult
  package static func startTask(
    _ operation: sending @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    guard let context = contextOrFallback else { return Task { @MainActor in await operation() } }
    // Set again in the task: a fallback knows only the current task.
    guard let executor = context.listener.executor else {
      return Task { @MainActor in await $context.withValue(context) { await operation() } }
    }
    return Task(executorPreference: executor) { @concurrent in
      await $context.withValue(context) { await operation() }
    }
  }

  /// Starts a task on no actor that reads a sequence for the current task, and that its listener
  /// follows and orders.
  static func startReader(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let context = contextOrFallback
    return Task(executorPreference: context?.listener.executor) { @concurrent in
      await $context.withValue(context) { await reporting { await operation() } }
    }
  }

  /// Runs work that belongs to no scope, and reports it to the listener of the current task.
  static func reporting(_ work: () async -> Void) async {
    guard let listener = current?.listener else { return await work() }
    let id = TaskScopeCore.makeID()
    listener.workDidBegin(id)
    await $context.withValue(Context(listener: listener, work: id)) { await work() }
    listener.workDidEnd(id, wasCancelled: Task.isCancelled)
  }

  /// Sleeps, and reports this as a wait, whatever the clock is.
  static func sleep(for interval: Duration, _ clock: any Clock<Duration>) async throws {
    guard let current, !(clock is any ReportingClock) else {
      return try await clock.sleep(for: interval)
    }
    let sleep = Sleep()
    current.taskDidSuspend(at: .clock, sleep)
    defer {
      sleep.hasEnded.store(true, ordering: .relaxed)
      current.taskDidResume()
    }
    try await clock.sleep(for: interval)
  }

  private final class Sleep: Suspension {
    let hasEnded = Atomic(false)
    var isWaiting: Bool { !hasEnded.load(ordering: .relaxed) }
  }

  /// Enables events for a listener that is added to a scope after the scope's creation.
  static func enable() {
    isInstalled.store(true, ordering: .relaxed)
  }
}
