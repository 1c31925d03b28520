import Dispatch
import KalugaArchitecture

/// Runs jobs one at a time, in an order that a seed decides: of those that are ready, any may be next.
///
/// One thread runs them all, so that equal seeds give equal orders as long as nothing from outside makes a
/// job ready.
final class SeededExecutor: TaskExecutor {
  private struct State {
    var random: SeededRandom
    var ready: [UnownedJob] = []
    var isRunning = false

    /// The job that is next; nil if none is ready.
    mutating func next() -> UnownedJob? {
      guard !ready.isEmpty else {
        isRunning = false
        return nil
      }
      // The order of those that stay makes no difference, as long as it is always the same.
      let index = Int.random(in: ready.indices, using: &random)
      ready.swapAt(index, ready.count - 1)
      return ready.removeLast()
    }
  }

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "SeededExecutor")

  init(seed: UInt64) {
    state = Lock(State(random: SeededRandom(seed: seed)))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      state.ready.append(job)
      if state.isRunning { return false }
      state.isRunning = true
      return true
    }
    // What becomes ready while a job runs waits for its end: the running drain takes it.
    if mustStart { queue.async { self.drain() } }
  }

  private func drain() {
    while let job = state.withLock({ $0.next() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
