import KalugaArchitecture

/// What has to be checked at the end of one test, or of one part of it.
///
///     begin ──▶ recorders, navigators and harnesses made in the test add themselves ──▶ finish
///
/// Found through a task-local value, so that tests which run side by side know nothing of each other.
@MainActor
final class TestWatch {
  @TaskLocal static var current: TestWatch?

  nonisolated let checks: ExhaustiveChecks
  nonisolated let limit: Duration
  private let reporter = FailureReporter()
  private var recorded: [any RecordedByTest] = []
  private var recorders: [AnyObject] = []
  private var viewModels: [(viewModel: LifecycleViewModel, location: CallLocation)] = []
  private var observers: [WatchedObservers] = []
  /// Whether it is too late to add a view model.
  private(set) var hasEnded = false

  init(checks: ExhaustiveChecks, limit: Duration) {
    self.checks = checks
    self.limit = limit
  }

  /// Looks at what was recorded, at the end; keeps the recorder until then if there is one.
  ///
  /// A local variable may be released after its last use, before the test has ended.
  func add(_ recorded: any RecordedByTest, by recorder: AnyObject? = nil) {
    self.recorded.append(recorded)
    if let recorder { recorders.append(recorder) }
  }

  func add(_ viewModel: LifecycleViewModel, _ location: CallLocation) {
    viewModels.append((viewModel, location))
  }

  func add(_ observers: WatchedObservers) {
    self.observers.append(observers)
  }

  /// Runs a part of a test and checks what it leaves behind.
  ///
  /// After a part that has thrown nothing is reported: its own error says more than what follows from it.
  nonisolated(nonsending) func watch<Output>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      // Scopes that are made in here are watched from their first work on.
      let work = ArchitectureEvents.listener ?? WorkWatch()
      let output = try await Self.$current.withValue(self) {
        try await ArchitectureEvents.withListener(work) { try await body() }
      }
      await finish(reports: true)
      return output
    } catch {
      await finish(reports: false)
      throw error
    }
  }

  private func finish(reports: Bool) async {
    await receive()
    var failures = unseen()
    // They may hold what must not be alive any longer.
    recorded = []
    recorders = []
    failures += await endViewModels()
    if checks.contains(.life) {
      for observers in observers {
        if let failure = await observers.failure() { failures.append(failure) }
      }
    }
    guard reports else { return }
    for (text, location) in failures { reporter.report(text, at: location) }
  }

  /// What was sent before the end arrives before it is looked at, one after the other if it must.
  private func receive() async {
    // Somebody may send without an end.
    for _ in 0..<100 where !recorded.isEmpty {
      let counts = recorded.map(\.count)
      await settle()
      if recorded.map(\.count) == counts { return }
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

  /// Clears the view models, those that were made last first, as screens leave a stack.
  ///
  /// When this returns nothing here holds them any longer.
  private func clearViewModels() -> [EndOfViewModel] {
    hasEnded = true
    for (viewModel, _) in viewModels.reversed() { viewModel.clear() }
    let ends = viewModels.map { EndOfViewModel($0.viewModel, $0.location) }
    viewModels = []
    return ends
  }
}
