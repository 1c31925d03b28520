import KalugaArchitecture
import KalugaSessions

/// Visits all states of an app, and reports the problems that it finds on the way.
///
///     @Test func noDeadEnds() async throws {
///       try await exploreApp { snapshot, _ in ShopUnderTest(snapshot) }
///     }
///
/// A state is reached by carrying out its events in a fresh app, or at least the last four of them
/// in a new process that has completely restored a state on the way. States are visited breadth
/// first, so that each problem is reported with the shortest list of events that shows it. In each
/// state, the explorer carries out each possible event five times: at once, after a stay in the
/// background, in the background, after something has covered the app partly, and in a new process
/// that has restored what the app saves. The same event must lead to the same
/// ``ExploredApp/stateKey``, except in the background, where the app may ignore or refuse it. See
/// ``ExplorationFindingKind`` for all problems.
///
/// If a screen of the stack is a detail, the explorer also carries out the events after the window
/// was wide, and in the wide window, where other events may be possible.
///
/// If not all states were visited, the ``Exploration`` names the saved values that are still new in the
/// states with the longest paths, such as a counter. A long exploration writes its progress to
/// standard error.
///
/// Tasks of the app run in the same order in each walk, until none can continue. Work that waits
/// for something outside the toolkit, such as a real clock or server, is not waited for.
///
/// - Parameters:
///   - maximumStates: The number of states after which the explorer visits no further ones.
///   - maximumDepth: The number of events after which a path is not continued.
///   - ignored: The kinds of problems that are not looked for. If `changedByRestart` is ignored, no
///     process ends, which suits apps that save nothing. With `changedByPause`, the app is never
///     paused, with `changedByWidth`, the window is never wide, and with `changedBySecondTap`, no
///     move is made twice.
///   - writesPaths: Whether each path is written to standard error before it is carried out. If a
///     move crashes the app, the last path shows how to get there. See
///     ``lastExploredPath(in:)``.
///   - file: Where a problem is reported.
///   - line: Where a problem is reported.
///   - makeApp: Creates an app. Everything that the app uses must be created in the closure, so that
///     each walk begins with a fresh app.
/// - Returns: What the explorer has found out.
/// - Throws: The error of `makeApp`, or `CancellationError` if the task is cancelled.
@MainActor
@discardableResult
public func exploreApp<App: ExploredApp>(
  maximumStates: Int = 1000,
  maximumDepth: Int = 50,
  ignoring ignored: Set<ExplorationFindingKind> = [],
  writesPaths: Bool = false,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ makeApp: @escaping ReplayedAppFactory<App>
) async throws -> Exploration<App.Move> {
  let reporter = FailureReporter()
  let explorer = AppExplorer(
    AppWalker(ignoring: ignored, writesPaths: writesPaths, makeApp),
    maximumStates: maximumStates,
    maximumDepth: maximumDepth
  )
  let exploration = try await explorer.explore()
  if !exploration.findings.isEmpty {
    reporter.report("\(exploration)", at: CallLocation(file, line))
  }
  return exploration
}

/// Returns the path that an explorer was carrying out when its process ended.
///
///     let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
///       try await exploreApp(writesPaths: true) { snapshot, _ in ShopUnderTest(snapshot) }
///     }
///
/// - Parameter standardError: What the process has written to standard error.
/// - Returns: The events of the path as Swift source, or nil if there is no path.
public func lastExploredPath(in standardError: some Sequence<UInt8>) -> String? {
  String(decoding: Array(standardError), as: UTF8.self).split(separator: "\n")
    .last { $0.hasPrefix(pathMark) }.map { String($0.dropFirst(pathMark.count)) }
}

/// The beginning of a line with the path that is carried out next.
let pathMark = "KalugaArchitecture explores "
