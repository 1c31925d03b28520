import KalugaArchitecture

/// Tracks where the tasks of a test's scopes wait, how they end, and what goes wrong in them.
final class WorkWatch: ArchitectureListener {
  /// The state of work that has started.
  struct Standing {
    /// Where the work's own task waits; nil if it runs, or waits for something outside the toolkit.
    let place: SuspensionPlace?
    /// Where other tasks that the work started wait.
    let placesOfOthers: [SuspensionPlace]
  }

  private struct Wait {
    let place: SuspensionPlace
    let suspension: any Suspension
  }

  private struct Work {
    /// The names of the work and its scope; nil if it belongs to no scope.
    var name: String?
    /// Nil before the work has begun.
    var task: Int?
    var waits: [Int: Wait] = [:]
    /// Whether clocks do not wait for it, until it waits inside the toolkit again.
    var isGivenUp = false
  }

  /// A problem that the toolkit has detected.
  struct Problem: Error, CustomStringConvertible {
    /// The number of problems that were found before.
    let number: Int
    let diagnostic: ArchitectureDiagnostic
    /// The error that was not handled, or nil for any other problem.
    let error: (any Error)?

    /// What a test reports that does not expect the problem.
    var description: String {
      let advice =
        diagnostic.kind == .uncaughtError
        ? "take it with expectError, or allow all with allowing: [.uncaughtError]"
        : "if the test means it, write allowing: [.\(diagnostic.kind)]"
      let text = diagnostic.description
      return "\(text)\(text.hasSuffix(".") ? "" : ".") In a test: \(advice)"
    }
  }

  private struct State {
    var work: [Int: Work] = [:]
    var problems: [Problem] = []
    /// The number of problems that were found so far, taken or not.
    var problemCount = 0
    /// What has happened so far, as texts for failures.
    var history: [String] = []
    var change: Promise<Void>?
  }

  let executor: (any TaskExecutor)?
  private let reportsProblems: Bool
  private let state = Lock(State())

  /// - Parameters:
  ///   - executor: The executor that orders the work; nil for the order of the runtime.
  ///   - reportsProblems: Whether each problem is a finding of the walk, which may meet it in every
  ///     state, so that it is not printed.
  init(executor: (any TaskExecutor)? = nil, reportsProblems: Bool = false) {
    self.executor = executor
    self.reportsProblems = reportsProblems
    MainActorResumptions.track()
  }

  /// Returns a signal for the next time that work ends, a task begins to wait or a problem is found.
  func nextChange() -> Promise<Void> {
    state.withLock { state in
      let change = state.change ?? Promise()
      state.change = change
      return change
    }
  }

  /// Returns the state of work; nil if it has ended or has not started.
  func standing(of id: Int) -> Standing? {
    // Copied element by element, because `isWaiting` is read outside the lock.
    let copy = state.withLock { $0.work[id].map { (task: $0.task, waits: Array($0.waits)) } }
    guard case (let task?, let waits)? = copy else { return nil }
    let waiting = waits.filter(\.value.suspension.isWaiting)
    return Standing(
      place: waiting.first { $0.key == task }?.value.place,
      placesOfOthers: waiting.filter { $0.key != task }.map(\.value.place)
    )
  }

  /// Returns the names of the work of which no task waits inside the toolkit, apart from the current
  /// work and from what has been given up.
  func busyWork() -> [Int: String] {
    let current = ArchitectureEvents.currentWork
    // `isWaiting` locks nothing else under its own lock, so that this lock may be held.
    return state.withLock { state in
      state.work.filter { id, work in
        id != current && !work.isGivenUp
          && !work.waits.values.contains(where: \.suspension.isWaiting)
      }.mapValues { $0.name ?? "an operator" }
    }
  }

  /// Excludes busy work from ``busyWork()`` until one of its tasks waits inside the toolkit.
  func giveUp(_ work: some Sequence<Int>) {
    state.withLock { state in
      for id in work { state.work[id]?.isGivenUp = true }
    }
  }

  func workDidLaunch(_ work: Int, name: String, scope: String) {
    state.withLock { $0.work[work] = Work(name: "'\(name)' of '\(scope)'") }
  }

  func workDidBegin(_ work: Int) {
    // Work that belongs to no scope is not launched.
    state.withLock { $0.work[work, default: Work()].task = Self.currentTask }
  }

  func workDidEnd(_ work: Int, wasCancelled: Bool) {
    change { state in
      if let name = state.work.removeValue(forKey: work)?.name {
        state.history.append("\(name) \(wasCancelled ? "was cancelled" : "has ended")")
      }
    }
  }

  func didFind(_ diagnostic: ArchitectureDiagnostic, error: (any Error)?) -> Bool {
    change { state in
      state.problems.append(
        Problem(number: state.problemCount, diagnostic: diagnostic, error: error)
      )
      state.problemCount += 1
      state.history.append(diagnostic.description)
    }
    return reportsProblems
  }

  /// Adds something else that has happened to the history.
  func note(_ text: String) {
    state.withLock { $0.history.append(text) }
  }

  /// Returns the oldest problem that fits, and forgets it.
  func takeProblem(where fits: (Problem) -> Bool) -> Problem? {
    state.withLock { state in
      state.problems.firstIndex(where: fits).map { state.problems.remove(at: $0) }
    }
  }

  /// The errors that nothing has handled or taken.
  var errors: [any Error] { state.withLock { $0.problems.compactMap(\.error) } }

  /// The number of problems that were found so far, taken or not.
  var problemCount: Int { state.withLock { $0.problemCount } }

  /// Forgets the problems from a number on, and returns those of other kinds.
  func takeProblems(
    from first: Int = 0,
    except kinds: Set<ArchitectureDiagnostic.Kind>
  ) -> [Problem] {
    state.withLock { state in
      let taken = state.problems.filter { $0.number >= first }
      state.problems.removeAll { $0.number >= first }
      return taken.filter { !kinds.contains($0.diagnostic.kind) }
    }
  }

  /// The number of things that have happened.
  var historyCount: Int { state.withLock { $0.history.count } }

  /// Describes the last things that have happened since then, in a line each; nil if nothing has.
  func history(since count: Int) -> String? {
    let texts = state.withLock { Array($0.history.dropFirst(count).suffix(5)) }
    return texts.isEmpty ? nil : texts.map { "- \($0)" }.joined(separator: "\n")
  }

  func taskDidSuspend(_ work: Int, at place: SuspensionPlace, _ suspension: any Suspension) {
    change { state in
      state.work[work]?.waits[Self.currentTask] = Wait(place: place, suspension: suspension)
      state.work[work]?.isGivenUp = false
    }
  }

  func taskDidResume(_ work: Int) {
    state.withLock { $0.work[work]?.waits[Self.currentTask] = nil }
  }

  private func change(_ body: (inout State) -> Void) {
    let change = state.withLock { state in
      body(&state)
      return state.change.take()
    }
    change?.settle(())
  }

  // MARK: The watch of a test

  private struct Reference: Sendable {
    weak let watch: WorkWatch?
  }

  private static let watches = Lock<[Int: Reference]>([:])

  /// The watch of the current task.
  static var current: WorkWatch? { ArchitectureEvents.listener as? WorkWatch }

  /// Returns the watch of the current task.
  ///
  /// Without one, makes a watch of the scopes that the task creates while the watch is retained.
  static func currentOrNew() -> WorkWatch {
    if let current { return current }
    let watch = WorkWatch()
    ArchitectureEvents.setFallback { watches.withLock { $0[currentTask] }?.watch }
    watches.withLock { watches in
      watches = watches.filter { $0.value.watch != nil }
      watches[currentTask] = Reference(watch: watch)
    }
    return watch
  }

  /// Identifies the current task among the running tasks.
  private static var currentTask: Int {
    // There is no safe way to identify the current task. The unsafe task is used only for its hash.
    unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
  }
}
