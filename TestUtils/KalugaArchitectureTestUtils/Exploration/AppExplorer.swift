import KalugaArchitecture
import KalugaSessions

/// Visits the states of an app breadth first.
@MainActor
final class AppExplorer<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]

  private struct State {
    let path: Path
    /// Identifies the state.
    let key: String
    /// The part of the key that a new process must restore.
    let savedKey: String
    let stack: String
    /// The shown screen in the atlas.
    let place: String
    let screens: [String]
    let expectedScreens: [String]
    let events: [AppEvent<App.Move>]
    let isFinished: Bool
    let link: String?

    /// Returns the part of the key that must be the same after an interruption.
    func part(_ kind: ExplorationFindingKind) -> String {
      kind == .changedByRestart ? savedKey : key
    }
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
    let pauses = try await events(of: state, after: [.background, .foreground])
    let restarts = try await events(of: state, after: [.restart])
    for event in state.events {
      exploration.eventCount += 1
      let end = try await walk(state.path + [event])
      map.add(event, from: state.place, to: end.key == state.key ? nil : end.place)
      if end.key != state.key { isLeft = true }
      if pauses.contains(event) {
        try await compare(end, event, after: [.background, .foreground], state)
      }
      if restarts.contains(event) { try await compare(end, event, after: [.restart], state) }
    }
    if !isLeft {
      add(AppProblem(.deadEnd, "no move leads on from \(state.stack)"), after: state.path)
    }
  }

  /// Checks that an interruption changes nothing that must last.
  ///
  /// - Returns: The events that must lead to the same states as without the interruption.
  private func events(
    of state: State,
    after interruption: Path
  ) async throws
    -> [AppEvent<App.Move>]
  {
    let kind = Self.kind(of: interruption)
    guard !ignored.contains(kind) else { return [] }
    let path = state.path + interruption
    let end = try await walk(path, isNew: false)
    guard end.part(kind) == state.part(kind) else {
      add(difference(kind, from: state, to: end, subject: state.stack), after: path)
      return []
    }
    if end.key == state.key { return state.events }
    // The new process has to load content again before it offers all moves.
    discover(end)
    return state.events.filter(end.events.contains)
  }

  /// Checks that an event leads to the same state after an interruption.
  private func compare(
    _ end: State,
    _ event: AppEvent<App.Move>,
    after interruption: Path,
    _ state: State
  ) async throws {
    let kind = Self.kind(of: interruption)
    let path = state.path + interruption + [event]
    let interrupted = try await walk(path, isNew: false)
    guard interrupted.part(kind) != end.part(kind) else { return }
    let subject = "\(event) \(state.stack)"
    add(difference(kind, from: end, to: interrupted, subject: subject), after: path)
  }

  private static func kind(of interruption: Path) -> ExplorationFindingKind {
    interruption == [.restart] ? .changedByRestart : .changedByBackground
  }

  private func difference(
    _ kind: ExplorationFindingKind,
    from expected: State,
    to found: State,
    subject: String
  ) -> AppProblem {
    let text = "\(found.part(kind))\n  instead of\n\(expected.part(kind))"
    let lines = text.split(separator: "\n")
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
    let savedKey = (try? walk.key) ?? "a state that cannot be saved"
    let unsaved = walk.app.unsavedState
    let state = State(
      path: path,
      key: unsaved.isEmpty ? savedKey : "\(savedKey)\n\(unsaved)",
      savedKey: savedKey,
      stack: walk.stack,
      place: Atlas.Place.name(of: walk.app.driver.stack.current),
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
