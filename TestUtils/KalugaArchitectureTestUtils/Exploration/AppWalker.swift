import KalugaArchitecture
import KalugaSessions

/// Carries out paths, each in a fresh app, and keeps each problem with the first path that shows it.
@MainActor
final class AppWalker<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]
  typealias Walk = ComparedWalk<App>

  /// The states that have been checked, by the paths that lead to them.
  var checked: [Path: CheckedState<AppEvent<App.Move>>] = [:]

  /// States from which walks to later ones continue.
  private var starts: [Path: SavedStart<App>] = [:]

  private(set) var findings: [ExplorationFinding<App.Move>] = []

  let makeApp: ReplayedAppFactory<App>
  let seed: UInt64
  private let writesPaths: Bool
  private var known: KnownProblems

  /// Creates a walker.
  ///
  /// - Parameters:
  ///   - ignored: The kinds of problems that are not kept.
  ///   - seed: The order of the tasks in each walk.
  ///   - writesPaths: Whether each path is written to standard error first.
  ///   - makeApp: Creates a fresh app.
  init(
    ignoring ignored: Set<ExplorationFindingKind>,
    seed: UInt64 = 0,
    writesPaths: Bool = false,
    _ makeApp: @escaping ReplayedAppFactory<App>
  ) {
    self.makeApp = makeApp
    known = KnownProblems(ignoring: ignored)
    self.seed = seed
    self.writesPaths = writesPaths
  }

  /// Whether an interruption may be part of a path.
  func tries(_ interruption: AppEvent<App.Move>) -> Bool {
    let kind: ExplorationFindingKind =
      switch interruption {
      case .restart: .changedByRestart
      case .wide, .narrow: .changedByWidth
      default: .changedByPause
      }
    return !known.ignores(kind)
  }

  /// Whether moves are also made twice at once.
  var triesSecondTaps: Bool { !known.ignores(.changedBySecondTap) }

  /// Keeps a problem, unless it is not looked for.
  func add(_ problem: AppProblem, after path: Path) {
    guard known.add(problem, after: path) else { return }
    findings.removeAll { $0.subject == problem.subject }
    let finding = ExplorationFinding(problem, after: path, seed: seed)
    let next = findings.firstIndex { $0.path.count > path.count }
    findings.insert(finding, at: next ?? findings.endIndex)
  }

  /// Keeps the problem of a stack that no move leads on from.
  func addDeadEnd(_ stack: String, after path: Path) {
    add(AppProblem(.deadEnd, "no move leads on from \(stack)"), after: path)
  }

  /// Carries out a path.
  func walk(_ path: Path) async throws {
    try await walk(path) { _ in }
  }

  /// Carries out a path.
  ///
  /// - Returns: The result of `end`, which reads the state after the last event.
  func walk<Output: Sendable>(
    _ path: Path,
    end: @escaping @MainActor (Walk) async throws -> Output
  ) async throws -> Output {
    if writesPaths { write(path) }
    if let output = try await continueWalk(path, end: end) { return output }
    return try await walk { walk in
      for event in path { try await walk.step(event) }
      return try await end(walk)
    }
  }

  /// Lets walks to later states continue from this one.
  func add(_ start: SavedStart<App>) { starts[start.path] = start }

  /// Carries out the rest of a path from the last saved state on it that is far enough from its end.
  ///
  /// - Returns: Nil if there is no such state, if the app has not restored it completely, and if
  ///   there are problems, which must be shown from the start of the app.
  private func continueWalk<Output: Sendable>(
    _ path: Path,
    end: @escaping @MainActor (Walk) async throws -> Output
  ) async throws -> Output? {
    let possible = SavedStart<App>.paths(before: path)
    guard let start = possible.lazy.compactMap({ self.starts[$0] }).first else { return nil }
    let (output, found) = try await run(from: start) { walk -> Output? in
      guard walk.isAtStart else { return nil }
      for event in path.dropFirst(start.path.count) { try await walk.step(event) }
      return try await end(walk)
    }
    if output == nil { starts[start.path] = nil }
    return found.isEmpty ? output : nil
  }

  private func write(_ path: Path) {
    var standardError = StandardError()
    let events = path.map(\.description).joined(separator: ", ")
    // The app may have left a line without an end.
    print("\n\(pathMark)[\(events)]", to: &standardError)
  }

  /// Carries out the events that a closure chooses.
  func walk<Output: Sendable>(
    _ body: @escaping @MainActor (Walk) async throws -> Output
  ) async throws -> Output {
    let (output, found) = try await run(from: nil, body)
    for found in found { add(found.problem, after: found.path) }
    return output
  }

  private func run<Output: Sendable>(
    from start: SavedStart<App>?,
    _ body: @escaping @MainActor (Walk) async throws -> Output
  ) async throws -> (Output, [Walk.Found]) {
    let (makeApp, known, checked) = (makeApp, known, checked)
    return try await runSeeded(seed: seed) {
      var (output, found, path, screens) = try await Self.result(of: body) {
        try await Walk(makeApp, from: start, known: known, checked: checked)
      }
      // The apps have been released.
      let survivors = await screens.survivors { known.contains($0, after: path) }
      found += survivors.map { Walk.Found(problem: $0, path: path) }
      return (output, found)
    }
  }

  private static func result<Output: Sendable>(
    of body: @MainActor (Walk) async throws -> Output,
    in makeWalk: @MainActor () async throws -> Walk
  ) async throws -> (Output, [Walk.Found], Path, ScreenWatch) {
    let walk = try await makeWalk()
    let output = try await body(walk)
    await walk.end()
    return (output, walk.found, walk.path, walk.walk.screens)
  }
}
