import KalugaArchitecture

/// Leads an app to earlier and later states, by replaying its moves in a fresh app.
///
/// A move is a line whose command can change the app. All apps share the session, so that no input
/// is lost. During a replay, the fresh app prints and shows nothing, and the world outside the app
/// is not asked again.
@MainActor
final class TimeMachine<Destination: NavigationDestination> {
  typealias MakeApp = @MainActor (TerminalConsole) throws -> TerminalApp<Destination>

  let session: TerminalSession
  let console: TerminalConsole
  /// Whether an app is being replaced by another.
  private(set) var isReplaying = false {
    didSet { session.live?.keepsPanel = isReplaying }
  }
  /// The work that a script waits for; nil if the app is interactive.
  private(set) var runningWork: RunningWork?
  /// The app that is run.
  private(set) var app: TerminalApp<Destination>?

  /// All timelines; the present belongs to the one at the index `branch`.
  private(set) var branches = [Timeline()]
  private(set) var branch = 0
  /// The present; in a replay, answers that were recorded before it have been given.
  @InitializedSubject private var present = Timeline.Moment()

  private let makeApp: MakeApp?
  /// The number of travels so far.
  private var travels = 0
  /// How often each question has been asked in this replay.
  private var asked: [String: Int] = [:]
  /// The number of answers that have arrived, in all timelines.
  private var arrived = 0
  /// Gives the recorded answers that arrived during the command which is carried out.
  private var giving: Task<Void, Never>?
  /// The number of questions whose answers arrived, or will arrive, at a later step.
  private(set) var unanswered = 0

  /// Creates a machine, which can travel if it can make apps.
  init(_ console: TerminalConsole, _ makeApp: MakeApp? = nil) {
    self.console = console
    self.makeApp = makeApp
    session = TerminalSession(
      input: console.input,
      output: console.sink,
      isInteractive: console.isInteractive,
      style: console.style
    )
  }

  var canTravel: Bool { makeApp != nil }

  var timeline: Timeline { branches[branch] }

  /// The number of moves that have led to the present.
  var now: Int { present.step }

  func makeFreshApp() throws -> TerminalApp<Destination>? {
    try makeApp?(console.used(by: self))
  }

  // MARK: The present

  /// Runs an app, and each app that replaces it.
  func run(
    _ makeFirst: () throws -> TerminalApp<Destination>?
  ) async rethrows -> TerminalSession.End {
    // A test with a listener of its own decides what it waits for.
    guard !console.isInteractive, ArchitectureEvents.listener == nil else {
      return try await runApps(makeFirst)
    }
    let work = RunningWork(limit: console.workLimit)
    runningWork = work
    defer { runningWork = nil }
    return try await ArchitectureEvents.withListener(work) { try await runApps(makeFirst) }
  }

  private func runApps(
    _ makeFirst: () throws -> TerminalApp<Destination>?
  ) async rethrows -> TerminalSession.End {
    app = try makeFirst()
    defer { app = nil }
    if let app, app.timeMachine !== self { return await app.run() }
    await TerminationSignal.listen()
    await app?.begin()
    await commandDidEnd()
    // No variable holds the app: it is released as soon as another has replaced it.
    let end = await session.run { line in
      let reply = await self.app?.carryOut(line)
      await self.commandDidEnd()
      await self.app?.didCarryOut()
      return reply ?? .quit
    }
    await app?.finish(end)
    return end
  }

  /// Prints a line as the app.
  func writeLine(_ line: String) {
    app?.output.writeLine(line)
  }

  /// Adds a move to the timeline, or to a new branch if it would replace moves that were undone.
  func willCarryOut(_ line: String) {
    guard canTravel, !isReplaying, let app else { return }
    branches[branch].steps[now].state = app.stateText
    if now + 1 < timeline.steps.count { fork() }
    branches[branch].steps.append(Timeline.Step(line: line, columns: app.columns))
    begin(step: now + 1)
  }

  /// Begins a branch at the present.
  func fork() {
    let old = branch
    if let app { branches[old].steps[now].state = app.stateText }
    branches.append(timeline.cut(after: now))
    branch = branches.count - 1
    let begun = "branch   \(branch + 1) begins after step \(now)"
    writeLine("\(begun); `:branch \(old + 1)` leads back to the other")
  }

  // MARK: Travelling

  /// Replaces the app by one in the state of another step.
  func travel(to step: Int, in destination: Int) async throws {
    guard branches[destination].steps.indices.contains(step) else {
      throw TerminalCommandError("there is no \(step < now ? "earlier" : "later") step")
    }
    guard let old = app, let fresh = try makeFreshApp() else { return }
    branches[branch].steps[now].state = old.stateText
    travels += 1
    isReplaying = true
    let isTracing = old.isTracing
    old.isMuted = true
    await old.stop()
    old.isTracing = false

    app = fresh
    branch = destination
    asked = [:]
    fresh.isMuted = true
    fresh.isTracing = false
    begin(step: 0)
    await fresh.begin()
    await session.settle()
    await commandDidEnd()
    await settle(fresh)
    for move in timeline.steps[...step].dropFirst() where !Task.isCancelled {
      begin(step: now + 1)
      fresh.columns = move.columns
      _ = await fresh.carryOut(move.line)
      await session.settle()
      await commandDidEnd()
      await fresh.didCarryOut()
      await settle(fresh)
    }

    if let live = session.live { fresh.columns = live.size.columns }
    isReplaying = false
    fresh.isMuted = false
    fresh.isTracing = isTracing
    fresh.showScreens()
    let place = branches.count == 1 ? "" : " in branch \(branch + 1)"
    let last = timeline.steps.count - 1
    writeLine("step     \(now) of \(last)\(place)   \(fresh.driver.picture)")
  }

  /// Lets work end, and reads the screen as a session does, because reading can begin work.
  private func settle(_ app: TerminalApp<Destination>) async {
    await session.settle()
    _ = app.shownLines
  }

  // MARK: The present moment

  /// Begins a step, and gives the answers that arrived during its command when this suspends.
  private func begin(step: Int) {
    present = Timeline.Moment(step: step)
    let arrivals = timeline.arrivals(inPartOf: present)
    giving = arrivals.isEmpty ? nil : Task { await give(arrivals) }
  }

  /// Gives the answers that arrived after the command of this step.
  private func commandDidEnd() async {
    // Lines that are not moves belong to the step before.
    guard !present.isAfterCommand else { return }
    await giving?.value
    giving = nil
    present = Timeline.Moment(step: now, isAfterCommand: true)
    await give(timeline.arrivals(inPartOf: present))
  }

  /// Gives recorded answers one by one, so that what each leads to keeps its order.
  private func give(_ arrivals: [Timeline.Moment]) async {
    for arrival in arrivals {
      present = arrival
      await session.settle()
    }
  }

  // MARK: The world outside

  /// Asks the world outside the app; during a replay, returns its recorded answer.
  ///
  /// The recorded answer is returned at the step at which it arrived: during the command or after
  /// it, and in the order of arrival. A question that was not answered before the app was left fails
  /// when the app ends. One that was not asked before fails at once.
  func answer<Value: Sendable, Failure: Error>(
    to question: String,
    ifLost: Failure,
    _ ask: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard canTravel else { return try await ask() }
    guard !isReplaying else { return try await recordedAnswer(to: question, ifLost: ifLost) }
    let answer = Timeline.Answer(question, at: now)
    branches[branch].answers.append(answer)
    let travel = travels
    let result: Result<Value, Failure>
    do throws(Failure) {
      result = .success(try await ask())
    } catch {
      result = .failure(error)
    }
    // Not after the app was left: then the world has answered to its end.
    if travel == travels {
      arrived += 1
      var moment = present
      moment.answer = arrived
      answer.result = (result, moment)
    }
    return try result.get()
  }

  private func recordedAnswer<Value: Sendable, Failure: Error>(
    to question: String,
    ifLost: Failure
  ) async throws(Failure) -> Value {
    let answers = timeline.answers.filter { $0.question == question }
    let number = asked[question, default: 0]
    asked[question] = number + 1
    guard let recorded = answers.dropFirst(number).first else { throw ifLost }
    let arrival = recorded.result?.moment ?? Timeline.Moment(step: .max)
    if present < arrival {
      unanswered += 1
      _ = try? await $present.stateFlow.first { $0 >= arrival }
      unanswered -= 1
    }
    guard present >= arrival, let result = recorded.result?.value as? Result<Value, Failure> else {
      throw ifLost
    }
    return try result.get()
  }
}
