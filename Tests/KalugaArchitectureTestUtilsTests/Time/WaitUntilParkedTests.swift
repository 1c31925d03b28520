import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(Effort.limit))
struct WaitUntilParkedTests {
  private let clock = ManualClock()
  private let gate = Gate()
  private let scope = TaskScope(name: "search")
  private let log = Log<Int>()

  init() { watchWork(of: scope) }

  private actor Worker {}

  @Test(arguments: 0..<Effort.rounds)
  func `work that waits at a clock, a gate or a flow is parked on any isolation`(
    _ round: Int
  ) async throws {
    let (flow, shared, channel) = (
      MutableStateFlow(0), MutableSharedFlow<Int>(), EventChannel<Int>()
    )
    scope.launch { [clock, log] in
      for _ in 0..<10 { await Task.detached {}.value }
      log.append(1)
      try await clock.sleep(for: .seconds(1))
    }
    scope.launch(on: .pool) { [gate, log] in
      log.append(2)
      try await gate.pass()
    }
    let child = scope.childScope()
    child.launch(on: .pool) { [log] in
      log.append(3)
      for await _ in flow {}
    }
    scope.launch { [log] in
      log.append(4)
      for await _ in shared {}
    }
    scope.launch(isolatedTo: Worker()) { [log] _ in
      log.append(5)
      for await _ in channel {}
    }
    try await waitUntilParked(scope)
    #expect((log.count, clock.deadlines.count, gate.waiting.count) == (5, 1, 1))
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a scope without work is parked`() async throws {
    try await waitUntilParked(scope)
    scope.launch {}
    try await waitUntilParked(scope)
  }

  @Test(arguments: Waking.all)
  func `a resumed task is not parked before it has run`(_ waking: Waking) async throws {
    for round in 1...Effort.rounds {
      let place = Waking.Place()
      scope.launch { [log] in
        try await waking.wait(place)
        log.append(round)
      }
      try await waitUntilParked(scope)
      waking.wake(place)
      try await waitUntilParked(scope)
      #expect(log.count == round)
    }
  }

  @Test(arguments: 0..<Effort.rounds)
  func `watched work begins in order in the next main-actor jobs`(_ round: Int) async {
    let scope = TaskScope(onError: { _ in MainActor.assertIsolated() })
    watchWork(of: scope)
    for number in 0..<20 {
      scope.launch { [log] in
        log.append(number)
        throw NavigationError.noHost(action: "test")
      }
    }
    await mainActorQueueDrained()
    #expect(log.all == Array(0..<20))
    await scope.waitUntilEmpty()
  }

  @Test(arguments: 0..<Effort.rounds)
  func `earlier posts from other threads arrive first`(_ round: Int) async throws {
    try await withExhaustiveChecks {
      let (scope, subject) = (TaskScope(), InitializedSubject(wrappedValue: 0))
      scope.launch { [log] in for await value in subject.stateFlow { log.append(value) } }
      try await waitUntilParked(scope)
      await Task.detached { subject.post(1) }.value
      try await waitUntilParked(scope)
      #expect(log.all == [0, 1])
      scope.cancel()
    }
  }

  @Test func `existing child scopes are watched as well`() async throws {
    let scope = TaskScope()
    let middle = scope.childScope()
    let child = middle.childScope()
    watchWork(of: scope)
    child.launch { [gate] in try await gate.pass() }
    try await waitUntilParked(scope)
    #expect(gate.waiting.count == 1)
    gate.open()
    try await waitUntilParked(child)
    try await waitUntilParked(middle)
    #expect(scope.runningCount == 0)
  }

  @Test func `a run that waits for the run in progress is parked`() async throws {
    let (latest, other) = (LatestWork(in: scope), TaskScope())
    other.launch { [gate] in try await gate.pass() }
    for _ in 0..<2 {
      latest.run { [log] in
        log.append(1)
        // This wait ignores the cancellation of the run.
        await other.waitUntilEmpty()
      }
      try await waitUntilParked(scope)
    }
    #expect(log.count == 1 && scope.runningCount == 2)
    gate.open()
    await scope.waitUntilEmpty()
    #expect(log.count == 2)
  }

  @Test func `a clean-up counts as work`() async throws {
    scope.addCleanUp { [gate] in try? await gate.pass("clean-up") }
    scope.cancel()
    try await waitUntilParked(scope)
    #expect(gate.waiting == ["clean-up"])
    gate.open()
    try await waitUntilParked(scope)
    #expect(scope.runningCount == 0)
  }

  @Test func `the work of a view model is watched from its creation`() async throws {
    func model() -> NarratingViewModel {
      let model = NarratingViewModel()
      model.scope.launch { [gate] in try await gate.pass("init") }
      model.whenResumed = { [gate] in $0.launch { try await gate.pass("resume") } }
      return model
    }
    try await withViewModel(model()) { harness in
      try await harness.waitUntilParked()
      #expect(gate.waiting == ["init"])
      await harness.resume()
      try await harness.waitUntilParked()
      #expect(gate.waiting == ["init", "resume"])
    }
  }
}
