import KalugaArchitecture
public import KalugaSessions

/// Carries out events in a fresh app, and reports the problems that an explorer would report.
///
///     @Test func buyingAfterARestart() async throws {
///       try await replayApp([.move(.itemTapped(3)), .restart, .move(.buy)]) { snapshot, _ in
///         ShopUnderTest(snapshot)
///       }
///     }
///
/// Each problem that ``exploreApp(maximumStates:maximumDepth:ignoring:writesPaths:file:line:_:)``
/// or ``simulateApp(seeds:eventCount:ignoring:file:line:_:)`` finds is printed as such a call, which
/// fails until the problem is solved. The seed decides the order in which tasks of the app run.
///
/// - Throws: The error of `makeApp`, or `CancellationError` if the task is cancelled.
@MainActor
public func replayApp<App: ExploredApp>(
  _ events: [AppEvent<App.Move>],
  seed: UInt64 = 0,
  ignoring ignored: Set<ExplorationFindingKind> = [],
  file: StaticString = #filePath,
  line: UInt = #line,
  _ makeApp: @escaping ReplayedAppFactory<App>
) async throws {
  let reporter = FailureReporter()
  let walker = AppWalker(ignoring: ignored, seed: seed, makeApp)
  try await walker.replay(events)
  guard !walker.findings.isEmpty else { return }
  let report = walker.findings.map(\.description).joined(separator: "\n")
  reporter.report(report, at: CallLocation(file, line))
}

extension AppWalker {
  /// Looks for all problems along a path and in the state after it.
  func replay(_ path: Path) async throws {
    let end = try await walk(path) { compared in
      try await compared.checkLink()
      let app = compared.walk.app
      let end = (
        key: compared.walk.key, stack: compared.walk.stack, events: app.events,
        isFinished: app.isFinished
      )
      _ = try await compared.checkGrowth()
      return end
    }
    guard findings.isEmpty, !end.isFinished else { return }
    for event in end.events {
      let key = try await AppWalker(ignoring: [], seed: seed, makeApp).walk(path + [event]) {
        $0.walk.key
      }
      if key != end.key { return }
    }
    addDeadEnd(end.stack, after: path)
  }
}
