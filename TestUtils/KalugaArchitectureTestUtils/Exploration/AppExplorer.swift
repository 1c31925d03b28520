import KalugaArchitecture
import KalugaSessions

/// Visits the states of an app breadth first.
@MainActor
final class AppExplorer<App: ExploredApp> {
  typealias Path = [AppEvent<App.Move>]

  private struct State: Sendable {
    let path: Path
    let key: StateKey
    let stack: String
    /// The shown screen in the atlas.
    let place: String
    let screens: Set<String>
    let expectedScreens: [String]
    let events: [AppEvent<App.Move>]
    let secondTaps: [AppEvent<App.Move>]
    let isFinished: Bool
    let hasDetail: Bool
    let hasLinks: Bool
    let linkWriters: [(path: String, isMeant: Bool, error: DeepLinkError?)]
    /// The state, if later walks may continue from it.
    let start: SavedStart<App>?
    /// Whether the stack grows without limit.
    var isGrowing = false
  }

  private let walker: AppWalker<App>
  private let maximumStates: Int
  private let maximumDepth: Int

  private var exploration = Exploration<App.Move>()
  private var states: [State] = []
  private var keys: Set<StateKey> = []
  private var reached: Set<String> = []
  private var growth = GrowingValues()

  init(_ walker: AppWalker<App>, maximumStates: Int, maximumDepth: Int) {
    self.walker = walker
    self.maximumStates = maximumStates
    self.maximumDepth = maximumDepth
  }

  func explore() async throws -> Exploration<App.Move> {
    let start = try await walk([])
    discover(start)
    var progress = ExplorationProgress()
    var next = 0
    while next < states.count {
      try Task.checkCancellation()
      try await visit(states[next])
      next += 1
      progress.note(visited: next, of: states.count, growth)
    }
    // If not all states were visited, a path that was not continued may lead there.
    if exploration.isComplete {
      addUnreached(start.expectedScreens)
    } else {
      exploration.growth = growth.text
    }
    exploration.stateCount = states.count
    exploration.findings = walker.findings
    return exploration
  }

  /// Adds the screens that no path reaches, and the routes whose links lead to no state.
  private func addUnreached(_ screens: [String]) {
    for screen in screens where !reached.contains(screen) {
      walker.add(AppProblem(.unreachedScreen, screen), after: [])
    }
    let writers = states.flatMap(\.linkWriters)
    let right = Set(writers.filter { $0.error == nil }.map(\.path))
    for writer in writers where !writer.isMeant && !right.contains(writer.path) {
      guard let error = writer.error, case .misread = error else { continue }
      walker.add(AppProblem(.wrongRoute, "\(error)", subject: writer.path), after: [])
    }
  }

  private func visit(_ state: State) async throws {
    var isLeft = state.isFinished
    if state.hasLinks { try await walker.walk(state.path) { try await $0.checkLink() } }
    var interrupted: [(path: Path, events: [AppEvent<App.Move>])] = []
    for interruption in interruptions(of: state) {
      let end = try await walk(state.path + interruption)
      // For example, the app may have to load again.
      if interruption != [.background] { discover(end) }
      // A difference is a problem of the interruption, not of each event after it.
      if interruption == [.background] || end.key.lasting == state.key.lasting {
        interrupted.append((end.path, end.events))
      }
    }
    for event in state.events {
      exploration.eventCount += 1
      let end = try await walk(state.path + [event])
      discover(end)
      exploration.atlas.add(event, from: state.place, to: end.key == state.key ? nil : end.place)
      if end.key != state.key { isLeft = true }
      // A second tap on what opens or closes no screen may do the same again.
      if walker.triesSecondTaps, case .move(let move) = event, end.stack != state.stack,
        state.secondTaps.contains(.twice(move))
      {
        try await walker.walk(state.path + [.twice(move)])
      }
      for (path, events) in interrupted where events.contains(event) {
        try await walker.walk(path + [event])
      }
    }
    if triesWide(state) { try await visitWide(state) }
    if !isLeft {
      walker.addDeadEnd(state.stack, after: state.path)
    }
  }

  /// Carries out each event that is possible in a wide window.
  ///
  /// It may lead elsewhere than in a narrow one, because the user goes back in each pane.
  private func visitWide(_ state: State) async throws {
    let wide = try await walk(state.path + [.wide])
    // A difference is a problem of the width, not of each event after it.
    guard wide.key.lasting == state.key.lasting else { return }
    for event in wide.events {
      exploration.eventCount += 1
      let end = try await walk(state.path + [.wide, event, .narrow])
      discover(end)
      exploration.atlas.add(event, from: state.place, to: end.key == wide.key ? nil : end.place)
    }
  }

  /// The interruptions before each event: a stay in the background, the background, a partial
  /// covering that ends, a stay in a wide window, a new process.
  private func interruptions(of state: State) -> [Path] {
    (walker.tries(.background)
      ? [[.background, .foreground], [.background], [.partlyCovered, .foreground]] : [])
      + (triesWide(state) ? [[.wide, .narrow]] : [])
      + (walker.tries(.restart) ? [[.restart]] : [])
  }

  /// Whether the state may differ in a wide window: only if that shows a detail beside its list.
  private func triesWide(_ state: State) -> Bool { state.hasDetail && walker.tries(.wide) }

  private func walk(_ path: Path) async throws -> State {
    let tries = walker.tries(.restart)
    let isStart =
      tries && path.count % SavedStart<App>.distance == 0 && path.allSatisfy { $0.plain == $0 }
    let (state, checked) = try await walker.walk(path) { compared in
      let walk = compared.walk
      let app = walk.app
      let checked = compared.state
      let isNew = !self.keys.contains(checked.key)
      var state = State(
        path: path,
        key: checked.key,
        stack: walk.stack,
        place: Atlas.Place.name(of: app.driver.stack.current),
        screens: walk.reachedScreens,
        expectedScreens: app.screenNames,
        events: app.events,
        secondTaps: app.secondTaps,
        isFinished: app.isFinished,
        hasDetail: walk.hasDetail,
        hasLinks: app.links != nil,
        linkWriters: isNew ? walk.linkWriters : [],
        start: isStart && isNew ? walk.savedStart(after: path) : nil
      )
      state.isGrowing = try await compared.checkGrowth()
      // The explorer restarts a new state after all, and needs no restart of an interrupted one.
      if tries, path.last?.plain != nil { try await compared.checkUnsavedValues() }
      return (state, checked)
    }
    walker.checked[path] = checked
    reached.formUnion(state.screens)
    return state
  }

  private func discover(_ state: State) {
    // States without a key cannot be told apart.
    if !state.key.isValid { exploration.isComplete = false }
    guard !keys.contains(state.key) else { return }
    guard states.count < maximumStates, state.path.count <= maximumDepth, !state.isGrowing else {
      exploration.isComplete = false
      return
    }
    keys.insert(state.key)
    if let start = state.start, state.key.isValid { walker.add(start) }
    states.append(state)
    growth.add(state.key, at: state.path.count)
    exploration.depth = max(exploration.depth, state.path.count)
  }
}
