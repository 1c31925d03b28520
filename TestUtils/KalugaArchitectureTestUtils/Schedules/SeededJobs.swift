/// The ready jobs, of which a seed selects the next.
struct SeededJobs {
  private var random: SeededRandom
  private var ready: [UnownedJob] = []
  /// A job that is the next one without a draw.
  private var first: UnownedJob?
  /// Whether a drain is taking jobs.
  private(set) var isRunning = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Adds a job; returns true if the caller must begin a drain.
  mutating func add(_ job: UnownedJob) -> Bool {
    ready.append(job)
    return start()
  }

  /// Adds the job of a task that continues, which is the next one without a draw.
  mutating func addFirst(_ job: UnownedJob) {
    first = job
  }

  /// Returns true if the caller must begin a drain.
  mutating func start() -> Bool {
    defer { isRunning = true }
    return !isRunning
  }

  mutating func stop() {
    isRunning = false
  }

  /// Returns the next job; nil if none is ready.
  mutating func next() -> UnownedJob? {
    if let job = first.take() { return job }
    guard !ready.isEmpty else { return nil }
    // A single job takes no random number, so that the timing of another thread does not change the order of later
    // jobs. Any order of the remaining jobs is right, as long as it is always the same.
    let index = ready.count == 1 ? 0 : Int.random(in: ready.indices, using: &random)
    ready.swapAt(index, ready.count - 1)
    return ready.removeLast()
  }
}
