import KalugaArchitecture

/// The objects to check at the end of a test, or of a part of one.
///
///     begin ──▶ recorders, navigators and harnesses of the test add themselves ──▶ finish
///
/// A task-local value refers to the watch, so that parallel tests are independent.
@MainActor
final class TestWatch {
  @TaskLocal static var current: TestWatch?

  nonisolated let checks: ExhaustiveChecks
  nonisolated let limit: Duration
  /// Watches the scopes that the test creates, from their first work on.
  nonisolated let work: WorkWatch
  /// The number of the first problem that is found in this part of the test.
  private let firstProblem: Int
  /// What follows the work of the current task, if there are checks around it.
  static var currentWork: WorkWatch? { current.flatMap { WorkWatch.current ?? $0.work } }

  private let allowed: Set<ArchitectureDiagnostic.Kind>
  private let report: @MainActor (String, CallLocation?) -> Void
  private var recorded: [any RecordedByTest] = []
  private var retained: [AnyObject] = []
  private var viewModels: [WatchedViewModel] = []
  /// Whether it is too late to add a view model.
  private(set) var hasEnded = false

  /// - Parameters:
  ///   - checks: The checks at the end.
  ///   - allowed: The kinds of problems that do not fail the test.
  ///   - limit: How long the checks wait.
  ///   - report: Reports a failure at a place, or at the test itself.
  init(
    checks: ExhaustiveChecks,
    allowing allowed: Set<ArchitectureDiagnostic.Kind>,
    limit: Duration,
    report: @escaping @MainActor (String, CallLocation?) -> Void
  ) {
    self.checks = checks
    self.allowed = allowed
    self.limit = limit
    self.report = report
    work = WorkWatch.current ?? WorkWatch()
    // Earlier problems belong to the checks around these, if there are any.
    firstProblem = Self.current == nil ? 0 : work.problemCount
  }

  /// Checks the recorded values at the end, and retains the recorder until then.
  ///
  /// Swift may release a local variable after its last use, before the test has ended.
  func add(_ recorded: any RecordedByTest, by recorder: AnyObject? = nil) {
    self.recorded.append(recorded)
    if let recorder { retain(recorder) }
  }

  /// Retains an object until the end of the part.
  func retain(_ object: AnyObject) {
    retained.append(object)
  }

  func add(_ viewModel: LifecycleViewModel, _ location: CallLocation) {
    // The test may have made the view model before the checks began.
    for member in family(of: viewModel) { member.scope.core.setListener(work) }
    viewModels.append(WatchedViewModel(viewModel: viewModel, location: location))
  }

  /// Clears a view model before the end of the test.
  func clear(_ viewModel: LifecycleViewModel) {
    if let index = viewModels.firstIndex(where: { $0.viewModel === viewModel }) {
      viewModels[index].check = viewModels[index].currentCheck
    }
    viewModel.clear()
  }

  /// Runs a part of a test and checks that nothing failed in it and that it leaves nothing behind.
  ///
  /// If the part throws, only errors that nothing has handled are reported. They may be the cause, and
  /// its error explains more than what it left behind.
  nonisolated(nonsending) func watch<Output>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      let output = try await Self.$current.withValue(self) {
        try await ArchitectureEvents.withListener(work) { try await body() }
      }
      let failures = await end()
      await reportProblems { _ in true }
      for (text, location) in failures { await report(text, location) }
      return output
    } catch {
      await reportProblems { $0.error != nil }
      _ = await end()
      throw error
    }
  }

  private func reportProblems(where isReported: (WorkWatch.Problem) -> Bool) {
    let problems = work.takeProblems(from: firstProblem, except: harmless)
    for problem in problems where isReported(problem) { report(problem.description, nil) }
  }

  /// The kinds of problems that do not fail the test.
  private var harmless: Set<ArchitectureDiagnostic.Kind> {
    // Tests call lifecycle methods in orders that no host would.
    allowed.union([.ignoredLifecycleCall])
  }

  /// Throws the first problem in a part of the test whose work another watch follows.
  func throwProblem(of work: WorkWatch) async throws {
    await settle()
    if let problem = work.takeProblems(except: harmless).first { throw problem }
  }

  /// Ends what the part has made, and returns what it left behind.
  private func end() async -> [(String, CallLocation)] {
    await receive()
    let failures = unseen()
    // Values and recorders may retain objects that should have been released.
    recorded = []
    retained = []
    return failures + (await endViewModels())
  }

  /// Waits until work has done what it can do at once, and values that were sent have been recorded.
  ///
  /// Work that waits for something outside the toolkit is not waited for.
  private func receive() async {
    await settle()
    for _ in 0..<20 where !work.busyWork().isEmpty { await settle() }
    var (stableRounds, counts) = (0, recorded.map(\.count))
    // A sender may never stop. An element may take long on another thread, which nothing reports.
    for _ in 0..<100 where stableRounds < (recorded.isEmpty ? 0 : 3) {
      await settle()
      let newCounts = recorded.map(\.count)
      stableRounds = newCounts == counts ? stableRounds + 1 : 0
      counts = newCounts
    }
  }

  private func unseen() -> [(String, CallLocation)] {
    recorded.filter { checks.contains($0.kind) }.compactMap { recorded in
      recorded.unseen.map { ($0, recorded.location) }
    }
  }

  private func endViewModels() async -> [(String, CallLocation)] {
    var failures: [(String, CallLocation)] = []
    for end in clearViewModels() {
      if let failure = await end.failure(checks, limit) { failures.append((failure, end.location)) }
    }
    return failures
  }

  /// Clears and releases the view models, newest first, like screens that leave a stack.
  private func clearViewModels() -> [TeardownCheck] {
    hasEnded = true
    // Finds properties that no host could save.
    for watched in viewModels { _ = (watched.viewModel as? BaseLifecycleViewModel)?.savedState() }
    let ends = viewModels.map(\.currentCheck)
    for watched in viewModels.reversed() { watched.viewModel.clear() }
    viewModels = []
    return ends
  }
}

/// A view model that is cleared and checked at the end of a test.
@MainActor
private struct WatchedViewModel {
  let viewModel: LifecycleViewModel
  let location: CallLocation
  /// The check that was made when the test itself cleared the view model.
  var check: TeardownCheck?

  var currentCheck: TeardownCheck { check ?? TeardownCheck(viewModel, location) }
}
