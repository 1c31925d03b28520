import KalugaArchitecture
import KalugaSessions

/// Visits the states of an app breadth first.
@MainActor
final class AppExplorer<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]

  private struct State {
    let path: Path
    let key: String
    let stack: String
    let screens: [String]
    let expectedScreens: [String]
    let events: [AppEvent<App.Move>]
    let isFinished: Bool
    let link: String?
  }

  private let makeApp: ReplayedAppFactory<App>
  private let maximumStates: Int
  private let maximumDepth: Int
  private let ignored: Set<ExplorationFindingKind>
  private let writesPaths: Bool

  private var exploration = Exploration<App.Move>()
  private var map = AtlasBuilder()
  private var known: Set<String> = []
  private var states: [State] = []
  private var keys: Set<String> = []
  private var reached: Set<String> = []
  private var expected: [String] = []

  init(
    _ makeApp: @escaping ReplayedAppFactory<App>,
    _ maximumStates: Int,
    _ maximumDepth: Int,
    _ ignored: Set<ExplorationFindingKind>,
    _ writesPaths: Bool
  ) {
    self.makeApp = makeApp
    self.maximumStates = maximumStates
    self.maximumDepth = maximumDepth
    self.ignored = ignored
    self.writesPaths = writesPaths
  }

  func explore() async throws -> Exploration<App.Move> {
    _ = try await walk([])
    var next = 0
    while next < states.count {
      try Task.checkCancellation()
      try await visit(states[next])
      next += 1
    }
    for screen in expected where !reached.contains(screen) {
      add(AppProblem(.unreachedScreen, screen), after: [])
    }
    exploration.atlas = map.atlas
    return exploration
  }

  // MARK: One state

  private func visit(_ state: State) async throws {
    var isLeft = state.isFinished
    try await checkLink(of: state)
    let pauses = try await survives([.background, .foreground], state, .changedByBackground)
    let restarts = try await survives([.restart], state, .changedByRestart)
    for event in state.events {
      exploration.eventCount += 1
      let end = try await walk(state.path + [event])
      map.add(event, from: state.stack, to: end.stack)
      if end.key != state.key { isLeft = true }
      if pauses { try await compare(end, event, after: [.background, .foreground], state) }
      if restarts { try await compare(end, event, after: [.restart], state) }
    }
    if !isLeft { add(AppProblem(.deadEnd, "no move leads on from \(state.stack)"), after: state.path) }
  }

  /// Checks that an interruption changes nothing; returns whether moves after it must be compared.
  private func survives(
    _ interruption: Path,
    _ state: State,
    _ kind: ExplorationFindingKind
  ) async throws -> Bool {
    guard !ignored.contains(kind) else { return false }
    let path = state.path + interruption
    let end = try await walk(path, isNew: false)
    guard end.key != state.key else { return true }
    add(difference(kind, from: state.key, to: end.key, subject: state.stack), after: path)
    return false
  }

  /// Checks that an event leads to the same state after an interruption.
  private func compare(
    _ end: State,
    _ event: AppEvent<App.Move>,
    after interruption: Path,
    _ state: State
  ) async throws {
    let kind: ExplorationFindingKind =
      interruption == [.restart] ? .changedByRestart : .changedByBackground
    let path = state.path + interruption + [event]
    let interrupted = try await walk(path, isNew: false)
    guard interrupted.key != end.key else { return }
    let subject = "\(event) \(state.stack)"
    add(difference(kind, from: end.key, to: interrupted.key, subject: subject), after: path)
  }

  private func difference(
    _ kind: ExplorationFindingKind,
    from expected: String,
    to found: String,
    subject: String
  ) -> AppProblem {
    let lines = "\(found)\n  instead of\n\(expected)".split(separator: "\n")
    return AppProblem(kind, lines.joined(separator: "\n  "), subject: subject)
  }

  private func checkLink(of state: State) async throws {
    guard !ignored.contains(.wrongLink), let link = state.link else { return }
    let makeApp = makeApp
    let stack = try await runSeeded { try await AppWalk.open(link, makeApp) }
    if stack != state.stack {
      let text = "\(link) leads to \(stack) and not to \(state.stack)"
      add(AppProblem(.wrongLink, text, subject: state.stack), after: state.path)
    }
  }

  // MARK: Walking

  /// Carries out a path in a fresh app.
  ///
  /// - Parameter isNew: Whether the state at the end is visited later, unless it is known.
  private func walk(_ path: Path, isNew: Bool = true) async throws -> State {
    if writesPaths { writePath(path) }
    let makeApp = makeApp
    let known = known
    let (state, problems) = try await runSeeded {
      var (state, problems, screens) = try await Self.state(after: path, makeApp, known)
      problems += await screens.survivors(open: [], known: known)
      return (state, problems)
    }
    for problem in problems { add(problem, after: path) }
    reached.formUnion(state.screens)
    expected = state.expectedScreens
    if isNew { discover(state) }
    return state
  }

  /// Returns the state after a path, its problems, and the screens that were opened.
  private static func state(
    after path: Path,
    _ makeApp: @escaping ReplayedAppFactory<App>,
    _ known: Set<String>
  ) async throws -> (State, [AppProblem], ScreenWatch) {
    let walk = try await AppWalk(makeApp)
    walk.known = known
    var problems: [AppProblem] = []
    for event in path { problems = await walk.step(event) }
    let state = State(
      path: path,
      key: (try? walk.key) ?? "a state that cannot be saved",
      stack: walk.stack,
      screens: walk.openScreens,
      expectedScreens: walk.screenNames,
      events: walk.events,
      isFinished: walk.isFinished,
      link: walk.link
    )
    await walk.end()
    return (state, problems, walk.screens)
  }

  private func writePath(_ path: Path) {
    var standardError = StandardError()
    let events = path.map(\.description).joined(separator: ", ")
    print("\(pathMark)[\(events)]", to: &standardError)
  }

  private func discover(_ state: State) {
    guard !keys.contains(state.key) else { return }
    guard states.count < maximumStates, state.path.count <= maximumDepth else {
      exploration.isComplete = false
      return
    }
    keys.insert(state.key)
    states.append(state)
    exploration.stateCount += 1
    exploration.depth = state.path.count
  }

  private func add(_ problem: AppProblem, after path: Path) {
    guard !ignored.contains(problem.kind), known.insert(problem.subject).inserted else { return }
    exploration.findings.append(
      ExplorationFinding(
        kind: problem.kind,
        text: problem.text,
        path: path,
        subject: problem.subject
      )
    )
  }
}
