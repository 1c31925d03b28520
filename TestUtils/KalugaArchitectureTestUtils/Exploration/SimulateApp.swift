import KalugaArchitecture
import KalugaSessions

/// Carries out random events in an app, and reports the first problem with a short list of events.
///
///     @Test func randomSessions() async throws {
///       try await simulateApp { snapshot, _ in ShopUnderTest(snapshot) }
///     }
///
/// A seed decides everything: which of the possible moves is next, when the app is paused, when its
/// window gets wide beside a detail, when its process ends, and in which order its tasks run. The
/// same seed always gives the same session. Failures of services and steps of a clock are moves of
/// the app. After each event, the simulation looks for the same problems as
/// ``exploreApp(maximumStates:maximumDepth:ignoring:writesPaths:file:line:_:)``, except for those
/// that need other states: dead ends, growing stacks, and screens and routes that no state has.
/// Only the link to the last state is opened.
///
/// When it has found a problem, it removes events from the session as long as a problem remains.
/// Use it for apps with too many states for `exploreApp`, and for orders of tasks.
///
/// - Parameters:
///   - seeds: The sessions, from first to last. To investigate a failure, pass only its seed.
///   - eventCount: The number of events of a session.
///   - ignored: The kinds of problems that are not looked for. If `changedByRestart` is ignored, no
///     process ends, which suits apps that save nothing. With `changedByPause`, the app is never
///     paused, with `changedByWidth`, the window is never wide, and with `changedBySecondTap`, no
///     move is made twice.
///   - file: Where a problem is reported.
///   - line: Where a problem is reported.
///   - makeApp: Creates an app. Everything that the app uses must be created in the closure, so that
///     each session begins with a fresh app.
/// - Returns: The first problem, or nil.
/// - Throws: The error of `makeApp`, or `CancellationError` if the task is cancelled.
@MainActor
@discardableResult
public func simulateApp<App: ExploredApp>(
  seeds: ClosedRange<UInt64> = 1...100,
  eventCount: Int = 30,
  ignoring ignored: Set<ExplorationFindingKind> = [],
  file: StaticString = #filePath,
  line: UInt = #line,
  _ makeApp: @escaping ReplayedAppFactory<App>
) async throws -> ExplorationFinding<App.Move>? {
  let reporter = FailureReporter()
  for seed in seeds {
    try Task.checkCancellation()
    let simulation = AppSimulation(seed: seed, ignoring: ignored, makeApp)
    guard let finding = try await simulation.run(eventCount: eventCount) else { continue }
    reporter.report("\(finding)", at: CallLocation(file, line))
    return finding
  }
  return nil
}
