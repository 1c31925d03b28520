import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests when it is a failure that a test leaves something behind.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LeftBehindTests {
  private let brief = Duration.milliseconds(20)

  // MARK: Recorded values

  @Test(arguments: [ExhaustiveChecks.values, .labels, .navigations])
  func `each kind of check can be left out`(_ left: ExhaustiveChecks) async {
    let reports = await message {
      try await withExhaustiveChecks(except: left) {
        try RecordingNavigator<Action>().navigate(.sheet)
        let model = ViewModelHarness(Model()).viewModel
        _ = (ValueRecorder(model.$user), ValueRecorder(following: model.labels))
        model.labels.send("saved")
      }
    }.split(separator: "\n")
    #expect(reports.count == 2, "\(reports)")
    for (kind, name) in [
      (ExhaustiveChecks.values, ".values"), (.labels, ".labels"), (.navigations, ".navigations"),
    ] {
      #expect(reports.contains { $0.hasSuffix("except: \(name)") } == (kind != left), "\(name)")
    }
  }

  @Test func `the end of the checks waits for values that arrive in many steps`() async {
    let text = await message {
      try await withExhaustiveChecks {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let numbers = ValueRecorder(following: stream.map { $0 }.filter { $0 < 100 })
        for number in 0..<100 { continuation.yield(number) }
        await numbers.expect(0, 1)
      }
    }
    #expect(text.contains("recorded but not inspected, 98 of 100: [2, 3, "))
  }

  @Test func `a recorder belongs to the innermost checks`() async {
    let outer = await message {
      try await withExhaustiveChecks {
        _ = ValueRecorder(InitializedSubject(wrappedValue: ""))
        let inner = await message {
          try await withExhaustiveChecks { _ = ValueRecorder(InitializedSubject(wrappedValue: 0)) }
        }
        #expect(inner.contains("not inspected, 1 of 1: [0]"))
      }
    }
    #expect(outer.contains("not inspected, 1 of 1: [\"\"]"))
  }

  @Test func `a harness made after the end of the checks is a failure`() async throws {
    let gate = Gate()
    var late: Task<String, Never>?
    try await withExhaustiveChecks {
      late = Task { @MainActor in
        try? await gate.pass()
        return await message { _ = ViewModelHarness(Model()) }
      }
    }
    gate.open()
    #expect(await late?.value.hasPrefix("Model is neither cleared nor checked: ") == true)
  }

  // MARK: Life

  @Test func `work that ignores its cancellation delays a pause up to the limit`() async throws {
    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    try await withViewModel(Model(), limit: .milliseconds(250)) { harness in
      harness.viewModel.repeatOnResume { await ticket.outcomeIgnoringCancellation() }
      await harness.resume()
      await #expect(
        message { await harness.pause() }
          == "1 task(s) of Model still run 0.25 seconds after onPause (task): let them end "
          + "when they are cancelled"
      )
      #expect(harness.viewModel.scope.runningCount == 1)
      promise.settle(.done)
      await harness.viewModel.scope.waitUntilEmpty()
    }
  }

  @Test func `work that ignores the end of its stage is reported with the hook`() async throws {
    let promises = (NavigationPromise<Int>(), NavigationPromise<Int>())
    let (resumed, visible) = (promises.0.ticket, promises.1.ticket)
    try await withViewModel(Model(), limit: .milliseconds(250)) { harness in
      harness.viewModel.repeatOnResume(name: "edit") {
        await resumed.outcomeIgnoringCancellation()
      }
      harness.viewModel.repeatWhileVisible(name: "follow") {
        await visible.outcomeIgnoringCancellation()
      }
      await harness.resume()
      // The visible work continues, which is not a failure.
      await #expect(
        message { await harness.becomeVisible() }
          == "1 task(s) of Model still run 0.25 seconds after onPause (edit): let them end when "
          + "they are cancelled"
      )
      #expect(harness.viewModel.scope.runningCount == 2)
      await #expect(
        message { await harness.pause() }
          == "1 task(s) of Model still run 0.25 seconds after onHidden (follow): let them end when "
          + "they are cancelled"
      )
      promises.0.settle(.done)
      promises.1.settle(.done)
      await harness.viewModel.scope.waitUntilEmpty()
    }
  }

  /// A view model that is never paused, and whose hooks launch work.
  private final class Follower: BaseLifecycleViewModel {
    private let gate = Gate()
    private let isHeld: (visible: Bool, resumed: Bool)

    init(holdsWhileVisible: Bool, holdsWhileResumed: Bool) {
      isHeld = (holdsWhileVisible, holdsWhileResumed)
      super.init()
    }

    override func onVisible(scope: TaskScope) {
      if isHeld.visible { scope.launch(name: "follow") { try await self.gate.pass() } }
    }

    override func onResume(scope: TaskScope) {
      if isHeld.resumed { scope.launch(name: "edit") { try await self.gate.pass() } }
    }
  }

  @Test func `work that retains its view model is named with the hook`() async {
    let cause =
      "Capture it weakly, or end what retains it. Follower runs work that must capture it "
    var models: [Follower] = []
    for (visible, resumed, names) in [
      (true, false, "'follow' in the scope of onVisible"),
      (false, true, "'edit' in the scope of onResume"),
      (true, true, "'follow' in the scope of onVisible, 'edit' in the scope of onResume"),
    ] {
      weak var alive: Follower?
      let text = await message {
        await expectReleased {
          let model = Follower(holdsWhileVisible: visible, holdsWhileResumed: resumed)
          alive = model
          model.didResume()
          return model
        }
      }
      #expect(text.hasSuffix("\(cause)weakly: \(names)"), "\(text)")
      if let alive { models.append(alive) }
    }
    for model in models { model.clear() }
    #expect(models.count == 3)
  }

  @Test func `a closure for visible work that retains its view model is named`() async {
    let text = await message {
      try await withViewModel(Model(), limit: brief) { harness in
        let model = harness.viewModel
        model.collectWhileVisible(model.$user.stateFlow) { model.user.name += $0.name }
      }
    }
    #expect(
      text.contains(
        ". Model retains closures that must capture it weakly: collectWhileVisible at "
      ),
      "\(text)"
    )
  }

  @Test(arguments: [false, true])
  func `a child that outlives the test is named, or one whose task ignores its cancellation`(
    isClearedByTest: Bool
  ) async {
    let kept = HomeViewModel()
    let text = await message {
      try await withViewModel(Model(), limit: brief) { harness in
        let child = Model()
        harness.viewModel.addChild(child)
        child.addChild(kept)
        if isClearedByTest { harness.clear() }
      }
    }
    #expect(kept.stage.current == .cleared)
    #expect(text.hasPrefix("HomeViewModel is still alive after the test: "), "\(text)")

    let promise = NavigationPromise<Int>()
    let ticket = promise.ticket
    let running = await message {
      try await withViewModel(Model(), limit: brief) { harness in
        let child = HomeViewModel()
        harness.viewModel.addChild(child)
        child.scope.launch(name: "load") { await ticket.outcomeIgnoringCancellation() }
        await harness.resume()
        if isClearedByTest { harness.clear() }
      }
    }
    promise.settle(.done)
    #expect(running.hasPrefix("1 task(s) of HomeViewModel still run 0.02 seconds after it was"))
  }

  private enum Screen: NavigationDestination { case home, details }

  /// Where a view model is that something outside its process retains.
  private enum Place: CaseIterable { case home, details, child, nested }

  private final class Frame: BaseLifecycleViewModel {
    init(_ kept: HomeViewModel, nests: Bool) {
      super.init()
      let child = nests ? NavigationDriver(root: Screen.home) { _, _ in kept } : nil
      if let child { addChild(child) } else { addChild(kept) }
    }
  }

  @Test(arguments: Place.allCases)
  private func `a view model that outlives its process is named, and is not cleared`(
    _ place: Place
  ) async throws {
    let made = InitializedSubject<[HomeViewModel]>(wrappedValue: [], changePolicy: .everyWrite)
    let process = SimulatedProcess<Screen> { snapshot in
      let screen: NavigationDriver<Screen>.ScreenFactory = { screen, _ in
        guard (screen == .home) == (place == .home) else { return BaseLifecycleViewModel() }
        let model = HomeViewModel()
        made.current.append(model)
        return screen == .home || place == .details
          ? model : Frame(model, nests: place == .nested)
      }
      return NavigationDriver(root: .home, restoring: snapshot, screen: screen)
    }
    try process.driver.perform(.push(.details), action: "test")
    let text = await message { try await process.dieAndRestore() }
    #expect(text.hasPrefix("dieAndRestore: HomeViewModel outlived the process: "), "\(text)")
    #expect(made.current[0].stage.current != .cleared)
    process.driver.end()
  }

  // MARK: Privacy

  @Test func `no report of a failed test shows private values`() async throws {
    let vault = Vault()
    let navigator = RecordingNavigator<Opened>()
    try navigator.navigate(.vault(vault))
    let recorder = ValueRecorder(following: MutableStateFlow(Optional(vault)))
    let texts = [
      await message { expectEqual(vault, Vault(text: "other")) },
      await message { expectEqual(Optional(vault), nil) },
      await message { expectEqual([Opened.vault(vault)], [.home]) },
      await message { expectEqual(vault.rows, []) },
      await message { navigator.expect(.home) },
      await message { await recorder.expect(nil) },
    ]
    for text in texts {
      #expect(text.contains("<private>"))
      #expect(Vault.markers.filter(text.contains) == [], "\(text)")
    }
  }
}
