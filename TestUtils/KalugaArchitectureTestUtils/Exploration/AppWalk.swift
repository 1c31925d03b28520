public import KalugaArchitecture
import KalugaSessions

/// Creates an app: fresh, or in a new process from what the previous one has saved.
///
/// The previous app is passed for what outlives a process, such as a simulated server. It is nil at
/// the start of a walk, which may restore a snapshot, too: walks to distant states begin on the way.
public typealias ReplayedAppFactory<App: ReplayableApp> =
  @MainActor (_ snapshot: NavigationSnapshot<App.Destination>?, _ previous: App?) throws -> App

/// Carries out events in an app, and finds the problems of each state.
@MainActor
final class AppWalk<App: ExploredApp> {
  /// The view models that the app has opened.
  let screens = ScreenWatch()

  private(set) var app: App
  /// The names of all screens that the app has shown, also for a moment.
  private(set) var reachedScreens: Set<String> = []
  private let makeApp: ReplayedAppFactory<App>
  private let work = WorkWatch.current ?? WorkWatch()
  private var following: (any Disposable)?
  /// The moves of this process, which may wait for later ones.
  private var moves: [Task<Void, Never>] = []
  private var refusals: [AppProblem] = []

  /// Creates an app, fresh or from a snapshot, and starts it.
  init(
    _ makeApp: @escaping ReplayedAppFactory<App>,
    restoring snapshot: NavigationSnapshot<App.Destination>? = nil
  ) async throws {
    self.makeApp = makeApp
    app = try makeApp(snapshot, nil)
    await start()
  }

  private func start() async {
    following = app.driver.onTransition { [weak self] _ in self?.noticeScreens() }
    app.driver.start()
    noticeScreens()
    await settle()
  }

  private func noticeScreens() {
    screens.notice(openViewModels)
    reachedScreens.formUnion(app.driver.screenNames)
  }

  private var openViewModels: [BaseLifecycleViewModel] {
    (app.driver.viewModels + app.driver.sharedViewModels).flatMap(\.family)
  }

  // MARK: The current state

  var key: StateKey {
    let lasting = try? app.stateKey
    return StateKey(
      lasting: lasting ?? "\(stack), which cannot be saved",
      passing: app.unsavedState,
      isValid: lasting != nil
    )
  }

  /// The values of the observables of all screens.
  var values: ScreenValues {
    let screens = app.driver.stack.current.entries.compactMap { entry in
      app.driver.viewModel(of: entry.id).map { (entry.id, $0) }
    }
    return ScreenValues(screens)
  }

  var stack: String { "\(app.driver.stack.current)" }

  var isWide: Bool { app.driver.isWide }

  /// Whether a wide host shows a screen beside another.
  var hasDetail: Bool { app.driver.stack.current.layers.contains { $0.startOfDetail != nil } }

  var isActive: Bool { app.driver.hostState == .active }

  /// The screens that a link can lead to; nil if something is presented.
  private var linkedScreens: [App.Destination]? { app.driver.stack.current.linkedScreens }

  /// The routes that write a link for the shown screens, and why it leads elsewhere.
  var linkWriters: [(path: String, isMeant: Bool, error: DeepLinkError?)] {
    linkedScreens.flatMap { app.links?.writers(of: $0) } ?? []
  }

  // MARK: Steps

  /// Carries out an event and all work that follows from it.
  ///
  /// - Returns: The problems of moves that the app has refused. During a pause, it may.
  func carryOut(_ event: AppEvent<App.Move>) async -> [AppProblem] {
    let mayRefuse = !isActive
    do {
      switch event {
      case .move(let move): begin(move)
      case .twice(let move): await beginTwice(move)
      case .back: _ = try app.driver.back()
      case .answer(let name): try app.driver.answer(named: name)
      case .partlyCovered: app.driver.hostState = .inactive
      case .background: app.driver.hostState = .background
      case .foreground: app.driver.hostState = .active
      case .wide: app.driver.isWide = true
      case .narrow: app.driver.isWide = false
      case .restart: try await restart()
      }
    } catch {
      if !error.isLate { refuse(event, error) }
    }
    await settle()
    noticeScreens()
    let problems = refusals
    refusals = []
    return mayRefuse ? problems.filter { $0.kind != .refusedMove } : problems
  }

  private func begin(_ move: App.Move) {
    begin(move) { [weak self, app] error in
      // Only what the user no longer waits for comes too late: the app offers each tap.
      if app.isTap(move) || !error.isLate { self?.refuse(.move(move), error) }
    }
  }

  private func begin(_ move: App.Move, onError: @escaping @MainActor (any Error) -> Void) {
    moves.append(
      startTask { [app] in
        do {
          try await app.perform(move)
        } catch {
          // What a move of an ended process throws is not a failure.
          if !Task.isCancelled { onError(error) }
        }
      }
    )
  }

  /// Begins a move twice, on the same screen: the app reacts only after that.
  private func beginTwice(_ move: App.Move) async {
    let reaction = Gate()
    let delay = app.driver.addGuard { _, _ in
      try? await reaction.pass()
      return .proceed
    }
    // One of the two taps may come too late in any way, and the seed decides which.
    var isRefused = false
    for _ in 0..<2 {
      begin(move) { [weak self] error in
        if isRefused, !error.isLate { self?.refuse(.move(move), error) }
        isRefused = true
      }
    }
    await settle()
    reaction.open()
    await settle()
    delay.dispose()
  }

  private func refuse(_ event: AppEvent<App.Move>, _ error: any Error) {
    let text = "\(event) on \(stack): \(error)"
    let kind: ExplorationFindingKind = event == .restart ? .changedByRestart : .refusedMove
    let subject = event == .restart ? "\(error)" : "\(event) \(error)"
    refusals.append(AppProblem(kind, text, subject: subject))
  }

  private func restart() async throws {
    let snapshot = try savedSnapshot()
    following?.dispose()
    let next = try makeApp(snapshot, app)
    screens.endProcess()
    endMoves()
    app = next
    await start()
  }

  private func savedSnapshot() throws -> NavigationSnapshot<App.Destination> {
    // A real process saves bytes, so values that do not survive encoding are noticed.
    try NavigationSnapshot(try app.driver.snapshot().data())
  }

  /// Returns the current state as a start for other walks; nil if it cannot be saved.
  func savedStart(after path: [AppEvent<App.Move>]) -> SavedStart<App>? {
    guard let snapshot = try? savedSnapshot() else { return nil }
    return SavedStart(path: path, snapshot: snapshot, key: key, values: values)
  }

  /// Ends the app.
  ///
  /// What it leaves behind is found by ``screens`` after this walk has been released.
  func end() async {
    app.driver.end()
    endMoves()
    await settle()
  }

  private func endMoves() {
    for move in moves { move.cancel() }
    moves = []
  }

  // MARK: Problems

  /// Looks for problems of the current state.
  ///
  /// - Parameter isKnown: Returns whether a problem is not looked for.
  /// - Returns: The problems.
  func problems(isKnown: (AppProblem) -> Bool) async -> [AppProblem] {
    // A refused move is an outcome like any other, also if the app does not wait for it.
    var problems = work.takeProblems(except: [.refusedRequest]).map(\.diagnostic).filter {
      // A screen that a link has opened may return a result, too.
      !($0.kind == .lostResult && $0.isForHandlersOnly)
    }
    .map { AppProblem(.diagnostic, "\($0)") }
    problems += stageProblems(of: app.driver, in: ExpectedStage(app.driver.hostState))
    problems += await screens.survivors(open: openViewModels, isKnown: isKnown)
    problems += linkWriters.filter(\.isMeant).compactMap { writer in
      guard let error = writer.error, case .misread = error else { return nil }
      return AppProblem(.wrongLink, "\(error)", subject: stack)
    }
    problems += brokenRules(app.checkRules).map { AppProblem(.brokenRule, $0) }
    return problems
  }

  /// Opens the link to the shown stack in a fresh app.
  ///
  /// - Returns: The problem if the link leads elsewhere. Some stacks have no link.
  func linkProblem() async throws -> AppProblem? {
    guard let screens = linkedScreens, let link = try? app.links?.link(to: screens) else {
      return nil
    }
    let walk = try await AppWalk(makeApp)
    var found: String?
    do {
      try walk.app.driver.openLinked(try walk.app.links?.screens(for: link) ?? [])
      await settle()
      if walk.linkedScreens != screens { found = walk.stack }
    } catch {
      found = "\(error)"
    }
    await walk.end()
    guard let found else { return nil }
    let text = "\(link) leads to \(found) and not to \(stack)"
    return AppProblem(.wrongLink, text, subject: stack)
  }
}

extension Error {
  /// Whether it is the error of a request that came too late.
  fileprivate var isLate: Bool { (self as? NavigationError)?.isLate == true }
}
