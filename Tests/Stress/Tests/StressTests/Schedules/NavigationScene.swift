import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A driver that several tasks use, and the requests that it accepted.
@MainActor
final class NavigationScene {
  /// A screen that makes requests, also after it was covered or has left.
  private struct Origin {
    let id: BackStackEntryID
    let screen: ScreenLives<Place>.Screen
  }

  private struct Request {
    let spec: NavigationSpec<Place>
    /// The screen that has made the request, or nil if the app has.
    let origin: BackStackEntryID?
    /// Whether the user goes back, which is refused if another screen is shown by then.
    let isBack: Bool
    let outcome: @Sendable () async -> NavigationOutcome<String>
  }

  private enum Phase { case created, started, ended, released }

  private var driver: NavigationDriver<Place>?
  private var phase = Phase.created
  private let configuration: NavigationConfiguration
  /// The decisions of the guards about pushes of places; without a decision they proceed.
  private var verdicts: [Place: NavigationGuardDecision<Place>] = [:]
  private var random: SeededRandom
  private var isIntercepted = false
  private var stack = BackStack(root: Place.home)

  private let lives = ScreenLives<Place>()
  /// The requests in the order in which they were accepted.
  private var requests: [Request] = []
  /// The outcomes that tasks received, with the indices of their requests.
  private var seen: [(request: Int, outcome: NavigationOutcome<String>)] = []
  /// The problems found where no error can be thrown.
  private let problems = Log<String>()

  init(_ random: SeededRandom) {
    var random = random
    configuration = NavigationConfiguration(
      beforeStart: random.isTrue(30) ? .refuse : .wait(limit: 1 + random.below(5))
    )
    let guards = random.below(3)
    if guards > 0 {
      let target = random.isTrue(50) ? Place.sheet : .a
      verdicts = [.b: .refuse(reason: "closed"), .c: .redirect(.present(target))]
    }
    self.random = random
    let driver = NavigationDriver(root: Place.home, configuration: configuration) {
      [lives] place, driver in lives.makeScreen(place, driver)
    }
    self.driver = driver
    for _ in 0..<guards {
      _ = driver.addGuard { [weak self] in await self?.decide($0, $1) ?? .proceed }
    }
    _ = driver.onEffect(LuckyNumber.self) { _ in 7 }
    _ = driver.onBack { [weak self] in self?.isIntercepted == true ? .intercept : .proceed }
    _ = driver.onTransition { [weak self] in self?.follow($0) }
  }

  // MARK: Guards and followers

  private func decide(
    _ spec: NavigationSpec<Place>,
    _ stack: BackStack<Place>
  ) async -> NavigationGuardDecision<Place> {
    var pauses = random.fork()
    await pauses.pause(upTo: 2)
    problems.expect(stack == self.stack, "\(stack) became \(self.stack) while a guard ran")
    guard case .push(let place) = spec else { return .proceed }
    return verdicts[place] ?? .proceed
  }

  private func follow(_ transition: StackTransition<Place>) {
    guard let driver else { return problems.append("a transition without a driver") }
    stack = transition.stack
    problems.expect(phase != .ended, "\(transition.kind) after the end")
    problems.expect(driver.stack.current == stack, "the follower sees \(stack) too early")
    problems.expect(lives.areRight(driver), "wrong screens after \(transition.kind)")
  }

  // MARK: What tasks do

  func start() {
    if phase == .created { phase = .started }
    driver?.start()
  }

  func end(byRelease isReleased: Bool) {
    phase = isReleased ? .released : .ended
    if isReleased { driver = nil } else { driver?.end() }
  }

  func act(_ random: inout SeededRandom) async throws {
    var origin: Origin?
    for _ in 0..<random.below(9) {
      await random.pause()
      if random.isTrue(30) { origin = screen(&random) }
      if random.isTrue(15) {
        try await goBack(isIntercepted: random.isTrue(30))
      } else {
        let ids = stack.entries.map(\.id) + [origin?.id].compactMap(\.self)
        let spec = NavigationSpec.random(&random, ids: ids)
        // Sometimes a double tap.
        for _ in 0...random.below(2) { try await request(spec, by: origin) }
      }
      if let origin, random.isTrue(30) { reportLate(origin.id) }
      if random.isTrue(30) { await look(&random) }
    }
  }

  /// Reports a screen that has left as a stack and as a tab, which must change nothing, also later.
  private func reportLate(_ id: BackStackEntryID) {
    guard let driver, !isOnStack(id) else { return }
    driver.hostDidSelect(id)
    problems.expect((try? driver.hostDidDismiss(id)) != nil, "a late report was not accepted")
    problems.expect(driver.stack.current == stack, "a late report changed \(stack)")
  }

  private func isOnStack(_ id: BackStackEntryID) -> Bool { stack.entries.contains { $0.id == id } }

  /// Returns a screen that is on the stack, or nil for the app.
  private func screen(_ random: inout SeededRandom) -> Origin? {
    let id = random.isTrue(50) ? stack.top.id : stack.entries.randomElement(using: &random)?.id
    guard let id, let screen = driver?.viewModel(of: id) as? ScreenLives<Place>.Screen else {
      return nil
    }
    return Origin(id: id, screen: screen)
  }

  private func request(_ spec: NavigationSpec<Place>, by origin: Origin?) async throws {
    guard let driver else { return }
    let isLate = phase == .started && origin.map { !isOnStack($0.id) } == true
    do throws(NavigationError) {
      let ticket =
        if let origin {
          try origin.screen.navigator.ask(spec, for: Int.self)
        } else {
          try driver.perform(spec, action: "act", for: Int.self)
        }
      problems.expect(!isLate, "a request of a screen that has left was accepted")
      add(spec, by: origin?.id, ticket)
    } catch {
      try await checkIsKnownAtOnce(error, spec, by: origin?.id)
    }
  }

  private func goBack(isIntercepted: Bool) async throws {
    guard let driver else { return }
    self.isIntercepted = isIntercepted
    do throws(NavigationError) {
      let ticket = try driver.back()
      if let ticket { add(.pop(), isBack: true, ticket) }
      problems.expect((ticket == nil) == isIntercepted, "back was intercepted: \(ticket == nil)")
    } catch {
      try await checkIsKnownAtOnce(error, .pop())
    }
  }

  private func add<Result>(
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID? = nil,
    isBack: Bool = false,
    _ ticket: NavigationTicket<Result>
  ) {
    requests.append(
      Request(
        spec: spec,
        origin: origin,
        isBack: isBack,
        outcome: { await ticket.outcome.withText }
      )
    )
  }

  /// Waits for the outcome of a request for a limited time.
  private func look(_ random: inout SeededRandom) async {
    guard !requests.isEmpty else { return }
    let number = random.below(requests.count)
    let request = requests[number]
    let outcome = await withTaskGroup { group in
      group.addTask { await request.outcome() }
      await random.pause(upTo: 20)
      group.cancelAll()
      return await group.next() ?? .done
    }
    if outcome != .cancelled(.waitCancelled) { seen.append((number, outcome)) }
  }

  // MARK: Checks

  private func checkIsKnownAtOnce(
    _ error: NavigationError,
    _ spec: NavigationSpec<Place>,
    by origin: BackStackEntryID? = nil
  ) async throws {
    let isRight: Bool
    switch (error, phase) {
    case (.noHost, .created): isRight = configuration.beforeStart == .refuse
    case (.tooManyWaiting, .created): isRight = true
    case (.noHost, _): isRight = phase == .ended
    case (.screenHasLeft, .started): isRight = origin.map { !isOnStack($0) } == true
    case (.screenIsCovered, .started): isRight = stack.top.id != origin
    default:
      // Nothing waits, so all earlier requests to go back have ended.
      let (wasStarted, earlier) = (phase == .started, requests)
      var model = await replay(earlier).model
      isRight = wasStarted && (try? model.apply(spec, by: origin, asking: Self.number)) == nil
    }
    try check(isRight, "\(spec) was refused at once: \(error)")
  }

  /// Returns the model after some requests, and the index of each request's outcome in the model,
  /// which is nil for a refused request.
  private func replay(_ requests: [Request]) async -> (model: NavigationModel, numbers: [Int?]) {
    var model = NavigationModel([.home])
    var numbers: [Int?] = []
    for request in requests {
      guard let spec = spec(afterGuards: request, on: model) else {
        numbers.append(nil)
        continue
      }
      if request.isBack, await request.outcome() == .refused(Self.late) {
        numbers.append(nil)
        continue
      }
      let asking = request.isBack ? NavigationModel.Asking() : Self.number
      let isPossible = (try? model.apply(spec, by: request.origin, asking: asking)) != nil
      numbers.append(isPossible ? model.requests.count - 1 : nil)
    }
    return (model, numbers)
  }

  private static var number: NavigationModel.Asking { NavigationModel.Asking(type: .number) }

  private static var late: NavigationError {
    .refused(action: "back", reason: "it would leave a screen whose back handlers were not asked")
  }

  /// Returns the operation that the guards let proceed, or nil if they refuse.
  private func spec(
    afterGuards request: Request,
    on model: NavigationModel
  ) -> NavigationSpec<Place>? {
    // The guards see that a visible screen pushes below what covers it partly.
    guard case .push(let place) = request.spec.plain,
      model.countOfLevelsAbove(request.origin, staying: request.spec) == 0
    else { return request.spec }
    return switch verdicts[place] ?? .proceed {
    case .proceed: request.spec
    case .refuse: nil
    case .redirect(let other): other
    }
  }

  func checkIsOver() async throws {
    var outcomes: [NavigationOutcome<String>] = []
    for request in requests { outcomes.append(await request.outcome()) }
    // All requests after the end were refused.
    let done = outcomes.prefix { !$0.isWithoutHost }.count
    try check(outcomes[done...].allSatisfy(\.isWithoutHost), "not in order: \(outcomes)")
    var (model, numbers) = await replay(Array(requests.prefix(done)))
    try check(model.looks(like: stack), "\(stack); expected \(model.levels) after \(done) requests")
    model.end()
    for (index, number) in numbers.enumerated() {
      let outcome = outcomes[index]
      // The host may end before it has answered.
      let isLaunch = requests[index].spec.kind == "launch"
      if isLaunch, outcome == .cancelled(.hostEnded) { continue }
      let expected = number.map { model.requests[$0].outcome }
      let isRight = expected.map { $0 == outcome } ?? outcome.isRefused
      try check(isRight, "\(outcome); expected \(String(describing: expected))")
    }
    for (number, outcome) in seen {
      try check(outcome == outcomes[number], "a waiter got \(outcome), not \(outcomes[number])")
    }
    await until(lives.all.allSatisfy { $0.screen == nil }, "a screen is kept alive")
    try checkScreens()
    try check(problems.count == 0, problems.text)
  }

  private func checkScreens() throws {
    // Releasing the driver clears no screen.
    let onStack = phase == .released ? stack.entries.count : 0
    let lives = lives.all
    let cleared = lives.map(\.cleared)
    try check(cleared.allSatisfy { $0 <= 1 }, "cleared: \(cleared)")
    let alive = cleared.count { $0 == 0 }
    try check(alive == min(onStack, lives.count), "\(alive) of \(onStack) were not cleared")
    let open = lives.count { $0.shown == .resumed }
    try check(open <= min(onStack, 1), "\(open) were resumed and not paused")
  }
}

extension NavigationOutcome {
  var isRefused: Bool { if case .refused = self { true } else { false } }
  fileprivate var isWithoutHost: Bool { if case .refused(.noHost) = self { true } else { false } }
}
