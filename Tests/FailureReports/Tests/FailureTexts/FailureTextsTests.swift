import KalugaArchitecture
import KalugaStores
import Testing

@testable import KalugaArchitectureTestUtils

enum Action: NavigationAction, Equatable {
  case details(Int)
  case sheet
}

struct User: Hashable {
  var name = "Ada"
  var age = 36
}

/// A content whose spec swaps its rows, and which cannot store infinity.
struct Size: NavigationBundleContent, Equatable {
  var width: Double
  var height = 2.0

  static let bundleSpec = NavigationBundleSpec(
    Size.init(width:height:),
    NavigationBundleSpecRow("height", \Size.height, .codable()),
    NavigationBundleSpecRow("width", \Size.width, .codable())
  )
}

final class Model: BaseLifecycleViewModel {
  @InitializedSubject var user = User()
  let labels = EventChannel<String>()
}

final class HomeViewModel: BaseLifecycleViewModel {}

final class RatingViewModel: BaseLifecycleViewModel {
  private let gate: Gate
  private let save: MockFunction<Void, Int>

  init(_ gate: Gate, _ save: MockFunction<Void, Int>) {
    self.gate = gate
    self.save = save
    super.init()
  }

  override func onResume(scope: TaskScope) {
    scope.launch(name: "rate") { [gate, save] in
      try await gate.pass()
      try await save.callAsync(5)
    }
  }
}

final class TappedViewModel: NavigatingViewModel<Action> {
  let recording = RecordingNavigator<Action>()
  init() { super.init(navigator: recording) }
  func doneTapped() throws { try navigator.navigate(.sheet) }
}

/// A view model whose closure retains it.
final class Asker: NavigatingViewModel<Action> {
  var edited = 0

  init(navigator: RecordingNavigator<Action>) {
    super.init(navigator: navigator)
    onResult(NavigationResultKey<Int>("edited")) { self.edited = $0 }
  }
}

/// A view model whose visible work retains it.
final class Follower: BaseLifecycleViewModel {
  private let gate = Gate()

  override func onVisible(scope: TaskScope) {
    scope.launch(name: "follow") { try await self.gate.pass() }
  }
}

struct NoNetwork: Error, CustomStringConvertible {
  let description = "no network"
}

extension NavigationTicket<Int> {
  func outcomeIgnoringCancellation() async {
    // An unstructured task is not cancelled with its creator.
    _ = await Task.detached { await self.outcome }.value
  }
}

/// Compares all texts that users read when a test fails with one file, `Golden/failures.out`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class FailureTextsTests {
  private struct Row {
    let name: String
    /// The line of the call that must be reported, or an earlier one.
    let line: Int
    let failures: String
  }

  private var rows: [Row] = []
  private let brief = Duration.milliseconds(20)

  private func add(_ name: String, line: Int = #line, _ body: () async throws -> Void) async {
    rows.append(Row(name: name, line: line, failures: await failureText(body) ?? ""))
  }

  @Test func `failures show what was expected, what was found, and what to do`() async throws {
    await addDifferences()
    await addBundles()
    try await addRecorders()
    await addSteps()
    try await addNavigators()
    try await addRemainders()
    await addErrors()
    await addMistakes()
    try await addWaits()
    await addMocks()
    await addConformance()
    var texts: [String] = []
    let nextLines = rows.dropFirst().map(\.line) + [Int.max]
    for (row, nextLine) in zip(rows, nextLines) {
      let place = #/FailureTexts/FailureTextsTests\.swift:(\d+): /#
      let lines = row.failures.matches(of: place).compactMap { Int($0.1) }
      #expect(!lines.isEmpty, "\(row.name) reports nothing")
      #expect(lines.allSatisfy((row.line..<nextLine).contains), "\(row.name) reports at \(lines)")
      texts.append("\(row.name): \(row.failures.replacing(place, with: ""))\n")
    }
    expectTranscript(texts.joined(separator: "\n"), goldenFile: "Golden/failures.out")
  }

  // MARK: The rows, in the order of their lines

  private func addDifferences() async {
    await add("expectEqual") { expectEqual(User(age: 37), User()) }
    await add("expectEqual, the same text") { expectEqual(Double.nan, Double.nan) }
    await add("expectTranscript") { expectTranscript("a\nx", equals: "a\nb") }
    await add("expectTranscript, golden file") {
      expectTranscript("start    home   [home]", goldenFile: "Golden/first.out")
    }
    await add("expectTranscript, no golden file") {
      expectTranscript("a", goldenFile: "/no/such/file")
    }
    await add("expectTranscript, recording, no folder") {
      expectTranscript("a", goldenFile: "/no/such/file", record: true)
    }
    await add("expectAtlas") {
      expectAtlas(Atlas(places: [.init(name: "list")]), goldenFile: "Golden/first.dot")
    }
  }

  private func addBundles() async {
    await add("expectBundleRoundTrip") { expectBundleRoundTrip(Size(width: 1)) }
    await add("expectBundleRoundTrip, unreadable") { expectBundleRoundTrip(Size(width: .infinity)) }
  }

  private func addRecorders() async throws {
    let one = InitializedSubject(wrappedValue: 1)
    let numbers = ValueRecorder(one, name: "numbers", limit: brief)
    await add("expect, another value") { await numbers.expect(2) }
    await add("expect, nothing") { await numbers.expect(2) }
    await add("next") { _ = try await numbers.next() }
    await add("next(where:)") { _ = try await numbers.next { $0 > 1 } }
    await add("skip") { try await numbers.skip(2) }
    await add("expectEnd") { await numbers.expectEnd() }
    await add("expectFailure") { try await numbers.expectFailure() }
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let failing = ValueRecorder(following: stream, name: "failing")
    continuation.yield(1)
    continuation.finish(throwing: NoNetwork())
    await add("expectFailure, a value") { try await failing.expectFailure() }
    await add("expectNothing") { failing.expectNothing() }
    try await failing.skip()
    await add("expectEnd, an error") { await failing.expectEnd() }
    await add("next, an error") { _ = try await failing.next() }
    // At the end of a sequence, the limit has no effect.
    let end = AsyncStream<Int> { $0.finish() }
    let ended = ValueRecorder(following: end, name: "ended", limit: .seconds(3600))
    await add("next, the end") { _ = try await ended.next() }
    await add("expectFailure, the end") { try await ended.expectFailure() }
  }

  private func addSteps() async {
    let store = ReducerStore<Int, User, Int, Never>(
      initialState: User(),
      reduce: { user, years in user.age += years },
      execute: { years, context in
        context.dispatch(years)
        context.launch { effect in effect.dispatch(years) }
      }
    )
    let steps = StoreSteps(store, limit: brief)
    await add("steps.send") { steps.send(1) { $0.age = 38 } }
    await add("steps.receive") { await steps.receive { $0.name = "Eve" } }
    steps.send(1) { $0.age += 1 }
    await Task { @MainActor in }.value
    await add("steps.send, not received") { steps.send(1) { $0.age += 1 } }
    await steps.receive { $0.age += 1 }
    await add("steps.receive, nothing") { await steps.receive { $0.age += 1 } }
  }

  private func addNavigators() async throws {
    let navigator = RecordingNavigator<Action>()
    await add("navigator.expect, too few") { navigator.expect(.details(7)) }
    // A refused request does not stay open.
    navigator.failure = .refused(action: "sheet", reason: "test")
    _ = try? navigator.navigate(NavigationRequest<Action, Int>(.sheet))
    navigator.failure = nil
    await add("navigator.expect, others") { navigator.expect(.details(7)) }
    await add("finish") { try navigator.finish(with: 7) }
    await add("goBack") { try navigator.goBack() }
    let ticket = try navigator.navigate(NavigationRequest<Action, Int>(.details(7)))
    await add("finish, another type") { try navigator.finish(with: "x") }
    // The request stays open, and finishes once.
    try navigator.finish(with: 42)
    #expect(await ticket.outcome == .finished(42))
    #expect(await failureText { try navigator.finish(with: 42) } != nil)
  }

  /// Adds failures about what a test leaves behind.
  private func addRemainders() async throws {
    await add("withViewModel, values") {
      try await withViewModel(Model()) { _ = ValueRecorder($0.viewModel.$user, name: "user") }
    }
    await add("withViewModel, labels") {
      try await withViewModel(Model()) { harness in
        _ = ValueRecorder(following: harness.viewModel.labels, name: "labels")
        harness.viewModel.labels.send("saved")
      }
    }
    await add("withExhaustiveChecks, navigations") {
      _ = try await withExhaustiveChecks { try RecordingNavigator<Action>().navigate(.sheet) }
    }
    let kept = Model()
    await add("withViewModel, still alive") { try await withViewModel(kept, limit: brief) { _ in } }
    await add("withViewModel, a closure that it retains") {
      try await withViewModel(Asker(navigator: RecordingNavigator()), limit: brief) { _ in }
    }
    var scope: TaskScope?
    await add("withViewModel, scope still alive") {
      try await withViewModel(Model(), limit: brief) { scope = $0.viewModel.scope }
    }
    withExtendedLifetime(scope) {}
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    await add("withViewModel, tasks") {
      try await withViewModel(Model(), limit: brief) {
        _ = $0.viewModel.scope.launch(name: "load") { await ticket.outcomeIgnoringCancellation() }
      }
    }
    await add("harness.pause, visible work") {
      try await withViewModel(Model(), limit: brief) { harness in
        harness.viewModel.repeatWhileVisible(name: "follow") {
          await ticket.outcomeIgnoringCancellation()
        }
        await harness.resume()
        await harness.pause()
        promise.settle(.done)
        await harness.viewModel.scope.waitUntilEmpty()
      }
    }
    await add("ViewModelHarness outside of checks") { _ = ViewModelHarness(Model()) }
    await add("expectReleased") { await expectReleased { kept } }
    let follower = Follower()
    follower.didBecomeVisible()
    await add("expectReleased, work of a hook") { await expectReleased { follower } }
    follower.clear()
    let home = HomeViewModel()
    let process = SimulatedProcess { _ in
      NavigationDriver(root: Opened.home) { _, _ in home }
    }
    await add("dieAndRestore") { try await process.dieAndRestore() }
    process.driver.end()
  }

  /// Adds failures about what has failed although the test checks nothing about it.
  private func addErrors() async {
    // kotlinx.coroutines#1205: an exception of a child of the view model's scope fails no test.
    await add("withViewModel, an error") {
      try await withViewModel(Model()) { harness in
        harness.viewModel.scope.launch { throw NoNetwork() }
        return
      }
    }
    await add("withExhaustiveChecks, a refusal") {
      try await withExhaustiveChecks(except: .navigations) {
        let navigator = RecordingNavigator<Action>()
        navigator.answer { _ in .refuse(.refused(action: "sheet", reason: "no user is logged in")) }
        try navigator.navigate(.sheet)
      }
    }
    await add("withExhaustiveChecks, an open request") {
      try await withExhaustiveChecks(except: .navigations) {
        let navigator = RecordingNavigator<Action>()
        let ticket = try navigator.navigate(NavigationRequest<Action, Int>(.sheet))
        withExtendedLifetime((navigator, ticket)) {}
      }
    }
    // cashapp/turbine#55 and #149: the end of a flow after the last awaited item is ignored.
    await add("withExhaustiveChecks, an end") {
      try await withExhaustiveChecks {
        _ = ValueRecorder(following: AsyncStream<Int> { $0.finish() }, name: "numbers")
      }
    }
    await add("withExhaustiveChecks, an error of a sequence") {
      try await withExhaustiveChecks {
        let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: NoNetwork()) }
        _ = ValueRecorder(following: stream, name: "numbers")
      }
    }
    await add("expectError") {
      _ = try await withExhaustiveChecks { try await expectError(NoNetwork.self, limit: brief) }
    }
    await add("expectError outside of checks") { _ = try await expectError() }
  }

  /// Adds what a test reports after mistakes that new users have made in their apps.
  private func addMistakes() async {
    await add("a mistake, a result that nothing awaits") {
      try await withExhaustiveChecks {
        let navigator = RecordingNavigator<Action>()
        _ = try navigator.navigate(NavigationRequest<Action, Int>(.details(7)))
        navigator.expect(.details(7))
        try navigator.finish(with: 1)
      }
    }
    await add("a mistake, an effect that fails") {
      try await withExhaustiveChecks {
        let store = ReducerStore<Int, Bool, Bool, Never>(
          initialState: false,
          reduce: { $0 = $1 },
          execute: { _, context in
            context.dispatch(true)
            context.launch(name: "sync") { effect in
              if effect.state { throw NoNetwork() }
              effect.dispatch(false)
            }
          }
        )
        let states = ValueRecorder(store.state, name: "isSyncing", limit: brief)
        store.send(1)
        await states.expect(false, true, false)
      }
    }
    await add("a mistake, a stream that ends") {
      try await withExhaustiveChecks {
        let scope = TaskScope(name: "feed")
        let stream = AsyncStream<Int> { $0.finish() }
        let price = InitializedObservable(0, following: stream, in: scope)
        let prices = ValueRecorder(price, name: "price", limit: brief)
        await scope.waitUntilEmpty()
        await prices.expect(0, 1)
        withExtendedLifetime((scope, price)) {}
      }
    }
    await add("a mistake, two taps") {
      try await withViewModel(TappedViewModel()) { harness in
        for _ in 0..<2 { try harness.viewModel.doneTapped() }
        harness.viewModel.recording.expect(.sheet)
      }
    }
    let save = MockFunction<Void, Int>("save", default: ())
    let gate = Gate()
    await add("a mistake, a result awaited in the scope of the resume") {
      try await withViewModel(RatingViewModel(gate, save)) { harness in
        await harness.resume()
        await harness.pause()
        gate.open()
        save.verify(.equal(5))
      }
    }
  }

  private func addWaits() async throws {
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
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    await add("waitUntilParked") {
      try await withViewModel(Model()) { harness in
        defer { promise.settle(.done) }
        harness.viewModel.scope.launch(name: "sleep") { try await clock.sleep(for: .seconds(9)) }
        harness.viewModel.scope.launch(name: "load") { await ticket.outcomeIgnoringCancellation() }
        try await waitUntilParked(harness.viewModel.scope, limit: brief)
      }
    }
    let finished = NavigationPromise<Int>()
    let last = finished.ticket
    let woken = TaskScope(name: "search")
    for time in 1...2 {
      woken.launch(name: "load \(time)") {
        try await clock.sleep(until: clock.now.advanced(by: .seconds(time)))
        await last.outcomeIgnoringCancellation()
      }
    }
    try await clock.waitForSleepers(2)
    await add("run") {
      try await withExhaustiveChecks(limit: brief) { await clock.run(for: .seconds(9)) }
    }
    await add("runToEnd, running work") {
      try await withExhaustiveChecks(limit: brief) { try await clock.runToEnd() }
    }
    finished.settle(.done)
    await woken.waitUntilEmpty()
    // The clock of this test watches scopes that the test itself makes.
    let unseen = await Task.detached { TaskScope(name: "search") }.value
    unseen.launch(name: "load") { try await clock.sleep(for: .seconds(9)) }
    await add("waitUntilParked, a scope from elsewhere") { try await waitUntilParked(unseen) }
    unseen.cancel()

    await add("exploreMainActorSchedules") {
      try await exploreMainActorSchedules(seeds: 5...90) { throw NoNetwork() }
    }
    await add("exploreSchedules") {
      try await exploreSchedules(seeds: 5...90) { throw NoNetwork() }
    }
  }

  private func addMocks() async {
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
  }

  private func addConformance() async {
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
    await add("expectStoreConformance") {
      try await expectStoreConformance(changing: []) { BrokenStore(.release) }
    }
  }
}
