import KalugaArchitecture
import KalugaSessions
import KalugaTerminal

/// Carries out events in an app, and compares it with a second app that is never interrupted.
///
/// Interruptions are stays in the background and new processes. As long as the app is in the
/// foreground, both apps must be in the same state.
@MainActor
final class ComparedWalk<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]

  /// A problem, and the events that lead to it.
  struct Found: Sendable {
    let problem: AppProblem
    let path: Path
  }

  let walk: AppWalk<App>
  private(set) var path: Path = []
  private(set) var found: [Found] = []

  private let makeApp: ReplayedAppFactory<App>
  /// The keys of states after paths without interruptions, so that most paths need no second app.
  private let known: Set<String>
  private let keys: [Path: String]
  private var uninterrupted: AppWalk<App>?
  /// What a difference would be called, after the first interruption.
  private var difference: ExplorationFindingKind?
  /// Whether a difference is a problem: not after a first one, nor after a move in the background.
  private var isComparable = true

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - makeApp: Creates a fresh app.
  ///   - known: The subjects of problems that are not looked for.
  ///   - keys: The keys of the states after paths without interruptions, as far as they are known.
  init(
    _ makeApp: @escaping ReplayedAppFactory<App>,
    known: Set<String>,
    keys: [Path: String]
  ) async throws {
    self.makeApp = makeApp
    self.known = known
    self.keys = keys
    walk = try await AppWalk(makeApp, known: known)
  }

  /// Carries out an event in both apps, and finds its problems.
  func step(_ event: AppEvent<App.Move>) async throws {
    let stack = walk.stack
    if walk.isInBackground, !event.isInterruption { isComparable = false }
    path.append(event)
    let problem = await walk.carryOut(event)
    // An earlier walk has looked for the problems of this state.
    if keys[path] != nil { return }
    if let problem { add(problem) }
    for problem in await walk.problems() { add(problem) }
    if event == .restart {
      difference = .changedByRestart
    } else if event.isInterruption, difference == nil {
      difference = .changedByBackground
    }
    if !event.isInterruption { _ = await uninterrupted?.carryOut(event) }
    try await compare(after: event, on: stack)
  }

  /// Checks that the link to the current state leads there.
  func checkLink() async throws {
    if let problem = try await walk.linkProblem() { add(problem) }
  }

  private func add(_ problem: AppProblem) {
    guard !known.contains(problem.subject) else { return }
    found.append(Found(problem: problem, path: path))
  }

  private func compare(after event: AppEvent<App.Move>, on stack: String) async throws {
    guard let difference, isComparable, !walk.isInBackground else { return }
    let expected = try await uninterruptedKey()
    guard let lines = LineDifference(expected: expected, found: walk.key) else { return }
    isComparable = false
    let text = "the states differ (- expected, + found):\n\(lines)"
    add(AppProblem(difference, text, subject: "\(event) on \(stack)"))
  }

  private func uninterruptedKey() async throws -> String {
    if let uninterrupted { return uninterrupted.key }
    let moves = path.filter { !$0.isInterruption }
    if let key = keys[moves] { return key }
    let other = try await AppWalk(makeApp)
    for event in moves { _ = await other.carryOut(event) }
    uninterrupted = other
    return other.key
  }

  /// Ends both apps.
  func end() async {
    await walk.end()
    await uninterrupted?.end()
  }
}

extension AppEvent {
  /// Whether the event leaves an app as it was, apart from an interruption.
  var isInterruption: Bool { self == .background || self == .foreground || self == .restart }
}
