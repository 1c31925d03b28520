/// Runs only the latest of the pieces of work it is given, such as a search while the user types.
///
///     lazy var search = LatestWork(in: scope, debounce: .milliseconds(300))
///     …
///     search.run { [weak self] in await self?.find(text) }
///
/// New work cancels the previous work. With a delay, work begins once no newer work has been given
/// for that long. Runs never overlap: new work waits until the cancelled run has ended. A run that
/// ignores its cancellation for ten seconds is abandoned: the new work begins, and
/// ``ArchitectureDiagnostic/Kind/abandonedWork`` is reported. Isolated to the main actor.
///
/// If the work loads a value to show, use a ``Loader`` instead.
@MainActor
public final class LatestWork {
  private let scope: TaskScope
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let runs = SerialRuns()
  private var latest: Task<Void, Never>?

  /// Creates a runner whose work begins after a quiet time, and is cancelled with the scope, which is
  /// retained.
  public init(
    in scope: TaskScope,
    debounce delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.scope = scope
    self.delay = delay.bounded
    self.clock = clock
  }

  /// Cancels the previous work and starts new work, whose errors reach the scope's error handler.
  ///
  /// - Returns: The task, or nil if the scope has ended and the work does not run.
  @discardableResult
  public func run(
    name: String? = nil,
    _ operation: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>? {
    // Cancelled last, because its handler may give newer work.
    let previous = latest
    defer { previous?.cancel() }
    latest = scope.launch(name: name) { [delay, clock, runs, core = scope.core] in
      if delay > .zero { try await clock.sleep(for: delay) }
      try await runs.run({ "\(name ?? "LatestWork") in the scope '\(core.name)'" }, operation)
    }
    return latest
  }

  /// Cancels the work that runs or waits.
  public func cancel() {
    latest?.cancel()
  }
}
