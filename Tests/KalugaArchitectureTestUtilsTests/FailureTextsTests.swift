import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What users read when a test fails, all in one file: `Golden/failures.out`.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FailureTextsTests {
  enum Action: NavigationAction, Equatable {
    case details(Int)
    case sheet
  }

  struct User: Equatable {
    var name = "Ada"
    var age = 36
  }

  final class Model: BaseLifecycleViewModel {
    @InitializedSubject var user = User()
    let labels = EventChannel<String>()
  }

  private struct Broken: Error, CustomStringConvertible {
    var description: String { "no network" }
  }

  /// Each utility in each way in which it can fail; the texts with their names.
  private func texts() async throws -> [(String, String)] {
    var texts: [(String, String)] = []
    func add(_ name: String, _ body: () async throws -> Void) async {
      texts.append((name, withoutPlace(await failureText(body))))
    }
    let brief = Duration.milliseconds(20)

    await add("expectEqual") { expectEqual(User(age: 37), User()) }
    await add("expectEqual, the same text") { expectEqual(Double.nan, Double.nan) }
    await add("expectTranscript") { expectTranscript("a\nx", equals: "a\nb") }
    await add("expectTranscript, golden file") {
      expectTranscript("start    home   [home]", goldenFile: "Golden/first.out")
    }
    await add("expectTranscript, no golden file") {
      expectTranscript("a", goldenFile: "/no/such/file")
    }
    await add("expectTranscript, record: true, no folder") {
      expectTranscript("a", goldenFile: "/no/such/file", record: true)
    }

    let numbers = ValueRecorder(InitializedSubject(wrappedValue: 1), limit: brief)
    await add("expect, another value") { await numbers.expect(2) }
    await add("expect, nothing") { await numbers.expect(2) }
    await add("next") { _ = try await numbers.next() }
    await add("next(where:)") { _ = try await numbers.next { $0 > 1 } }
    await add("skip") { try await numbers.skip(2) }
    await add("expectEnd") { await numbers.expectEnd() }
    await add("expectFailure") { try await numbers.expectFailure() }
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let failing = ValueRecorder(following: stream)
    continuation.yield(1)
    continuation.finish(throwing: Broken())
    await add("expectFailure, a value") { try await failing.expectFailure() }
    await add("expectNothing") { failing.expectNothing() }
    try await failing.skip()
    await add("expectEnd, an error") { await failing.expectEnd() }
    await add("next, an error") { _ = try await failing.next() }
    let ended = ValueRecorder(following: AsyncStream<Int> { $0.finish() })
    await add("next, the end") { _ = try await ended.next() }
    await add("expectFailure, the end") { try await ended.expectFailure() }

    let navigator = RecordingNavigator<Action>()
    await add("navigator.expect, too few") { navigator.expect(.details(7)) }
    try navigator.navigate(.sheet)
    await add("navigator.expect, others") { navigator.expect(.details(7)) }
    await add("finish") { try navigator.finish(with: 7) }
    await add("goBack") { try navigator.goBack() }
    try navigator.navigate(NavigationRequest<Action, Int>(.details(7)))
    await add("finish, another type") { try navigator.finish(with: "x") }

    await add("withViewModel, values") {
      try await withViewModel(Model()) { _ = ValueRecorder($0.viewModel.$user) }
    }
    await add("withViewModel, labels") {
      try await withViewModel(Model()) { harness in
        _ = ValueRecorder(following: harness.viewModel.labels)
        harness.viewModel.labels.send("saved")
      }
    }
    await add("withExhaustiveChecks, navigations") {
      _ = try await withExhaustiveChecks { try RecordingNavigator<Action>().navigate(.sheet) }
    }
    let kept = Model()
    await add("withViewModel, still alive") { try await withViewModel(kept, limit: brief) { _ in } }
    var scope: TaskScope?
    await add("withViewModel, scope still alive") {
      try await withViewModel(Model(), limit: brief) { scope = $0.viewModel.scope }
    }
    withExtendedLifetime(scope) {}
    let ticket = NavigationTicket<Int>()
    await add("withViewModel, tasks") {
      _ = try await withViewModel(Model(), limit: brief) { harness in
        harness.viewModel.scope.launch(name: "load") {
          // A task of its own: cancelling the one that waits does not end it.
          _ = await Task.detached { await ticket.outcome }.value
        }
      }
    }
    ticket.settle(.done)
    await add("ViewModelHarness outside of checks") { _ = ViewModelHarness(Model()) }
    let followed = InitializedSubject(wrappedValue: 0)
    await add("watchObservers") {
      try await withViewModel(Model()) { harness in
        harness.watchObservers(of: followed, name: "users")
        _ = followed.observe { _ in }
      }
    }
    await add("expectReleased") { await expectReleased { kept } }

    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(3))) }
    try await clock.waitForSleepers(1)
    await add("waitForSleepers") { try await clock.waitForSleepers(2, limit: brief) }
    await add("runToEnd") { try await clock.runToEnd(limit: .seconds(1)) }
    sleeper.cancel()

    let gate = Gate()
    let passing = Task { try await gate.pass("load") }
    try await gate.waitForArrivals(1)
    await add("gate.waitForArrivals") { try await gate.waitForArrivals(2, limit: brief) }
    passing.cancel()
    let opened = Gate()
    opened.open()
    await add("gate.waitForArrivals, the gate is open") {
      try await opened.waitForArrivals(1, limit: brief)
    }
    await add("waitUntilParked") {
      try await withViewModel(Model()) { harness in
        let other = NavigationTicket<Int>()
        harness.viewModel.scope.launch(name: "sleep") { try await clock.sleep(for: .seconds(9)) }
        harness.viewModel.scope.launch(name: "load") {
          await withTaskCancellationHandler {
            _ = await Task.detached { await other.outcome }.value
          } onCancel: {
            other.settle(.done)
          }
        }
        try await waitUntilParked(harness.viewModel.scope, limit: brief)
      }
    }
    let unseen = TaskScope(name: "search")
    unseen.launch(name: "load") { try await clock.sleep(for: .seconds(9)) }
    await add("waitUntilParked, a scope from elsewhere") { try await waitUntilParked(unseen) }
    unseen.cancel()

    await add("exploreMainActorSchedules") {
      try await exploreMainActorSchedules(seeds: 5...90) { throw Broken() }
    }
    await add("exploreSchedules") {
      try await exploreSchedules(seeds: 5...90) { throw Broken() }
    }

    let load = MockFunction<User, Int>("load")
    await add("call without a stub") { _ = try load.call(7) }
    let held = load.on(.equal(1)).awaits()
    await add("gate.arrival") { _ = try await held.arrival(within: brief) }
    await add("call of an answer to wait for") { _ = try load.call(1) }
    let save = MockFunction<User, Int>("save")
    await add("verify, never called") { save.verify(.any) }
    await add("verifyOrder, never called") { verifyOrder(save.called(.any), save.called(.any)) }
    await add("verify") { load.verify(.equal(1), times: 2) }
    await add("verify within") { await load.verify(.equal(9), within: brief) }
    await add("verifyOrder") { verifyOrder(load.called(.equal(1)), load.called(.equal(7))) }

    await add("expectNavigatorConformance, no action") {
      try await expectNavigatorConformance(accepting: [Action]()) { _ in
        NavigatorUnderTest(RecordingNavigator<Action>())
      }
    }
    await add("expectNavigatorConformance") {
      try await expectNavigatorConformance(accepting: [Action.sheet], limit: brief) { _ in
        NavigatorUnderTest(RecordingNavigator<Action>(throwing: .noHost(action: "sheet")))
      }
    }
    return texts
  }

  private func withoutPlace(_ text: String?) -> String {
    let lines = (text ?? "nothing is reported").split(separator: "\n").map { line in
      // Only failures begin with a place, and one body may have several.
      line.prefixMatch(of: #/\S+\.swift:\d+: /#).map { String(line[$0.range.upperBound...]) }
        ?? String(line)
    }
    return lines.joined(separator: "\n")
  }

  @Test func `failures say what was expected, what came, and what to do`() async throws {
    let found = try await texts().map { "\($0):\n\($1)\n" }.joined(separator: "\n")
    expectTranscript(found, goldenFile: "Golden/failures.out")
  }
}
