import KalugaArchitecture
import KalugaArchitectureTestUtils

/// A driver that several tasks use, and the requests that it has accepted.
@MainActor
final class NavigationScene {
  /// What the guard says when somebody pushes a screen.
  private enum Verdict {
    case proceed, refuse
    /// Presents another screen instead.
    case redirect(Place)
  }

  private struct Request {
    let operation: NavigationModel.Operation
    let outcome: @Sendable () async -> NavigationOutcome<Int>
    /// Whether it could be settled once more.
    let settleAgain: @Sendable () -> Bool
  }

  /// The life of a screen, which outlives it.
  private final class Life {
    weak var screen: BaseLifecycleViewModel?
    var resumed = 0
    var paused = 0
    var cleared = 0
  }

  private final class Screen: BaseLifecycleViewModel {
    private let life: Life

    init(_ life: Life) {
      self.life = life
      super.init()
      life.screen = self
    }

    override func onResume(scope: TaskScope) { life.resumed += 1 }
    override func onPause() { life.paused += 1 }
    override func onCleared() { life.cleared += 1 }
  }

  private enum Phase { case created, started, ended, released }

  private var driver: NavigationDriver<Place>?
  private var phase = Phase.created
  private let configuration: NavigationConfiguration
  private var verdicts: [Place: Verdict] = [:]
  private var random: SeededRandom
  private var isIntercepted = false
  private var stack = BackStack(root: Place.home)

  private var lives: [Life] = []
  /// In the order in which they were accepted.
  private var requests: [Request] = []
  /// What tasks have seen of them that waited.
  private var seen: [(request: Int, outcome: NavigationOutcome<Int>)] = []
  /// What went wrong where nobody can throw.
  private var problem: String?

  init(_ random: SeededRandom) {
    var random = random
    configuration = NavigationConfiguration(
      beforeStart: random.isTrue(30) ? .refuse : .wait(limit: 1 + random.below(5))
    )
    let guards = random.below(3)
    if guards > 0 {
      verdicts = [.b: .refuse, .c: .redirect(random.isTrue(50) ? .sheet : .a)]
    }
    self.random = random
    let driver = NavigationDriver(root: Place.home, configuration: configuration) {
      [weak self] _, _ in
      let life = Life()
      self?.lives.append(life)
      return Screen(life)
    }
    self.driver = driver
    for _ in 0..<guards {
      _ = driver.addGuard { [weak self] in await self?.decide($0, $1) ?? .proceed }
    }
    _ = driver.onBack { [weak self] in self?.isIntercepted == true ? .intercept : .proceed }
    _ = driver.onTransition { [weak self] in self?.follow($0) }
  }

  // MARK: What the driver asks and tells

  private func decide(
    _ spec: NavigationSpec<Place>,
    _ stack: BackStack<Place>
  ) async -> NavigationGuardDecision<Place> {
    var pauses = random.fork()
    await pauses.pause(upTo: 2)
    if stack != self.stack { note("\(stack) has become \(self.stack) under a guard") }
    guard case .push(let place) = spec else { return .proceed }
    switch verdicts[place] ?? .proceed {
    case .proceed: return .proceed
    case .refuse: return .refuse(reason: "closed")
    case .redirect(let other): return .redirect(.present(other))
    }
  }

  private func follow(_ transition: NavigationTransition<Place>) {
    guard let driver else { return note("a transition without a driver") }
    stack = transition.stack
    if phase == .ended { note("\(transition.kind) after the end") }
    if driver.stack.current != stack { note("told of \(stack) before it is there") }
    let resumed = lives.filter { $0.screen?.stage.current == .resumed }
    if resumed.count != 1 || resumed[0].screen !== driver.topScreen {
      note("\(resumed.count) screens are resumed after \(transition.kind)")
    }
  }

  private func note(_ text: String) {
    problem = problem ?? text
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

  func act(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(9) {
      await random.pause()
      if random.isTrue(15) {
        try goBack(isIntercepted: random.isTrue(30))
      } else {
        let operation = NavigationModel.Operation.random(&random)
        // Which entry that is would be another one when its turn comes.
        if case .closeEntry = operation { continue }
        try request(operation)
      }
      if random.isTrue(30) { try await look(random.fork()) }
    }
  }

  private func request(_ operation: NavigationModel.Operation) throws {
    guard let driver else { return }
    do throws(NavigationError) {
      let ticket = try driver.perform(operation.spec(on: stack), action: "act", for: Int.self)
      requests.append(
        Request(
          operation: operation,
          outcome: { await ticket.outcome },
          settleAgain: { ticket.settle(.done) }
        )
      )
    } catch {
      try checkIsKnownAtOnce(error, operation)
    }
  }

  private func goBack(isIntercepted: Bool) throws {
    guard let driver else { return }
    self.isIntercepted = isIntercepted
    do throws(NavigationError) {
      let ticket = try driver.back()
      if let ticket {
        requests.append(
          Request(
            operation: .pop(.nothing),
            outcome: { await ticket.outcome.withNumber },
            settleAgain: { ticket.settle(.done) }
          )
        )
      }
      if (ticket == nil) != isIntercepted { note("back was intercepted: \(ticket == nil)") }
    } catch {
      try checkIsKnownAtOnce(error, .pop(.nothing))
    }
  }

  /// Waits for the outcome of a request, for some time.
  private func look(_ random: SeededRandom) async throws {
    var random = random
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

  // MARK: What must hold

  private func checkIsKnownAtOnce(
    _ error: NavigationError,
    _ operation: NavigationModel.Operation
  ) throws {
    let isRight =
      switch (error, phase) {
      case (.noHost, .created): configuration.beforeStart == .refuse
      case (.tooManyWaiting, .created): true
      case (.noHost, _): phase == .ended
      default: phase == .started && !replay(requests.count).model.canApply(operation)
      }
    try check(isRight, "\(operation) was refused at once: \(error)")
  }

  /// What the first requests should have led to.
  private func replay(_ count: Int) -> (model: NavigationModel, outcomes: [Int?]) {
    var model = NavigationModel(.home)
    let outcomes = requests.prefix(count).map { request -> Int? in
      var operation = request.operation
      if case .push(let place) = operation {
        switch verdicts[place] ?? .proceed {
        case .proceed: break
        case .refuse: return nil
        case .redirect(let other): operation = .present(other)
        }
      }
      return model.apply(operation) ? model.outcomes.count - 1 : nil
    }
    return (model, outcomes)
  }

  func checkIsOver() async throws {
    var outcomes: [NavigationOutcome<Int>] = []
    for request in requests { outcomes.append(await request.outcome()) }
    // From the end on nothing took place.
    let done = outcomes.prefix { !$0.isWithoutHost }.count
    try check(outcomes[done...].allSatisfy(\.isWithoutHost), "not in order: \(outcomes)")
    var (model, expected) = replay(done)
    let places = model.levels.map { $0.tabs.map { $0.map { "\($0.place)" } } }
    try check(stack.looks(like: model), "\(stack), and not \(places) after \(done) requests")
    model.end()
    for (outcome, number) in zip(outcomes, expected) {
      if let number {
        let right = model.outcomes[number]
        try check(outcome == right, "\(outcome), and not \(String(describing: right))")
      } else {
        try check(outcome.isRefused, "\(outcome) of what is not possible")
      }
    }
    for request in requests { try check(!request.settleAgain(), "a ticket was not settled") }
    for (number, outcome) in seen {
      try check(outcome == outcomes[number], "\(outcome) was seen of what is \(outcomes[number])")
    }
    try checkScreens()
    if let problem { throw BrokenPromise(description: problem) }
  }

  private func checkScreens() throws {
    let onStack = phase == .released ? stack.entries.count : 0
    let cleared = lives.map(\.cleared)
    try check(cleared.allSatisfy { $0 <= 1 }, "cleared: \(cleared)")
    // Who releases the driver has cleared nothing.
    let alive = cleared.count { $0 == 0 }
    try check(alive == min(onStack, lives.count), "\(alive) of \(onStack) were not cleared")
    try check(lives.allSatisfy { $0.screen == nil }, "screens are held by somebody")
    let open = lives.count { $0.resumed != $0.paused }
    try check(open <= min(onStack, 1), "\(open) were resumed and not paused")
  }
}

extension NavigationModel {
  fileprivate func canApply(_ operation: Operation) -> Bool {
    var copy = self
    return copy.apply(operation)
  }
}

extension BackStack<Place> {
  fileprivate func looks(like model: NavigationModel) -> Bool {
    levels.map { $0.tabs.map { $0.map(\.destination) } }
      == model.levels.map { $0.tabs.map { $0.map(\.place) } }
      && levels.map(\.selected) == model.levels.map(\.selected)
  }
}

extension NavigationOutcome {
  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  fileprivate var isWithoutHost: Bool {
    if case .refused(.noHost) = self { true } else { false }
  }
}

extension NavigationOutcome<Never> {
  fileprivate var withNumber: NavigationOutcome<Int> {
    switch self {
    case .done: .done
    case .cancelled(let reason): .cancelled(reason)
    case .refused(let error): .refused(error)
    }
  }
}
