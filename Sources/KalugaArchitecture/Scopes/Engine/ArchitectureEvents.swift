import Synchronization

/// Follows the work of scopes, and the waits of the tasks that do it.
///
/// No call is made under a lock. Calls about one task follow each other; those about different tasks may
/// run at the same time.
package protocol ArchitectureListener: AnyObject, Sendable {
  /// Runs the work of scopes, and the collections, that are made under this listener.
  ///
  /// Nil leaves that to the concurrency runtime.
  var executor: (any TaskExecutor)? { get }

  /// Called by the task of a piece of work before the work begins.
  func workDidBegin(_ work: Int)

  /// Called when a piece of work has ended and its scope has forgotten it.
  func workDidEnd(_ work: Int)

  /// Called by a task of a piece of work, its own or one that it has started, when it has begun to wait.
  ///
  /// The value may have arrived since: the suspension knows whether the task still waits.
  func taskDidSuspend(_ work: Int, at place: SuspensionPlace, _ suspension: any Suspension)

  /// Called by the same task when it continues, also after a wait that did not suspend it.
  func taskDidResume(_ work: Int)
}

/// A wait of one task.
package protocol Suspension: AnyObject, Sendable {
  /// Whether the task waits and has not been resumed.
  var isWaiting: Bool { get }
}

/// Brings events of the toolkit to the listener of the current task.
///
/// Until a listener is installed in the process, an event costs one relaxed load.
package enum ArchitectureEvents {
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
  // Never cleared: scopes and tasks keep their listener for longer than it is installed.
  private static let isInstalled = Atomic(false)

  static var current: Context? {
    isInstalled.load(ordering: .relaxed) ? context : nil
  }

  /// The listener of the current task.
  package static var listener: (any ArchitectureListener)? { current?.listener }

  /// Installs a listener for a closure, and for the scopes and tasks that are made in it.
  ///
  /// A child scope has the listener of its parent.
  package static func withListener<Output>(
    _ listener: any ArchitectureListener,
    _ body: () async throws -> Output
  ) async rethrows -> Output {
    isInstalled.store(true, ordering: .relaxed)
    return try await $context.withValue(Context(listener: listener), operation: body)
  }

  /// Prepares for a listener that scopes get later, and not from the task that makes them.
  static func enable() {
    isInstalled.store(true, ordering: .relaxed)
  }
}
