import KalugaArchitecture
import KalugaSessions
import KalugaTerminal

/// Carries out events in an app, and compares it with a second app that is never interrupted, and
/// whose user never taps twice.
///
/// Interruptions are pauses, in the background or while the app is partly covered, changes of the
/// width, and new processes. As long as the app is active, both apps must be in the same state. The
/// second app gets wide or narrow only before a move that the first one carries out in that width.
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
  private let start: SavedStart<App>?
  private let known: KnownProblems
  /// The states that earlier walks have checked, so that most paths need no second app.
  private let checked: [Path: CheckedState<AppEvent<App.Move>>]
  /// The key of the current state.
  private var key: StateKey
  /// The keys of the states of this walk.
  private var keys: [Path: StateKey] = [:]
  private var unsaved: UnsavedValues<AppEvent<App.Move>>
  /// Whether these are the values of an earlier walk, which may differ, such as a random number.
  private var hasEarlierValues = false
  private var uninterrupted: AppWalk<App>?
  /// What a difference would be called, after the first interruption or second tap.
  private var difference: ExplorationFindingKind?
  /// Whether a difference is a problem.
  ///
  /// It is not after a first one, after a move during a pause, which the app may refuse, and
  /// after a move that only a new process offers, such as loading again.
  private var isComparable = true

  /// Creates an app.
  ///
  /// - Throws: The error of `makeApp`.
  init(
    _ makeApp: @escaping ReplayedAppFactory<App>,
    from start: SavedStart<App>?,
    known: KnownProblems,
    checked: [Path: CheckedState<AppEvent<App.Move>>]
  ) async throws {
    self.makeApp = makeApp
    self.known = known
    self.checked = checked
    self.start = start
    path = start?.path ?? []
    walk = try await AppWalk(makeApp, restoring: start?.snapshot)
    if start == nil, let earlier = checked[[]] {
      (key, unsaved, hasEarlierValues) = (earlier.key, earlier.unsaved, true)
      return
    }
    key = walk.key
    keys[path] = key
    unsaved = UnsavedValues(key, walk.values)
    await addProblems()
  }

  /// The current state, for later walks.
  var state: CheckedState<AppEvent<App.Move>> { CheckedState(key: key, unsaved: unsaved) }

  /// Whether a new app has restored the state from which it continues.
  var isAtStart: Bool {
    start.map { key == $0.key && unsaved.latest == $0.values } ?? true
  }

  /// Carries out an event in both apps, and finds its problems.
  func step(_ event: AppEvent<App.Move>) async throws {
    let stack = walk.app.driver.stack.current
    if !walk.isActive, !event.isInterruption { isComparable = false }
    path.append(event)
    let earlier = checked[path]
    if earlier == nil, hasEarlierValues {
      unsaved.latest = walk.values
      hasEarlierValues = false
    }
    let refusals = await walk.carryOut(event)
    if case .twice = event {
      difference = .changedBySecondTap
      // A second tap may change what is shown, such as a counter, as long as it moves no screen.
      if walk.app.driver.stack.current == stack { isComparable = false }
    } else if event == .restart {
      difference = .changedByRestart
    } else if event == .wide || event == .narrow {
      difference = difference ?? .changedByWidth
    } else if event.isInterruption, difference == nil || difference == .changedByWidth {
      difference = .changedByPause
    }
    // Also if the path was checked: one that ends in a wide window never was, so the second app may
    // have begun there.
    if let event = event.plain, let uninterrupted {
      if uninterrupted.isWide != walk.isWide {
        await carryOut(walk.isWide ? .wide : .narrow, in: uninterrupted)
      }
      await carryOut(event, in: uninterrupted)
    }
    if let earlier {
      // An earlier walk has looked for the problems of this state.
      (key, unsaved, hasEarlierValues) = (earlier.key, earlier.unsaved, true)
      return
    }
    for problem in refusals + noteValues(after: event) { add(problem) }
    await addProblems()
    try await compare(after: event, on: stack)
  }

  /// How often a stack must have grown in the same way, so that it grows without limit.
  private static var growthLimit: Int { 20 }

  /// Looks for moves that open the same screens again and again.
  ///
  /// This is so if the path ends with the same moves twice, the stack ends with the same screens
  /// twice, and the app can carry out these moves many times more, each time with the same screens
  /// added.
  ///
  /// - Returns: Whether the stack is known to grow without limit in this way.
  func checkGrowth() async throws -> Bool {
    var screens = OpenScreen.all(of: walk.app.driver.stack.current)
    guard !known.ignores(.growingStack), let added = screens.repeatedEnd else { return false }
    let steps = added.map(\.description)
    let problem = AppProblem(
      .growingStack,
      "the stack grows without limit by \(steps.joined(separator: ", "))",
      subject: steps.sorted().joined()
    )
    if isKnown(problem) { return true }
    let start = path
    guard let moves = path.repeatedEnd, moves.allSatisfy({ $0.plain == $0 }) else { return false }
    for _ in 0..<Self.growthLimit {
      for move in moves {
        guard walk.app.events.contains(move) else { return false }
        try await step(move)
      }
      screens += added
      if OpenScreen.all(of: walk.app.driver.stack.current) != screens { return false }
    }
    found.append(Found(problem: problem, path: start))
    return true
  }

  /// Restarts the app if that may lose a value that does not tell states apart.
  func checkUnsavedValues() async throws {
    if unsaved.mayBeLost(except: walk.app.unsavedValues) { try await step(.restart) }
  }

  private func noteValues(after event: AppEvent<App.Move>) -> [AppProblem] {
    key = walk.key
    keys[path] = key
    guard event == .restart else {
      unsaved.add(key, walk.values, after: event.isInterruption ? nil : event)
      return []
    }
    return unsaved.restart(key, walk.values).compactMap { event, names in
      let names = names.filter { !walk.app.unsavedValues.contains($0) }
      if names.isEmpty { return nil }
      let list = names.joined(separator: ", ")
      let text =
        "\(event) changes \(list), which \(names.count == 1 ? "is" : "are") neither saved nor in "
        + "unsavedState"
      return AppProblem(.unsavedValue, text, subject: list)
    }
  }

  /// Checks that the link to the current state leads there.
  func checkLink() async throws {
    if let problem = try await walk.linkProblem() { add(problem) }
  }

  private func addProblems() async {
    for problem in await walk.problems(isKnown: isKnown) { add(problem) }
  }

  private func isKnown(_ problem: AppProblem) -> Bool { known.contains(problem, after: path) }

  private func add(_ problem: AppProblem) {
    guard !isKnown(problem) else { return }
    found.append(Found(problem: problem, path: path))
  }

  private func compare(
    after event: AppEvent<App.Move>,
    on stack: BackStack<App.Destination>
  ) async throws {
    guard let difference, isComparable, walk.isActive,
      let expected = try await uninterruptedKey(),
      let lines = LineDifference(expected: expected.lasting, found: key.lasting)
    else { return }
    isComparable = false
    let text = "the states differ (- expected, + found):\n\(lines)"
    add(AppProblem(difference, text, subject: "\(event) on \(stack)"))
  }

  private func uninterruptedKey() async throws -> StateKey? {
    if let uninterrupted { return uninterrupted.key }
    let moves = Self.uninterrupted(path)
    if let key = checked[moves]?.key ?? keys[moves] { return key }
    let other = try await AppWalk(makeApp, restoring: start?.snapshot)
    uninterrupted = other
    for event in moves.dropFirst(start?.path.count ?? 0) { await carryOut(event, in: other) }
    return isComparable ? other.key : nil
  }

  private func carryOut(_ event: AppEvent<App.Move>, in other: AppWalk<App>) async {
    if !event.isInterruption, !other.app.events.contains(event) { isComparable = false }
    if isComparable { _ = await other.carryOut(event) }
  }

  /// Returns the moves of a path, and the changes of the width between them.
  private static func uninterrupted(_ path: Path) -> Path {
    var moves: Path = []
    // A new process is narrow.
    var (width, lastWidth) = (AppEvent<App.Move>.narrow, AppEvent<App.Move>.narrow)
    for event in path {
      switch event {
      case .wide, .narrow: width = event
      case .restart: width = .narrow
      default:
        guard let move = event.plain else { continue }
        if width != lastWidth { moves.append(width) }
        lastWidth = width
        moves.append(move)
      }
    }
    return moves
  }

  /// Ends both apps.
  func end() async {
    await walk.end()
    await uninterrupted?.end()
  }
}

extension AppEvent {
  /// Whether the event leaves an app as it was, apart from an interruption.
  var isInterruption: Bool { plain == nil }

  /// The event without the second tap, or nil for an interruption.
  var plain: AppEvent? {
    switch self {
    case .twice(let move): .move(move)
    case .move, .back, .answer: self
    case .partlyCovered, .background, .foreground, .wide, .narrow, .restart: nil
    }
  }
}
