import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests how a harness drives a view model, and what it accepts at the end of a test.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WithViewModelTests {
  private final class Model: BaseLifecycleViewModel {
    @InitializedSubject var name = ""
    var running = 0

    override func onCleared() { name = "cleared" }

    var visible = 0

    func repeatWork() {
      repeatOnResume { [weak self] in
        self?.running += 1
        await untilCancelled()
        self?.running -= 1
      }
      repeatWhileVisible { [weak self] in
        self?.visible += 1
        await untilCancelled()
        self?.visible -= 1
      }
    }
  }

  private let failure = NavigationError.noHost(action: "test")
  private let story = Log<String>()

  private func narrator(_ name: String = "model") -> NarratingViewModel {
    NarratingViewModel(name, story)
  }

  // MARK: The end

  @Test func `the view model is cleared once and released after the test`() async throws {
    weak var model: NarratingViewModel?
    let result = try await withViewModel(narrator()) { harness in
      model = harness.viewModel
      #expect(story.all == [])
      return harness.viewModel.name
    }
    #expect(result == "model")
    #expect(story.all == ["×model"])
    #expect(model == nil)
  }

  @Test func `a test that clears the view model itself clears it once`() async throws {
    try await withViewModel(narrator()) { harness in
      await harness.resume()
      harness.clear()
      #expect(story.all == ["+model", "-model", "×model"])
      harness.clear()
    }
    #expect(story.count == 3)
  }

  // ra1028/swiftui-atom-properties#214: tests that run in parallel delay each other.
  @Test func `a view model that is released late, because nothing ran, is not a leak`() async throws
  {
    try await withViewModel(BaseLifecycleViewModel(), limit: .milliseconds(20)) { harness in
      Task { [model = harness.viewModel] in
        await standStill()
        withExtendedLifetime(model) {}
      }
    }
  }

  @Test func `a view model with nothing but a lifecycle works too`() async throws {
    let stage = try await withViewModel(LifecycleViewModel()) { $0.viewModel.stage }
    #expect(stage.current == .cleared)
  }

  @Test func `view models are cleared in the reverse order of their creation`() async throws {
    try await withExhaustiveChecks {
      for name in ["a", "b"] { _ = ViewModelHarness(narrator(name)) }
      try await withViewModel(narrator("inner")) { _ in #expect(story.all == []) }
      #expect(story.all == ["×inner"])
    }
    #expect(story.all == ["×inner", "×b", "×a"])
  }

  // MARK: Errors

  @Test func `only the error of the test is reported, and the view model is cleared`() async {
    let promise = NavigationPromise<Int>()
    await #expect(throws: failure) {
      try await withViewModel(narrator(), limit: .milliseconds(20)) { harness in
        _ = ValueRecorder(harness.viewModel.stage)
        harness.viewModel.scope.launch {
          // An unstructured task is not cancelled with its creator.
          _ = await Task.detached { await promise.ticket.outcome }.value
        }
        await harness.resume()
        throw failure
      }
    }
    promise.settle(.done)
    #expect(story.all == ["+model", "-model", "×model"])
  }

  @Test func `the view model is cleared even if the test's task is cancelled`() async {
    let task = Task { @MainActor in
      try await withViewModel(narrator()) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(story.all == ["×model"])
  }

  // MARK: Resume and pause

  @Test func `resume and pause wait for the work of a view model and its children`() async throws {
    try await withViewModel(Model()) { harness in
      let (parent, child, grandchild) = (harness.viewModel, Model(), Model())
      parent.addChild(child)
      child.addChild(grandchild)
      // View models may refer to each other.
      grandchild.addChild(parent)
      let family = [parent, child, grandchild]
      for model in family { for _ in 0..<20 { model.repeatWork() } }
      for _ in 0..<Effort.rounds {
        await harness.resume()
        #expect(family.map(\.running) == [20, 20, 20])
        #expect(family.map(\.visible) == [20, 20, 20])
        await harness.pause()
        #expect(family.map(\.running) == [0, 0, 0])
        #expect(family.map(\.visible) == [0, 0, 0])
      }
      #expect(parent.stage.current == .paused)
      grandchild.removeChild(parent)
    }
  }

  @Test func `a resumed view model that becomes visible keeps only its visible work`() async throws
  {
    try await withViewModel(Model()) { harness in
      let (parent, child) = (harness.viewModel, Model())
      parent.addChild(child)
      for model in [parent, child] { model.repeatWork() }
      await harness.becomeVisible()
      #expect([parent, child].map(\.visible) == [1, 1])
      await harness.resume()
      #expect([parent, child].map(\.running) == [1, 1])
      await harness.becomeVisible()
      #expect([parent, child].map(\.running) == [0, 0])
      #expect([parent, child].map(\.visible) == [1, 1])
      #expect(parent.stage.current == .visible)
      await harness.pause()
      #expect([parent, child].map(\.visible) == [0, 0])
      await harness.becomeVisible()
      #expect([parent, child].map(\.visible) == [1, 1])
    }
  }

  @Test func `visible work is waited for until it is parked`() async throws {
    try await withViewModel(Model()) { harness in
      let gate = Gate()
      harness.viewModel.repeatWhileVisible { [weak model = harness.viewModel] in
        try await gate.pass()
        model?.visible += 1
      }
      await harness.becomeVisible()
      try await harness.waitUntilParked()
      #expect(harness.viewModel.visible == 0)
      gate.open()
      try await harness.waitUntilParked()
      #expect(harness.viewModel.visible == 1)
    }
  }

  // MARK: Recorded values

  @Test(arguments: ["values", "pending", "next", "skip", "expect"])
  func `there are several ways to check values, and values at the end need no check`(
    _ way: String
  ) async throws {
    try await withViewModel(Model()) { harness in
      let names = ValueRecorder(harness.viewModel.$name)
      switch way {
      case "values": #expect(names.values == [""])
      case "pending": #expect(names.pending == [""])
      case "next": try await #expect(names.next() == "")
      case "skip": try await names.skip()
      default: await names.expect("")
      }
    }
  }

  @Test func `checks of the lifecycle and of tasks can be left out`() async throws {
    let (model, promise) = (Model(), NavigationPromise<Int>())
    try await withExhaustiveChecks(except: [.life, .tasks], limit: .milliseconds(20)) {
      _ = ViewModelHarness(model)
      model.scope.launch { _ = await Task.detached { await promise.ticket.outcome }.value }
    }
    promise.settle(.done)
  }

  @Test(arguments: 0..<20)
  func `checks of tests that run side by side are independent`(_ number: Int) async throws {
    try await withViewModel(Model()) { harness in
      let names = ValueRecorder(harness.viewModel.$name)
      await harness.resume()
      harness.viewModel.name = "\(number)"
      await names.expect("", "\(number)")
      await harness.pause()
    }
  }

  // MARK: The trait

  @Test(.exhaustive) func `a test with the trait can make harnesses`() async throws {
    let harness = ViewModelHarness(Model())
    await harness.resume()
    #expect(harness.viewModel.stage.current == .resumed)
  }

  @Test(.exhaustive(except: .values)) func `the trait can leave checks out`() {
    _ = ValueRecorder(InitializedSubject(wrappedValue: ""))
  }

  // MARK: Differences

  @Test func `equal values and transcripts are accepted`() {
    // Each instance of a set has a different order.
    for _ in 0..<20 {
      let names = (0..<9).map { "\($0)" }
      expectEqual(Set(names.shuffled()), Set(names.shuffled()))
    }
    expectTranscript("any\ntext\n", equals: "any\ntext")
  }
}
