public import KalugaSessions

/// A problem of an app, with the shortest list of events that shows it.
public struct ExplorationFinding<Move: AppMove>: Hashable, Sendable {
  /// What is wrong.
  public let kind: ExplorationFindingKind

  /// The screen, the type or the move that is concerned, and what was found.
  public let text: String

  /// The events that lead from the start of the app to the problem.
  public let path: [AppEvent<Move>]

  /// The order of the app's tasks that shows the problem.
  public let seed: UInt64

  /// Identifies the problem, so that longer paths to it are not reported.
  let subject: String

  init(_ problem: AppProblem, after path: [AppEvent<Move>], seed: UInt64) {
    kind = problem.kind
    text = problem.text
    subject = problem.subject
    self.path = path
    self.seed = seed
  }
}

/// A kind of problem that an explorer or a simulation finds.
public enum ExplorationFindingKind: String, Hashable, Sendable, CaseIterable {
  /// A state that no move leaves.
  case deadEnd = "dead end"
  /// Moves that open the same screens again and again. No further states are visited there.
  case growingStack = "growing stack"
  /// A screen that no path reaches.
  case unreachedScreen = "unreached screen"
  /// A move or a way back that the app offers and then refuses with an error.
  ///
  /// Of two taps at once, the app may refuse one.
  case refusedMove = "refused move"
  /// A state that differs after a new process has restored it, or from which the same move then
  /// leads elsewhere.
  case changedByRestart = "changed by a restart"
  /// A value of an observable that a move changes and a restart loses, although it does not tell
  /// states apart: a forgotten `@Saved`.
  case unsavedValue = "unsaved value"
  /// A state that differs after a pause, or from which the same move then leads elsewhere.
  ///
  /// The app pauses in the background and while it is partly covered: the events say which.
  case changedByPause = "changed by a pause"
  /// A state that differs in a wide window, or from which the same move leads elsewhere after the
  /// window was wide.
  case changedByWidth = "changed by a change of width"
  /// A move that opens or closes screens, and leads elsewhere if the user makes it twice at once.
  case changedBySecondTap = "changed by a second tap"
  /// A screen, also of a nested stack, with another stage than that of the table in
  /// [stages](/documentation/kalugaarchitecture/lifecycle).
  case wrongStage = "wrong stage"
  /// A view model that is still alive after its screen was closed or the app has ended.
  case leak = "leak"
  /// A task that still runs after its screen was closed or the app has ended.
  case runningTask = "running task"
  /// A link that does not lead to the screens that it was made for.
  case wrongLink = "wrong link"
  /// A route that writes links for screens of the app, and reads none of them as these screens.
  case wrongRoute = "wrong route"
  /// A diagnostic of the toolkit, such as the error of a task that nothing handles.
  case diagnostic
  /// A rule of the app that does not hold.
  case brokenRule = "broken rule"
}

extension ExplorationFinding: CustomStringConvertible {
  /// The problem, and a test to paste that shows it.
  public var description: String {
    let summary = "\(kind.rawValue): \(text)"
    // There is nothing to replay for what no path leads to.
    guard kind != .unreachedScreen, kind != .wrongRoute else { return summary }
    let events = path.map(\.description).joined(separator: ", ")
    let seed = seed == 0 ? "" : ", seed: \(seed)"
    return "\(summary)\n    try await replayApp([\(events)]\(seed)) { … }"
  }
}

/// A problem in the current state of an app.
struct AppProblem: Hashable, Sendable {
  let kind: ExplorationFindingKind
  let text: String
  /// Identifies the problem, so that longer paths to it are not reported.
  let subject: String

  init(_ kind: ExplorationFindingKind, _ text: String, subject: String? = nil) {
    self.kind = kind
    self.text = text
    self.subject = "\(kind) \(subject ?? text)"
  }
}
