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
}
