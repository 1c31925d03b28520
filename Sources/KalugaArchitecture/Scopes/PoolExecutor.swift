/// Runs work on the threads of the concurrency runtime; written `.pool`.
///
/// The pool has about as many threads as the machine has cores, and all tasks share them. Work on
/// it may compute and wait, but must not block a thread: use ``BlockingExecutor`` for that.
public final class PoolExecutor: TaskExecutor {
  static let shared = PoolExecutor()

  private init() {}

  /// Passes the job to the pool.
  public func enqueue(_ job: consuming ExecutorJob) {
    globalConcurrentExecutor.enqueue(job)
  }
}

extension TaskExecutor where Self == PoolExecutor {
  /// The threads of the concurrency runtime.
  public static var pool: PoolExecutor { .shared }
}
