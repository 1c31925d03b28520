/// Runs only the latest of the pieces of work it is given: a search while the user types.
///
///     lazy var search = LatestWork(in: scope, debounce: .milliseconds(300))
///     …
///     search.run { [weak self] in await self?.find(text) }
///
/// New work cancels the work before it. With a delay work begins only when no other came for that
/// long. A run never overlaps with the one before: it waits until that has noticed its cancellation.
/// Lives on the main actor.
@MainActor
public final class LatestWork {
  private let scope: TaskScope
  private let delay: Duration
  private let clock: any Clock<Duration>
  private var latest: Task<Void, Never>?

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - scope: Owns the work, which ends with it.
  ///   - delay: How long it must be quiet before work begins.
  ///   - clock: Measures the delay.
  public init(
    in scope: TaskScope,
    debounce delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.scope = scope
    self.delay = delay
    self.clock = clock
  }

  /// Cancels the work before and starts this.
  ///
  /// - Returns: The task, or nil if the scope has ended: then the work does not run.
  @discardableResult
  public func run(
    name: String? = nil,
    _ operation: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>? {
    let previous = latest
    previous?.cancel()
    latest = scope.launch(name: name) { [delay, clock] in
      let interruption = await Self.interruption(of: delay, on: clock)
      // Also if interrupted: whoever comes next waits for this run only.
      await previous?.value
      if let interruption { throw interruption }
      try Task.checkCancellation()
      try await operation()
    }
    return latest
  }

  /// Lets the quiet time pass; returns what cut it short.
  private static func interruption(
    of delay: Duration,
    on clock: any Clock<Duration>
  ) async -> (any Error)? {
    do {
      if delay > .zero { try await clock.sleep(for: delay) }
      return nil
    } catch {
      return error
    }
  }

  /// Cancels the work that runs or waits.
  public func cancel() {
    latest?.cancel()
  }
}
