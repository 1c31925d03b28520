import Dispatch
import KalugaArchitecture

/// Runs jobs one at a time, in an order that a seed decides.
///
/// One thread runs all jobs, so the same seed gives the same order unless code outside the executor
/// makes jobs ready.
final class SeededExecutor: TaskExecutor {
  private let jobs: Lock<SeededJobs>
  private let queue = DispatchQueue(label: "SeededExecutor")

  init(seed: UInt64) {
    jobs = Lock(SeededJobs(seed: seed))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // If a drain is already running, it takes this job after the current one.
    if jobs.withLock({ $0.add(job) }) { queue.async { self.drain() } }
  }

  private func drain() {
    while let job = takeNext() {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func takeNext() -> UnownedJob? {
    jobs.withLock { jobs in
      let next = jobs.next()
      if next == nil { jobs.stop() }
      return next
    }
  }
}
