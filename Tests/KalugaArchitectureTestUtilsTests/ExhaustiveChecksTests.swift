import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ExhaustiveChecksTests {
  private enum Action: NavigationAction, Equatable {
    case details(Int)
    case sheet
  }

  private final class Model: NavigatingViewModel<Action> {
    @InitializedSubject var name = ""
    let labels = EventChannel<String>()
  }

  private struct Failure: Error, Equatable {}

  private let repository = InitializedSubject(wrappedValue: 0)

  // MARK: What was recorded

  @Test func `values that the test did not look at are a failure where the recorder was made`()
    async
  {
    let line: UInt = #line + 3
    let error = await failureText {
      try await withViewModel(Model(navigator: RecordingNavigator())) { harness in
        let names = ValueRecorder(harness.viewModel.$name)
        harness.viewModel.name = "Ada"
        harness.viewModel.name = "Bob"
        await names.expect("", "Ada")
      }
    }
    #expect(
      error
        == "KalugaArchitectureTestUtilsTests/ExhaustiveChecksTests.swift:\(line): the test did not "
        + "look at 1 of 3, [\"Bob\"]: take it with expect, next or skip, read values, or leave this "
        + "check out with except: .values"
    )
  }

  @Test(arguments: ["values", "pending", "next", "skip", "expect"])
  func `there is more than one way of looking`(_ way: String) async throws {
    try await withViewModel(Model(navigator: RecordingNavigator())) { harness in
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

  @Test func `values that come while the view model is cleared need no look`() async throws {
    final class Farewell: BaseLifecycleViewModel {
      @InitializedSubject var text = "hello"

      override func onCleared() { text = "bye" }
    }
    try await withViewModel(Farewell()) { harness in
      await ValueRecorder(harness.viewModel.$text).expect("hello")
    }
  }

  @Test func `labels that the test did not look at are a failure`() async {
    let error = await failureText {
      try await withViewModel(Model(navigator: RecordingNavigator())) { harness in
        let labels = ValueRecorder(following: harness.viewModel.labels)
        harness.viewModel.labels.send("saved")
        withExtendedLifetime(labels) {}
      }
    }
    #expect(error?.contains("look at 1 of 1, [\"saved\"]") == true)
    #expect(error?.contains("except: .labels") == true)
  }

  @Test func `navigations that the test did not look at are a failure`() async {
    let error = await failureText {
      try await withExhaustiveChecks {
        let navigator = RecordingNavigator<Action>()
        let harness = ViewModelHarness(Model(navigator: navigator))
        try harness.viewModel.navigator.navigate(.details(1))
        navigator.expect(.details(1))
        try harness.viewModel.navigator.navigate(.sheet)
      }
    }
    #expect(error?.contains("did not look at 1 of 2, [") == true)
    #expect(error?.contains("except: .navigations") == true)
  }

  @Test func `actions are compared with all since the last look`() async throws {
    try await withExhaustiveChecks {
      let navigator = RecordingNavigator<Action>()
      navigator.expect()
      try navigator.navigate(.details(1))
      try navigator.navigate(.sheet)
      navigator.expect(.details(1), .sheet)
      navigator.expect()
      try navigator.navigate(.details(2))
      let error = failureText {
        navigator.expect(.details(3), fileID: "Tests/T.swift", line: 7)
      }
      #expect(
        error == """
          Tests/T.swift:7: the actions are other ones: expected the value with -, found that with +:
          line 3
          -     3
          +     2
          """
      )
    }
  }

  @Test(arguments: [ExhaustiveChecks.values, .labels, .navigations])
  func `each kind can be left out`(_ left: ExhaustiveChecks) async {
    let error = await failureText {
      try await withExhaustiveChecks(except: left) {
        let navigator = RecordingNavigator<Action>()
        try navigator.navigate(.sheet)
        let model = ViewModelHarness(Model(navigator: navigator)).viewModel
        let recorders = (ValueRecorder(model.$name), ValueRecorder(following: model.labels))
        model.labels.send("saved")
        withExtendedLifetime(recorders) {}
      }
    }
    let reports = error?.split(separator: "\n") ?? []
    #expect(reports.count == 2, "\(reports)")
    for (kind, name) in [
      (ExhaustiveChecks.values, "except: .values"), (.labels, "except: .labels"),
      (.navigations, "except: .navigations"),
    ] {
      #expect(reports.contains { $0.hasSuffix(name) } == (kind != left), "\(name)")
    }
  }

  // MARK: Life

  @Test func `a view model that something holds is a failure, unless that is left out`()
    async throws
  {
    let model = Model(navigator: RecordingNavigator())
    let error = await failureText {
      try await withViewModel(
        model,
        limit: .milliseconds(20),
        fileID: "Tests/T.swift",
        line: 7
      ) { _ in }
    }
    #expect(error?.hasPrefix("Tests/T.swift:7: Model is still alive after the test: ") == true)
    try await withViewModel(model, except: .life) { _ in }
  }

  @Test func `a scope that something holds is a failure`() async {
    var scope: TaskScope?
    let error = await failureText {
      try await withViewModel(
        Model(navigator: RecordingNavigator()),
        limit: .milliseconds(20)
      ) { scope = $0.viewModel.scope }
    }
    #expect(error?.contains("the scope of Model is still alive after the test") == true)
    withExtendedLifetime(scope) {}
  }

  @Test func `an observer that stays on what lives longer is a failure`() async throws {
    final class Following: BaseLifecycleViewModel {
      private(set) var seen: [Int] = []

      init(_ repository: InitializedSubject<Int>, disposes: Bool) {
        super.init()
        let token = repository.observe { [weak self] in self?.seen.append($0) }
        if disposes { token.addTo(scope) }
      }
    }
    let repository = repository
    let error = await failureText {
      try await withViewModel(Following(repository, disposes: false)) { harness in
        harness.watchObservers(of: repository, name: "repository", fileID: "Tests/T.swift", line: 7)
        // It was there before: the next one is too much.
        _ = repository.observe { _ in }
      }
    }
    #expect(
      error
        == "Tests/T.swift:7: 1 observer(s) of repository are still there after the test: dispose what "
        + "observe returned, or keep it in a bag or scope of the view model"
    )
    try await withExhaustiveChecks {
      let harness = ViewModelHarness(Following(repository, disposes: true))
      harness.watchObservers(of: repository)
      #expect(harness.viewModel.seen == [0])
    }
  }

  @Test func `tasks can be left out`() async throws {
    let ticket = NavigationTicket<Int>()
    try await withViewModel(
      Model(navigator: RecordingNavigator()),
      except: .tasks,
      limit: .milliseconds(20)
    ) { harness in
      harness.viewModel.scope.launch {
        // A task of its own: cancelling the one that waits does not end it.
        _ = await Task.detached { await ticket.outcome }.value
      }
    }
    ticket.settle(.done)
  }

  private final class Listening: BaseLifecycleViewModel {
    private let repository: InitializedSubject<Int>

    init(_ repository: InitializedSubject<Int>) { self.repository = repository }

    override func onResume(scope: TaskScope) { repository.observe { _ in }.addTo(scope) }
  }

  @Test func `observers are counted when their own harness has ended, wherever it was asked for`()
    async throws
  {
    let repository = repository
    // Inside, the view model still lives.
    try await withViewModel(Listening(repository)) { harness in
      try await withExhaustiveChecks {
        harness.watchObservers(of: repository)
        await harness.resume()
      }
    }
    let error = await failureText {
      try await withViewModel(Listening(repository)) { harness in
        await Task.detached {
          await harness.watchObservers(of: repository, name: "repository")
        }.value
        _ = repository.observe { _ in }
      }
    }
    #expect(error?.contains("1 observer(s) of repository are still there") == true)
  }

  @Test func `a value that comes in many steps is waited for at the end`() async {
    let error = await failureText {
      try await withExhaustiveChecks {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let numbers = ValueRecorder(following: stream.map { $0 }.filter { $0 < 100 })
        for number in 0..<100 { continuation.yield(number) }
        await numbers.expect(0, 1)
      }
    }
    #expect(error?.contains("the test did not look at 98 of 100, [2, 3, ") == true)
  }

  // MARK: Where the checks are

  @Test func `a test that throws is told of its error alone`() async {
    let error = await failureText {
      await #expect(throws: Failure()) {
        try await withViewModel(Model(navigator: RecordingNavigator())) { harness in
          let names = ValueRecorder(harness.viewModel.$name)
          withExtendedLifetime(names) {}
          throw Failure()
        }
      }
    }
    #expect(error == nil)
  }

  @Test func `what is made inside belongs to the innermost checks`() async throws {
    let outer = await failureText {
      try await withExhaustiveChecks {
        let names = ValueRecorder(InitializedSubject(wrappedValue: ""))
        let inner = await failureText {
          try await withExhaustiveChecks {
            let numbers = ValueRecorder(InitializedSubject(wrappedValue: 0))
            withExtendedLifetime(numbers) {}
          }
        }
        #expect(inner?.contains("look at 1 of 1, [0]") == true)
        withExtendedLifetime(names) {}
      }
    }
    #expect(outer?.contains("look at 1 of 1, [\"\"]") == true)
  }

  @Test func `view models are cleared in the opposite order of their making`() async throws {
    final class Cleared: LifecycleViewModel {
      let onClear: () -> Void

      init(_ onClear: @escaping () -> Void) { self.onClear = onClear }

      override func onCleared() { onClear() }
    }
    var order: [Int] = []
    try await withExhaustiveChecks {
      for number in 1...3 { _ = ViewModelHarness(Cleared { order.append(number) }) }
      #expect(order == [])
    }
    #expect(order == [3, 2, 1])
  }

  @Test func `a harness that nothing would check is a failure`() {
    let error = failureText {
      _ = ViewModelHarness(
        Model(navigator: RecordingNavigator()),
        fileID: "Tests/T.swift",
        line: 7
      )
    }
    #expect(error?.hasPrefix("Tests/T.swift:7: nothing clears Model and checks its end: ") == true)
  }

  @Test func `a harness that comes after the end of the checks is a failure`() async throws {
    let gate = Gate()
    var late: Task<String?, Never>?
    try await withExhaustiveChecks {
      late = Task { @MainActor in
        try? await gate.pass()
        return failureText {
          _ = ViewModelHarness(
            Model(navigator: RecordingNavigator()),
            fileID: "Tests/T.swift",
            line: 7
          )
        }
      }
    }
    gate.open()
    let error = await late?.value
    #expect(error?.hasPrefix("Tests/T.swift:7: nothing clears Model and checks its end: ") == true)
  }

  @Test func `checks of tests that run side by side know nothing of each other`() async throws {
    let tests = (0..<20).map { number in
      Task { @MainActor in
        try await withViewModel(Model(navigator: RecordingNavigator())) { harness in
          let names = ValueRecorder(harness.viewModel.$name)
          await harness.resume()
          harness.viewModel.name = "\(number)"
          await names.expect("", "\(number)")
          await harness.pause()
        }
      }
    }
    for test in tests { try await test.value }
  }

  // MARK: The trait

  @Test(.exhaustive) func `a test with the trait clears its view models`() async throws {
    let navigator = RecordingNavigator<Action>()
    let harness = ViewModelHarness(Model(navigator: navigator))
    await harness.resume()
    try harness.viewModel.navigator.navigate(.sheet)
    navigator.expect(.sheet)
  }

  @Test(.exhaustive(except: .values)) func `the trait leaves out what it is told to`() async {
    let names = ValueRecorder(InitializedSubject(wrappedValue: ""))
    withExtendedLifetime(names) {}
  }

  @Test func `a test with the trait fails for what it leaves behind`() async throws {
    let test = try #require(Test.current)
    let error = await failureText {
      try await ExhaustiveTrait.exhaustive.provideScope(for: test, testCase: nil) {
        await MainActor.run {
          let names = ValueRecorder(InitializedSubject(wrappedValue: ""))
          withExtendedLifetime(names) {}
        }
      }
    }
    #expect(error?.contains("look at 1 of 1") == true)
  }
}
