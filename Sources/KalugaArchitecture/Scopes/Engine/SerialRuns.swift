/// Runs pieces of work one at a time.
///
/// Work that has been cancelled and does not end is abandoned after ``patience``, when newer work
/// waits for it: otherwise a callback that is lost once would stop all later runs.
@MainActor
final class SerialRuns {
  /// How long newer work waits for cancelled work.
  ///
  /// Long enough for work that only notices its cancellation late, such as the decoding of an image,
  /// and short enough for a user who tries again.
  static let patience = Duration.seconds(10)

  @MainActor
  private final class Run {
    /// Returns what a diagnostic calls the work.
    let name: @MainActor () -> String
    let end = Promise<Void>()
    /// Abandons the run after a while; nil while no newer run waits.
    var watch: Task<Void, Never>?

    init(_ name: @escaping @MainActor () -> String) {
      self.name = name
    }
  }

  private let clock: any Clock<Duration>
  private var runInProgress: Run?

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  /// Waits until no other run is in progress, and then runs the work, which diagnostics call by the
  /// name.
  ///
  /// The previous run must have been cancelled. Throws `CancellationError` if the task is cancelled,
  /// whatever the work throws.
  func run<Value>(
    _ name: @escaping @MainActor () -> String,
    _ operation: @MainActor () async throws -> Value
  ) async throws -> Value {
    while let runInProgress, !Task.isCancelled {
      watch(runInProgress)
      _ = await runInProgress.end.wait()
    }
    try Task.checkCancellation()
    let run = Run(name)
    runInProgress = run
    defer {
      run.watch?.cancel()
      end(run)
    }
    do {
      return try await operation()
    } catch {
      throw Task.isCancelled ? CancellationError() : error
    }
  }

  /// Abandons a run that has not ended after a while.
  private func watch(_ run: Run) {
    guard run.watch == nil else { return }
    run.watch = Task { [weak self, clock] in
      do { try await clock.sleep(for: Self.patience) } catch { return }
      guard let self, runInProgress === run else { return }
      ArchitectureDiagnostics.reportAbandoned(run.name(), after: Self.patience)
      end(run)
    }
  }

  private func end(_ run: Run) {
    if runInProgress === run { runInProgress = nil }
    run.end.settle(())
  }
}

extension TaskScopeCore {
  /// Returns what a diagnostic calls work of this scope that was registered at a place of the code.
  func workName(
    _ call: String,
    _ fileID: StaticString,
    _ line: UInt
  ) -> @MainActor () -> String {
    { "\(call) at \(fileID):\(line), in the scope '\(self.name)'" }
  }
}
