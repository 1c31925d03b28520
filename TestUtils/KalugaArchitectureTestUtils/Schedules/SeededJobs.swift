/// The ready jobs, from which a seed selects the next one.
struct SeededJobs {
  private var random: SeededRandom
  private var ready: [UnownedJob] = []
  /// The job to run next without a random choice.
  private var first: UnownedJob?
  /// Whether the executor is currently taking jobs.
  private(set) var isRunning = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Adds a job; returns true if the caller must start taking jobs.
  mutating func add(_ job: UnownedJob) -> Bool {
    ready.append(job)
    return start()
  }

  /// Adds the job of the running task, which continues next without a random choice.
  mutating func addFirst(_ job: UnownedJob) {
    first = job
  }

  /// Returns true if the caller must start taking jobs.
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
    // A single job takes no random number, so that the timing of another thread cannot change the
    // order of later jobs. The swap reorders the remaining jobs, but always in the same way.
    let index = ready.count == 1 ? 0 : Int.random(in: ready.indices, using: &random)
    ready.swapAt(index, ready.count - 1)
    return ready.removeLast()
  }
}
