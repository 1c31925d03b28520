public import KalugaArchitecture
import KalugaSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Replays a recorded session in a fresh app, and fails if the app fails.
///
///     try await replaySession(session) { snapshot, services, clock in
///       ShopUnderTest(snapshot, services: services, clock: clock)
///     }
///
/// Each event happens at its recorded time on the clock. Before the next one, jobs that are ready
/// on the main actor run. The test fails at the line of the call if a move throws or if the toolkit
/// reports a diagnostic. A move that comes too late, such as a second tap, is not a failure
/// (`NavigationError.isLate`). Going back on the first screen is a failure only if the recorded app
/// has recorded one. A failure says whether the recorded app failed in the same way, and what the
/// session does not contain. A crash crashes the test.
///
/// If the recorded app has failed, the replay does not, and values were redacted or events dropped,
/// a warning says so. (Before Swift 6.3 and in XCTest, it is printed.)
///
/// - Returns: The app after the last event, for further expectations.
/// - Throws: An error if the session is damaged, or the error of `makeApp`.
@MainActor
@discardableResult
public func replaySession<App: ReplayableApp>(
  _ json: String,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ makeApp:
    @escaping @MainActor (
      NavigationSnapshot<App.Destination>?, ReplayedServices, ManualClock
    ) throws -> App
) async throws -> App {
  let reporter = FailureReporter()
  let location = CallLocation(file, line)
  let session: Session
  do throws(SessionError) {
    session = try Session(Data(json.utf8))
  } catch {
    throw reporter.failure("replaySession: \(error)", at: location)
  }
  let replay = SessionReplay<App>(session, makeApp)
  let app = try await replay.run()
  for problem in replay.problems { reporter.report("replaySession: \(problem)", at: location) }
  if replay.problems.isEmpty, let note = replay.note {
    reporter.warn("replaySession: \(note)", at: location)
  }
  return app
}
