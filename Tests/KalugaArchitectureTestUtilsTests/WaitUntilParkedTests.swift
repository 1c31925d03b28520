import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WaitUntilParkedTests {
  private let clock = ManualClock()
  private let gate = Gate()
  private let scope = TaskScope(name: "search")

  init() {
    watchWork(of: scope)
  }

  private func error(_ scope: TaskScope) async -> String? {
    await failureText {
      try await waitUntilParked(scope, limit: .milliseconds(1), fileID: "Tests/T.swift", line: 7)
    }
  }

  @Test func `a scope without work is parked`() async throws {
    try await waitUntilParked(scope)
    scope.launch {}
    try await waitUntilParked(scope)
  }

  @Test(arguments: 0..<20)
  func `what waits at a clock, a gate or a flow is parked, on the main actor and off it`(
    _ round: Int
  ) async throws {
    let flow = MutableStateFlow(0)
    let shared = MutableSharedFlow<Int>()
    let channel = EventChannel<Int>()
    let steps = MutableStateFlow(0)
    scope.launch(name: "clock") { [clock] in
      for _ in 0..<10 { await Task.detached {}.value }
      steps.update { $0 + 1 }
      try await clock.sleep(for: .seconds(1))
    }
    scope.launch(on: nil, name: "gate") { [gate] in
      steps.update { $0 + 1 }
      try await gate.pass()
    }
    scope.childScope().launch(on: nil) {
      steps.update { $0 + 1 }
      for await _ in flow {}
    }
    scope.launch {
      steps.update { $0 + 1 }
      for await _ in shared {}
    }
    scope.launch(isolatedTo: Worker()) { _ in
      steps.update { $0 + 1 }
      for await _ in channel {}
    }
    try await waitUntilParked(scope)
    #expect(steps.value == 5)
    #expect(clock.deadlines.count == 1)
    #expect(gate.waiting.count == 1)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  private actor Worker {}

  @Test(arguments: 0..<20)
  func `who has been woken is not parked any more, before it has run`(_ round: Int) async throws {
    let values = MutableStateFlow<[Int]>([])
    let flow = MutableStateFlow(0)
    scope.launch {
      for await value in flow { values.update { $0 + [value] } }
    }
    for value in 0..<10 {
      flow.value = value
      try await waitUntilParked(scope)
      #expect(values.value == Array(0...value))
    }
    scope.cancel()
  }

  @Test func `tasks that run are named, with those that wait and where`() async throws {
    let latch = Gate()
    scope.launch(name: "ticker") { [clock] in try await clock.sleep(for: .seconds(1)) }
    scope.launch(name: "refresh") { [gate] in try await gate.pass() }
    scope.launch(name: "follower") { for await _ in MutableStateFlow(0) {} }
    scope.launch(name: "result") { _ = await Settlement<Void>().wait() }
    scope.launch(name: "busy") { await Task.detached { try? await latch.pass() }.value }
    scope.launch {
      await withTaskGroup { group in
        group.addTask { try? await latch.pass() }
        await group.waitForAll()
      }
    }
    try await latch.waitForArrivals(2)
    try await clock.waitForSleepers(1)
    try await gate.waitForArrivals(1)
    await settledStandings()
    await #expect(
      error(scope)
        == "Tests/T.swift:7: waitUntilParked: 2 of 6 task(s) of 'search' still run after 0.001 seconds: "
        + "'busy', 'task' (tasks that it has started wait at a gate); others wait: "
        + "'ticker' at a clock, 'refresh' at a gate, 'follower' at a flow, 'result' at a result. "
        + "Let them wait at a clock, a gate or a flow, or end"
    )
    latch.open()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// Returns when all but two wait, so that the text of the error is the same in each run.
  private func settledStandings() async {
    while scope.core.survey().count(where: { $0.standing?.place == nil }) > 2 {
      await MainActorReturns.turn()
    }
  }

  @Test(arguments: 0..<20)
  func `work that is seen begins as other work does: in order, in the next main-actor jobs`(
    _ round: Int
  ) async {
    var entries: [Int] = []
    let scope = TaskScope(onError: { _ in MainActor.assertIsolated() })
    watchWork(of: scope)
    for number in 0..<20 {
      scope.launch {
        entries.append(number)
        throw NoLuck()
      }
    }
    await Task { @MainActor in }.value
    #expect(entries == Array(0..<20))
    await scope.waitUntilEmpty()
  }

  private struct NoLuck: Error {}

  @Test(arguments: 0..<50)
  func `what was posted elsewhere before arrives first`(_ round: Int) async throws {
    try await withExhaustiveChecks {
      let (scope, subject) = (TaskScope(), InitializedSubject(wrappedValue: 0))
      var seen: Int?
      scope.launch { for await value in subject.stateFlow { seen = value } }
      try await waitUntilParked(scope)
      await Task.detached { subject.post(1) }.value
      try await waitUntilParked(scope)
      #expect(seen == 1)
      scope.cancel()
    }
  }

  @Test func `work that was launched before it could be seen is named`() async throws {
    let scope = TaskScope(name: "early")
    scope.launch(name: "first") { [gate] in try await gate.pass() }
    watchWork(of: scope)
    scope.launch(name: "second") { [gate] in try await gate.pass() }
    try await gate.waitForArrivals(2)
    await #expect(
      error(scope)
        == "Tests/T.swift:7: waitUntilParked: 'first' of 'early' cannot be seen: make the scope "
        + "inside withViewModel, withExhaustiveChecks or exploreMainActorSchedules, or call "
        + "watchWork(of:) before the work is launched"
    )
    gate.letPass(1)
    try await gate.waitForArrivals(1)
    while scope.runningCount > 1 { await MainActorReturns.turn() }
    try await waitUntilParked(scope)
    gate.open()
    await scope.waitUntilEmpty()
  }

  @Test func `child scopes that were there before are seen as well`() async throws {
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

  @Test func `a clean-up counts as work`() async throws {
    scope.addCleanUp { [gate] in try? await gate.pass("clean-up") }
    scope.cancel()
    try await waitUntilParked(scope)
    #expect(gate.waiting == ["clean-up"])
    gate.open()
    try await waitUntilParked(scope)
    #expect(scope.runningCount == 0)
  }

  private final class Model: BaseLifecycleViewModel {
    let gate: Gate
    private(set) var steps = 0

    init(_ gate: Gate) {
      self.gate = gate
      super.init()
      scope.launch { [weak self] in
        self?.steps += 1
        try await gate.pass("init")
      }
    }

    override func onResume(scope: TaskScope) {
      scope.launch { [gate, weak self] in
        self?.steps += 1
        try await gate.pass("resume")
      }
    }
  }

  @Test func `the work of a view model is seen from its initializer on`() async throws {
    try await withViewModel(Model(gate)) { harness in
      try await harness.waitUntilParked()
      #expect(gate.waiting == ["init"])
      await harness.resume()
      try await harness.waitUntilParked()
      #expect(harness.viewModel.steps == 2)
      #expect(gate.waiting == ["init", "resume"])
    }
  }
}
