import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaStores
import Testing

/// Tests that a test fails when something has failed, although it checks nothing about it.
///
/// The first tests are reports of users of other libraries.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SilentFailureTests {
  struct Offline: Error, Equatable {}

  final class FailingViewModel: BaseLifecycleViewModel {
    override func onResume(scope: TaskScope) {
      scope.launch(name: "refresh") { throw Offline() }
    }
  }

  private let advice =
    "In a test: take it with expectError, or allow all with "
    + "allowing: [.uncaughtError]"

  // kotlinx.coroutines#4070 and #4140: an error of a scope that was made before the test began.
  @Test func `a view model that is made before the checks is watched like any other`() async {
    // Like in `setUp` of XCTest. A clock watches the scopes of the task that makes it.
    let (clock, timed) = await Task { (ManualClock(), FailingViewModel()) }.value
    for model in [FailingViewModel(), timed] {
      let text = await message {
        try await withViewModel(model, except: .life) { harness in await harness.resume() }
      }
      #expect(text.contains("not handled: Offline()"), "\(text)")
    }
    withExtendedLifetime(clock) {}
  }

  @Test func `a problem that the toolkit reports fails the test, unless it is allowed`() async {
    final class TwoDraftsViewModel: BaseLifecycleViewModel {
      @Saved("draft") var draft = ""
      @Saved("draft") var other = ""
    }
    func text(allowing allowed: Set<ArchitectureDiagnostic.Kind>) async -> String {
      await message {
        try await withViewModel(TwoDraftsViewModel(), allowing: allowed) { await $0.resume() }
      }
    }
    let found = await text(allowing: [])
    #expect(found.contains("another saved property of the screen has the key 'draft'"))
    #expect(found.hasSuffix("In a test: if the test means it, write allowing: [.valueNotSaved]"))
    #expect(await text(allowing: [.valueNotSaved]) == "nothing is reported")
    #expect(await text(allowing: [.lostResult]) == found)
  }

  @Test func `an end that the test has seen is not a failure`() async throws {
    try await withExhaustiveChecks {
      let ended = ValueRecorder(following: AsyncStream<Int> { $0.finish() })
      await ended.expectEnd()
      let failed = ValueRecorder(
        following: AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Offline()) }
      )
      try await failed.expectFailure()
    }
  }

  // MARK: Navigation

  @Test func `a request of a detached task belongs to the test that made its navigator`() async {
    let recorded = await message {
      try await withExhaustiveChecks {
        let navigator = RecordingNavigator<Action>()
        navigator.answer { _ in .refuse(.refused(action: "sheet", reason: "no user is logged in")) }
        // The ticket is released in the task: its result may live on for a moment after the end.
        try await Task.detached { @MainActor in _ = try navigator.navigate(.sheet) }.value
        navigator.expect(.sheet)
      }
    }
    #expect(recorded.hasPrefix("a request was refused, and nothing waited for its ticket"))
    let driven = await message {
      try await withExhaustiveChecks {
        let driver = NavigationDriver(root: Place.home) { _, _ in Model() }
        driver.start()
        try await Task.detached { @MainActor in
          _ = try driver.perform(.push(.details), for: Int.self)
        }.value
        try driver.perform(.pop(result: NavigationResult(7, .integer)))
        driver.end()
      }
    }
    #expect(driven.hasPrefix("the result of 'details' is lost: nothing waited"), "\(driven)")
  }

  private enum Place: NavigationDestination { case home, details }

  @Test func `an error of navigation that work throws fails the test, unless it is late`() async {
    func text(_ error: NavigationError) async -> String {
      await message {
        try await withExhaustiveChecks {
          let scope = TaskScope(name: "taps")
          scope.launch { throw error }
          await scope.waitUntilEmpty()
        }
      }
    }
    #expect(await text(.nothingToGoBackTo(screen: "home")).contains("cannot go back from 'home'"))
    #expect(await text(.duplicate(screen: "details")) == "nothing is reported")
  }

  @Test func `an open request fails an exhaustive test, and not a test of a view model`() async {
    func request() throws {
      let navigator = RecordingNavigator<Action>()
      let ticket = try navigator.navigate(NavigationRequest<Action, Int>(.details(1)))
      navigator.expect(.details(1))
      withExtendedLifetime((navigator, ticket)) {}
    }
    let exhaustive = await message { try await withExhaustiveChecks { try request() } }
    #expect(exhaustive.hasPrefix("1 request(s) still wait for a result of type Int"))
    let view = await message { try await withViewModel(Model()) { _ in try request() } }
    #expect(view == "nothing is reported")
  }

  // pointfreeco/swift-composable-architecture#2227 and a reader: what an effect does at the very end.
  @Test func `what an effect does after the last line of a test must be inspected`() async {
    let gate = Gate()
    let text = await message {
      try await withExhaustiveChecks {
        let store = ReducerStore<Int, Bool, Bool, String>(
          initialState: false,
          reduce: { $0 = $1 },
          execute: { _, context in
            context.dispatch(true)
            context.launch { effect in
              try await gate.pass()
              await Task.detached {}.value
              effect.dispatch(false)
            }
          }
        )
        let steps = StoreSteps(store)
        steps.send(1) { $0 = true }
        try await gate.waitForArrivals(1)
        gate.open()
      }
    }
    #expect(text.hasPrefix("'states': recorded but not inspected, 1 of 3: [false]."), "\(text)")
  }

  @Test func `after a step without a state, the closures of later steps are not called`() async {
    let store = ReducerStore<Int, [Int], Int, Never>(
      initialState: [],
      reduce: { $0.append($1) },
      execute: { _, _ in }
    )
    let text = await message {
      let steps = StoreSteps(store, limit: .milliseconds(20))
      steps.send(1)
      await steps.receive { $0 = [1] }
      steps.send(2) { $0[0] = 2 }
    }
    #expect(text.hasPrefix("'states': receive: expected a further state, found nothing"), "\(text)")
    #expect(!text.contains("send(2)"))
  }

  @Test func `a wait that reaches its limit says what still runs`() async {
    let text = await message {
      try await withViewModel(Model()) { harness in
        let users = ValueRecorder(harness.viewModel.$user, limit: .milliseconds(50))
        await users.expect(User())
        harness.viewModel.scope.launch(name: "load") {
          try await Task.sleep(for: .seconds(60))
        }
        await users.expect(User(age: 37))
      }
    }
    #expect(text.contains("\nStill running: 'load' of 'Model'"), "\(text)")
  }

  // MARK: Causes

  // cashapp/turbine#165: only the error of the recorder that waits is shown, and not its cause.
  @Test func `a wait names the sequence that has failed in the meantime`() async {
    let text = await message {
      try await withExhaustiveChecks(except: .values) {
        let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Offline()) }
        let source = ValueRecorder(following: stream, name: "source")
        let other = ValueRecorder(
          following: EventChannel<String>(),
          name: "other",
          limit: .milliseconds(20)
        )
        _ = try await other.next()
        withExtendedLifetime(source) {}
      }
    }
    #expect(text.contains("'other': next: expected a value, found nothing"), "\(text)")
    #expect(text.contains("- 'source': the sequence has failed: Offline()"), "\(text)")
  }

  @Test func `a test that throws still says which errors nothing has handled`() async {
    let text = await message {
      try await withViewModel(FailingViewModel()) { harness in
        await harness.resume()
        try #require(harness.viewModel.scope.runningCount == 7)
      }
    }
    #expect(
      text.contains("the work 'refresh' in the scope 'FailingViewModel' ended with an error"),
      "\(text)"
    )
  }

  // kotlinx.coroutines#3827: whether an error is noticed depends on what the runtime does first.
  @Test func `an error is noticed each time, also if the test ends at once`() async {
    var count = 0
    for _ in 0..<100 {
      let text = await message {
        try await withViewModel(FailingViewModel()) { harness in await harness.resume() }
      }
      if text.contains("Offline()") { count += 1 }
    }
    #expect(count == 100)
  }

  // MARK: Whose problem it is

  @Test func `a problem belongs to the test that made the scope, wherever it occurs`() async {
    let (opened, held) = (Gate(), Gate())
    async let other = message {
      try await withExhaustiveChecks {
        opened.open()
        try await held.pass()
      }
    }
    let own = await message {
      try await withExhaustiveChecks {
        try await opened.pass()
        let scope = TaskScope(name: "own")
        // A detached task has no task-local values, like a callback of Dispatch.
        await Task.detached { [scope] in
          _ = scope.launch(on: .pool) { throw Offline() }
        }.value
        await scope.waitUntilEmpty()
      }
    }
    held.open()
    #expect(own.contains("work in the scope 'own'"))
    #expect(await other == "nothing is reported")
  }

  @Test(arguments: ["reports", "allows", "throws"])
  func `nested checks leave earlier problems to the checks around them`(inner: String) async {
    let allowed: Set<ArchitectureDiagnostic.Kind> = inner == "reports" ? [.uncaughtError] : []
    let text = await message {
      try await withExhaustiveChecks(allowing: allowed) {
        let scope = TaskScope(name: "outer")
        scope.launch { throw Offline() }
        await scope.waitUntilEmpty()
        let allowedInside: Set<ArchitectureDiagnostic.Kind> =
          inner == "allows" ? [.uncaughtError] : []
        try? await withViewModel(Model(), allowing: allowedInside) { _ in
          if inner == "throws" { throw NoNetwork() }
        }
      }
    }
    #expect(text.contains("the scope 'outer'") == (inner != "reports"), "\(text)")
  }

  @Test func `a problem in an explored schedule fails the checks around it, with its seed`() async {
    let text = await message {
      try await withExhaustiveChecks {
        try await exploreMainActorSchedules(seeds: 1...2) {
          let scope = TaskScope(name: "explored")
          scope.launch { throw Offline() }
          await scope.waitUntilEmpty()
        }
      }
    }
    #expect(
      text.hasPrefix(
        "exploreMainActorSchedules: seed 1 of 1...2 fails: work in the scope 'explored'"
      )
    )
    #expect(text.hasSuffix("\(advice); run it again with seeds: 1...1"), "\(text)")
  }

  @Test func `a test of schedules takes the errors that it expects`() async throws {
    try await withExhaustiveChecks {
      try await exploreMainActorSchedules(seeds: 1...2) {
        let scope = TaskScope()
        scope.launch { throw Offline() }
        try await expectError(Offline.self)
      }
    }
  }

  @Test func `an error that its scope handles is not a failure`() async throws {
    try await withExhaustiveChecks {
      let scope = TaskScope(name: "handled") { _ in }
      scope.launch { throw Offline() }
      await scope.waitUntilEmpty()
    }
  }

  // MARK: Expected errors

  @Test func `a test takes the errors that it expects, by type and in order`() async throws {
    try await withViewModel(FailingViewModel()) { harness in
      harness.viewModel.scope.launch { throw NoNetwork() }
      await harness.resume()
      try await #expect(expectError(Offline.self) == Offline())
      try await #expect(expectError() is NoNetwork)
    }
  }
}
