public import KalugaArchitecture
import KalugaSessions

/// Creates an app: fresh, or in a new process from what the previous one has saved.
///
/// The previous app is passed for what outlives a process, such as a simulated server. It is nil at
/// the start of a walk.
public typealias ReplayedAppFactory<App: ReplayableApp> =
  @MainActor (_ snapshot: NavigationSnapshot<App.Destination>?, _ previous: App?) throws -> App

/// Carries out events in an app, and finds the problems of each state.
///
///     start ──step──▶ problems ──step──▶ problems … end
@MainActor
final class AppWalk<App: ExploredApp> {
  /// Problems that are not looked for, because a shorter path has shown them.
  var known: Set<String> = []

  private let makeApp: ReplayedAppFactory<App>
  private(set) var app: App
  let screens = ScreenWatch()
  private let diagnostics = WalkDiagnostics()
  private var following: (any Disposable)?

  /// Creates a fresh app and starts it.
  init(_ makeApp: @escaping ReplayedAppFactory<App>) async throws {
    self.makeApp = makeApp
    app = try makeApp(nil, nil)
    await start()
  }

  private func start() async {
    following = app.driver.onTransition { [weak self] _ in self?.noticeScreens() }
    app.driver.start()
    noticeScreens()
    await settle()
  }

  private func noticeScreens() { screens.notice(openViewModels) }

  private var openViewModels: [BaseLifecycleViewModel] { app.driver.viewModels.flatMap(\.family) }

  // MARK: The current state

  /// The state of the app, which never equals another one if the app cannot save it.
  var key: String {
    get throws { try app.stateKey }
  }

  var stack: String { "\(app.driver.stack.current)" }

  var openScreens: [String] { app.driver.stack.current.entries.map(\.destination.screenName) }

  var events: [AppEvent<App.Move>] { app.events }

  var screenNames: [String] { app.screenNames }

  var isFinished: Bool { app.isFinished }

  // MARK: Steps

  /// Carries out an event and all work that follows from it.
  ///
  /// - Returns: The problems of the event and of the state after it.
  func step(_ event: AppEvent<App.Move>) async -> [AppProblem] {
    var problems: [AppProblem] = []
    do {
      try await carryOut(event)
    } catch {
      let kind: ExplorationFindingKind = event == .restart ? .changedByRestart : .refusedMove
      problems.append(
        AppProblem(kind, "\(event) on \(stack): \(error)", subject: "\(event) \(error)")
      )
    }
    await settle()
    noticeScreens()
    return await problems + self.problems()
  }

  private func carryOut(_ event: AppEvent<App.Move>) async throws {
    switch event {
    case .move(let move): try await app.perform(move)
    case .back: _ = try app.driver.back()
    case .background: app.driver.hostState = .background
    case .foreground: app.driver.hostState = .active
    case .restart: try await restart()
    }
  }

  private func restart() async throws {
    // A real process saves bytes, so values that do not survive encoding are noticed.
    let snapshot = try NavigationSnapshot<App.Destination>(try app.driver.snapshot().data())
    following?.dispose()
    app = try makeApp(snapshot, app)
    await start()
  }

  /// Ends the app.
  ///
  /// What it leaves behind is found by ``screens`` after this walk has been released.
  func end() async {
    app.driver.end()
    await settle()
  }

  // MARK: Problems

  private func problems() async -> [AppProblem] {
    var problems = diagnostics.takeAll().map { AppProblem(.diagnostic, $0) }
    problems += stageProblems()
    problems += await screens.survivors(open: openViewModels, known: known)
    if let problem = linkProblem() { problems.append(problem) }
    do {
      try app.checkRules()
    } catch {
      problems.append(AppProblem(.brokenRule, "\(error)"))
    }
    return problems.filter { !known.contains($0.subject) }
  }

  private func stageProblems() -> [AppProblem] {
    let top = app.driver.topScreen
    return app.driver.viewModels.compactMap { viewModel in
      let isResumed = viewModel.stage.current == .resumed
      let mustBeResumed = viewModel === top && app.driver.hostState == .active
      guard isResumed != mustBeResumed else { return nil }
      let name = "\(type(of: viewModel))"
      return AppProblem(
        .wrongStage,
        isResumed
          ? "\(name) is resumed, but \(viewModel === top ? "the app is in the background" : "covered")"
          : "\(name) is shown, but \(viewModel.stage.current)",
        subject: "\(name) \(isResumed)"
      )
    }
  }

  /// Returns a problem if the link of the shown stack leads to other screens.
  private func linkProblem() -> AppProblem? {
    guard let links = app.links, let screens = linkedScreens,
      let link = links.misleadingLink(to: screens)
    else { return nil }
    return AppProblem(.wrongLink, "\(link) does not lead to \(stack)", subject: stack)
  }

  /// The screens that a link can lead to; nil if the stack has tabs or something is presented.
  private var linkedScreens: [App.Destination]? {
    let layers = app.driver.stack.current.layers
    return layers.count == 1 && layers[0].tabs.count == 1 ? layers[0].path.map(\.destination) : nil
  }

  /// The link that leads to the shown stack, if it has one.
  var link: String? { linkedScreens.flatMap { try? app.links?.link(to: $0) } }

  /// Opens a link in a fresh app.
  ///
  /// - Returns: The stack that the link leads to, or why it leads nowhere.
  static func open(_ link: String, _ makeApp: @escaping ReplayedAppFactory<App>) async throws
    -> String
  {
    let walk = try await AppWalk(makeApp)
    do {
      guard let screens = try walk.app.links?.screens(for: link) else { return walk.stack }
      try walk.app.driver.open(screens)
    } catch {
      return "\(error)"
    }
    await settle()
    defer { walk.app.driver.end() }
    return walk.stack
  }
}
