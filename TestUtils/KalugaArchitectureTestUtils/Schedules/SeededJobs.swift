/// The jobs that are ready, of which a seed decides who is next.
struct SeededJobs {
  private var random: SeededRandom
  private var ready: [UnownedJob] = []
  /// One that is next without being drawn.
  private var first: UnownedJob?
  /// Whether somebody takes jobs.
  private(set) var isRunning = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Adds a job; true if nobody takes jobs, so that somebody must begin to.
  mutating func add(_ job: UnownedJob) -> Bool {
    ready.append(job)
    return start()
  }

  /// Adds the job of a task that goes on: it takes no number, and nobody comes before it.
  mutating func addFirst(_ job: UnownedJob) {
    first = job
  }

  /// True if nobody takes jobs, so that somebody must begin to.
  mutating func start() -> Bool {
    defer { isRunning = true }
    return !isRunning
  }

  mutating func stop() {
    isRunning = false
  }

  /// The job that is next; nil if none is ready.
  mutating func next() -> UnownedJob? {
    if let job = first.take() { return job }
    guard !ready.isEmpty else { return nil }
    // One that is alone takes no number: whether somebody had to wait for what another thread did, or came
    // after it, decides nothing about those who follow. The order of those that stay makes no difference,
    // as long as it is always the same.
    let index = ready.count == 1 ? 0 : Int.random(in: ready.indices, using: &random)
    ready.swapAt(index, ready.count - 1)
    return ready.removeLast()
  }
}
