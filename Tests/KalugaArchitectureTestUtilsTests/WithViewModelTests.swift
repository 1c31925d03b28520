import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Kaluga's tests of its `UIThreadViewModelTest`, and what they leave open.
@MainActor
struct WithViewModelTests {
  private final class Calls {
    var cleared = 0
    var resumed = 0
    var paused = 0
  }

  private final class Model: BaseLifecycleViewModel {
    @InitializedSubject var v = ""
    private let calls: Calls

    init(_ calls: Calls) {
      self.calls = calls
    }

    override func onResume(scope: TaskScope) { calls.resumed += 1 }
    override func onPause() { calls.paused += 1 }
    override func onCleared() { calls.cleared += 1 }
  }

  private struct ExpectedError: Error, Equatable {
    var text = "Expected error for testing"
  }

  private let calls = Calls()

  // MARK: The end

  @Test func `the view model is cleared once after the test`() async throws {
    let result = try await withViewModel(Model(calls)) { [calls] harness in
      #expect(harness.viewModel.v == "")
      harness.viewModel.v = "foo"
      #expect(calls.cleared == 0)
      return harness.viewModel.v
    }
    #expect(result == "foo")
    #expect(calls.cleared == 1)
  }

  @Test func `the error of a test comes out, and the view model is cleared`() async {
    await #expect(throws: ExpectedError()) {
      try await withViewModel(Model(calls)) { harness in
        await harness.resume()
        throw ExpectedError()
      }
    }
    #expect(calls.cleared == 1)
    #expect(calls.paused == 1)
  }

  @Test func `a test that clears the view model itself clears it once`() async throws {
    try await withViewModel(Model(calls)) { [calls] harness in
      await harness.resume()
      harness.clear()
      #expect(calls.cleared == 1)
      harness.clear()
    }
    #expect(calls.cleared == 1)
    #expect(calls.resumed == 1 && calls.paused == 1)
  }

  @Test func `a view model that cannot be made leaves nothing behind`() async {
    func make() throws -> Model { throw ExpectedError() }
    await #expect(throws: ExpectedError()) {
      try await withViewModel(try make()) { _ in Issue.record("the test ran") }
    }
    #expect(calls.cleared == 0)
  }

  @Test func `the view model is cleared when the test's task was cancelled`() async {
    let calls = calls
    let task = Task { @MainActor in
      try await withViewModel(Model(calls)) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(calls.cleared == 1)
  }

  @Test func `the view model is released after the test`() async throws {
    weak var model: Model?
    try await withViewModel(Model(calls)) { harness in
      model = harness.viewModel
      #expect(model != nil)
    }
    #expect(model == nil)
  }

  @Test func `each call makes a view model of its own`() async throws {
    let calls = calls
    try await withViewModel(Model(calls)) { outer in
      outer.viewModel.v = "outer"
      try await withViewModel(Model(calls)) { inner in
        #expect(inner.viewModel.v == "")
      }
      #expect(outer.viewModel.stage.current == .created)
      #expect(calls.cleared == 1)
    }
    #expect(calls.cleared == 2)
  }

  @Test func `a view model without stages of being shown works too`() async throws {
    final class Plain: LifecycleViewModel {}
    let stage = try await withViewModel(Plain()) { $0.viewModel.stage }
    #expect(stage.current == .cleared)
  }

  // MARK: The life

  @Test func `what was launched has started when resume returns`() async throws {
    final class Launching: BaseLifecycleViewModel {
      var started = 0

      override func onResume(scope: TaskScope) {
        for _ in 0..<10 {
          scope.launch { [weak self] in self?.started += 1 }
        }
      }
    }
    try await withViewModel(Launching()) { harness in
      await harness.resume()
      #expect(harness.viewModel.started == 10)
      #expect(harness.viewModel.stage.current == .resumed)
    }
  }

  @Test func `the cancellation has reached its tasks when pause returns`() async throws {
    final class Waiting: BaseLifecycleViewModel {
      var isRunning = false

      override func onResume(scope: TaskScope) {
        scope.launch { [weak self] in
          self?.isRunning = true
          for await _ in AsyncStream<Never>.makeStream().stream {}
          self?.isRunning = false
        }
      }
    }
    try await withViewModel(Waiting()) { harness in
      await harness.resume()
      #expect(harness.viewModel.isRunning)
      await harness.pause()
      #expect(!harness.viewModel.isRunning)
      #expect(harness.viewModel.stage.current == .paused)
    }
  }

  /// A view model that runs work while it is shown, and tells how much of it.
  private final class Busy: BaseLifecycleViewModel {
    var running = 0

    func repeatWork() {
      repeatOnResume { [weak self] in
        self?.running += 1
        for await _ in AsyncStream<Never>.makeStream().stream {}
        self?.running -= 1
      }
    }
  }

  @Test func `the work of children has ended too when pause returns`() async throws {
    try await withViewModel(Busy()) { harness in
      let (parent, child, grandchild) = (harness.viewModel, Busy(), Busy())
      child.adopt(grandchild)
      parent.adopt(child)
      for model in [parent, child, grandchild] {
        for _ in 0..<20 { model.repeatWork() }
      }
      for _ in 0..<50 {
        await harness.resume()
        #expect([parent.running, child.running, grandchild.running] == [20, 20, 20])
        await harness.pause()
        #expect([parent.running, child.running, grandchild.running] == [0, 0, 0])
      }
    }
  }

  @Test func `a pause waits for a family that goes round in a circle`() async throws {
    try await withViewModel(Busy()) { harness in
      let other = Busy()
      harness.viewModel.adopt(other)
      other.adopt(harness.viewModel)
      other.repeatWork()
      await harness.resume()
      #expect(other.running == 1)
      await harness.pause()
      #expect(other.running == 0)
      other.release(harness.viewModel)
    }
  }

  @Test func `work that does not end holds a pause up for the limit only, and is a failure`()
    async throws
  {
    let release = NavigationTicket<Int>()
    try await withViewModel(Busy(), limit: .milliseconds(250)) { harness in
      harness.viewModel.repeatOnResume { [release] in
        // A task of its own: cancelling the one that waits does not end it.
        _ = await Task.detached { await release.outcome }.value
      }
      await harness.resume()
      let error = await failureText { await harness.pause(fileID: "Tests/File.swift", line: 7) }
      #expect(
        error
          == "Tests/File.swift:7: 1 task(s) of Busy still run 0.25 seconds after it was paused "
          + "(task): let them end when they are cancelled"
      )
      #expect(harness.viewModel.scope.runningCount == 1)
      release.settle(.done)
      await harness.viewModel.scope.waitUntilEmpty()
    }
  }

  // MARK: Tasks that do not end

  /// A view model with tasks that take no notice of their cancellation.
  private final class Stubborn: LifecycleViewModel {
    let release = NavigationTicket<Int>()

    func launch(_ count: Int) {
      for _ in 0..<count {
        scope.launch { [release] in
          // A task of its own: cancelling the one that waits does not end it.
          _ = await Task.detached { await release.outcome }.value
        }
      }
    }
  }

  @Test func `tasks that do not end are reported with their number, their owner and the place`()
    async throws
  {
    var release: NavigationTicket<Int>?
    let error = await failureText {
      try await withViewModel(
        Stubborn(),
        limit: .milliseconds(20),
        fileID: "Tests/File.swift",
        line: 7
      ) { harness in
        release = harness.viewModel.release
        harness.viewModel.launch(2)
      }
    }
    #expect(
      error
        == "Tests/File.swift:7: 2 task(s) of Stubborn still run 0.02 seconds after it was cleared "
        + "(task, task): let them end when they are cancelled"
    )
    release?.settle(.done)
  }

  @Test func `the error of the test comes before the report of its tasks`() async {
    var release: NavigationTicket<Int>?
    await #expect(throws: ExpectedError()) {
      try await withViewModel(Stubborn(), limit: .milliseconds(20)) { harness in
        release = harness.viewModel.release
        harness.viewModel.launch(1)
        throw ExpectedError()
      }
    }
    release?.settle(.done)
  }

  @Test func `tasks that end when they are cancelled are no problem`() async throws {
    try await withViewModel(Model(calls)) { harness in
      for _ in 0..<100 {
        harness.viewModel.scope.launch {
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      }
    }
  }
}
