import Dispatch
import KalugaArchitecture

/// Runs jobs one at a time, in an order that a seed decides.
///
/// Any ready job may be the next one. One thread runs all of them, so that equal seeds give equal orders unless
/// code outside makes a job ready.
final class SeededExecutor: TaskExecutor {
  private let jobs: Lock<SeededJobs>
  private let queue = DispatchQueue(label: "SeededExecutor")

  init(seed: UInt64) {
    jobs = Lock(SeededJobs(seed: seed))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A job that becomes ready while another one runs waits for its end: the running drain takes it.
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
