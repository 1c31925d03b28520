import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What users of other test libraries have reported.
///
/// More of them are in `Tests/FailureReports`, because their tests fail.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReportedTestCases {
  struct Offline: Error {}

  // supabitapp/supacode#636, EnviousWispr#2233: the clock moves before the work sleeps on it.
  @Test func `a clock that is moved at once waits for the sleep of work off the main actor`() async
  {
    let clock = ManualClock()
    let scope = TaskScope(name: "throttle")
    let flushed = EventChannel<Int>()
    let flushes = ValueRecorder(following: flushed)
    for number in 1...20 {
      scope.launch(on: .pool) {
        await Task.detached {}.value
        try await clock.sleep(for: .seconds(1))
        flushed.send(number)
      }
      await clock.run(for: .seconds(1))
      await flushes.expect(number)
    }
  }

  // devlooped/moq#285, easymock#84: the code under test catches the error of an unexpected call.
  @Test func `an unexpected call fails the test although the caller catches its error`() async {
    let load = MockFunction<Int, Int>("load")
    load.on(.equal(1)).returns(1)
    await withKnownIssue {
      do { _ = try await load.callAsync(2) } catch {}
    } matching: {
      "\($0)\($0.comments.map(\.rawValue))".contains("load(2): no stub matches")
    }
    load.verify(.equal(1), times: 0)
  }

  // easymock#122: of two calls from two threads, only one is counted.
  @Test func `calls from any number of threads are all counted`() async {
    let save = MockFunction<Void, Int>("save", default: ())
    await withTaskGroup { group in
      for number in 0..<100 { group.addTask { try? save.call(number % 2) } }
    }
    save.verify(.equal(0), times: 50)
    save.verify(calls: 100)
  }

  // quire#100: a failed assertion skips the line that ends an endless collection, and the test hangs.
  @Test func `a test that fails ends, although its view model collects without an end`() async {
    final class FeedViewModel: BaseLifecycleViewModel {
      @InitializedSubject var last = 0
      init(_ feed: MutableStateFlow<Int>) {
        super.init()
        collectWhileResumed(feed) { [weak self] in self?.last = $0 }
      }
    }
    let feed = MutableStateFlow(1)
    await #expect(throws: Offline.self) {
      try await withViewModel(FeedViewModel(feed)) { harness in
        let values = ValueRecorder(harness.viewModel.$last)
        await harness.resume()
        await values.expect(0, 1)
        throw Offline()
      }
    }
    #expect(feed.subscriptionCount.value == 0)
  }

  // kotlinx.coroutines#3889: a test cannot expect an error of a scope that it does not create itself.
  @Test(.exhaustive) func `a test expects an error of a scope deep inside`() async throws {
    final class OuterViewModel: BaseLifecycleViewModel {
      let part = BaseLifecycleViewModel()
      private let deep: TaskScope
      init() {
        deep = part.scope.childScope(name: "deep")
        super.init()
        addChild(part)
      }
      func refresh() { deep.launch(on: .pool) { throw Offline() } }
    }
    let harness = ViewModelHarness(OuterViewModel())
    harness.viewModel.refresh()
    try await expectError(Offline.self)
  }

  // swift-testing#500: an expectation after the end of its test ends the process.
  @Test func `a recorder that outlives its test can still be asked`() async throws {
    var late: ValueRecorder<Int>?
    try await withExhaustiveChecks {
      late = ValueRecorder(InitializedSubject(wrappedValue: 1))
      #expect(late?.values == [1])
    }
    #expect(late?.pending == [1])
  }

  // MARK: Mocks

  // mockk/mockk#352: captors of two verifications have the argument of the last call.
  @Test func `a captor has the arguments of the calls that match, and of no other`() throws {
    let send = MockFunction<Void, String, String>("send", default: ())
    let stubbed = Captor<String>()
    send.on(.capture(stubbed), .equal("second text")).returns()
    try send.call("1", "first text")
    try send.call("2", "second text")
    let captors = (Captor<String>(), Captor<String>())
    send.verify(.equal("1"), .capture(captors.0))
    send.verify(.equal("2"), .capture(captors.1))
    #expect(captors.0.values == ["first text"])
    #expect(captors.1.values == ["second text"])
    #expect(stubbed.values == ["2"])
  }

  // mockk/mockk#507: an order in which the same call is expected several times is not found.
  // felangel/mocktail#194: the order is right, and there are more calls than expected.
  @Test func `an order may repeat calls, and their number is verified apart`() async throws {
    let track = MockFunction<Void, String, Int>("track", default: ())
    for position in 1...3 {
      try track.call("play", position)
      try track.call("pause", position)
    }
    verifyOrder(
      track.called(.equal("play"), .any),
      track.called(.equal("pause"), .equal(1)),
      track.called(.equal("play"), .equal(2)),
      track.called(.any, .any),
      track.called(.equal("play"), .any)
    )
    track.verify(.equal("play"), .any, times: 3)
    track.verify(calls: 6)
    // devlooped/moq#733: after the calls were forgotten, they are still verified.
    track.resetCalls()
    track.verify(calls: 0)
    withKnownIssue { verifyOrder(track.called(.any, .equal(1))) }
  }

  // easymock/easymock#178: a verification on another thread passes before the argument is captured.
  @Test func `a captor has its argument when the verification returns`() async {
    let save = MockFunction<Void, Int>("save", default: ())
    for number in 0..<50 {
      let captor = Captor<Int>()
      Task.detached { try? save.call(number) }
      await save.verify(.capture(captor, where: .equal(number)), within: .seconds(60))
      #expect(captor.last == number)
    }
  }

  // MARK: Clocks

  // sinonjs/fake-timers#585: a timer that is cancelled by a timer of the same time fires, and never
  // stops.
  @Test func `a sleeper that is cancelled by a sleeper with the same deadline does not continue`()
    async
  {
    let (clock, scope) = (ManualClock(), TaskScope(name: "sleepers"))
    var log: [String] = []
    var second: Task<Void, Never>?
    scope.launch {
      try await clock.sleep(for: .seconds(1))
      log.append("first")
      second?.cancel()
    }
    second = scope.launch {
      while true {
        try await clock.sleep(for: .seconds(1))
        log.append("second")
      }
    }
    await clock.run(for: .seconds(3))
    await scope.waitUntilEmpty()
    #expect(log == ["first"])
    #expect(clock.deadlines == [])
  }

  // oven-sh/bun#42045: a timer that moves the clock itself lets it go back afterwards.
  @Test func `a clock that work moves during a run does not go back`() async {
    let (clock, scope) = (ManualClock(), TaskScope(name: "hurried"))
    var times: [Duration] = []
    scope.launch {
      for _ in 0..<3 {
        try await clock.sleep(for: .seconds(1))
        times.append(clock.now.offset)
        clock.advance(by: .seconds(10))
      }
    }
    await clock.run(for: .seconds(5))
    #expect(times == [.seconds(1)])
    #expect(clock.now.offset == .seconds(11))
    await clock.run(for: .seconds(1))
    #expect(times == [.seconds(1), .seconds(12)])
    scope.cancel()
  }

  // kaeawc/auto-mobile#4437: work that waits for no time at all keeps the test from going on.
  @Test func `polling without an interval does not hold up the test`() async {
    let (model, runs) = (BaseLifecycleViewModel(), EventChannel<Int>())
    let recorder = ValueRecorder(following: runs)
    var count = 0
    model.poll(every: .zero, clock: ManualClock()) {
      count += 1
      runs.send(count)
    }
    model.didResume()
    await recorder.expect(1, 2, 3)
    model.didPause()
    await model.scope.waitUntilEmpty()
  }

  // badoo/Reaktive#470: work that is repeated each ten seconds runs once if a test advances by fifty.
  @Test func `one step of the clock runs all repetitions that fall into it`() async {
    let (clock, scope) = (ManualClock(), TaskScope(name: "repeated"))
    var times: [Duration] = []
    scope.launch {
      while true {
        try await clock.sleep(for: .seconds(10))
        times.append(clock.now.offset)
      }
    }
    await clock.run(for: .seconds(50))
    #expect(times == [.seconds(10), .seconds(20), .seconds(30), .seconds(40), .seconds(50)])
    scope.cancel()
    await scope.waitUntilEmpty()
  }
}
