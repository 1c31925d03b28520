import Dispatch

/// Runs work that blocks its thread, such as a read from a slow disk; written `.blocking`.
///
/// The work has threads of its own, so that other tasks are not held up. Dispatch limits their
/// number, so work beyond that waits for a thread. Cancellation does not interrupt a call that
/// blocks.
public final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = DispatchQueue(label: "KalugaArchitecture.blocking", attributes: .concurrent)

  private init() {}

  /// Runs the job on a thread that may block.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Unsafe: the reference to this executor is not counted. The executor is never released.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension TaskExecutor where Self == BlockingExecutor {
  /// Threads for work that blocks.
  public static var blocking: BlockingExecutor { .shared }
}
