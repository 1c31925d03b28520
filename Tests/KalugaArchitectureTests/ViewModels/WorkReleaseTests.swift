import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A view model without owners is released and its tasks are cancelled, whatever it was doing.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WorkReleaseTests {
  private final class Host {}

  private final class Busy: BaseLifecycleViewModel {
    @InitializedSubject var count = 0
    let ended: Log<String>
    lazy var latest = LatestWork(in: scope)

    init(_ ended: Log<String>) {
      self.ended = ended
      super.init()
    }

    /// Work that ends only when it is cancelled.
    func work(_ name: String) -> @MainActor () async -> Void {
      { [ended, weak self] in
        self?.count += 1
        await untilCancelled()
        ended.append(name)
      }
    }
  }

  private let ended = Log<String>()

  /// Prepares a view model, waits until some of its work has begun, releases it, and checks which work ended.
  private func expectRelease(
    beginning begun: Int = 0,
    ending expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ prepare: (Busy) -> Void
  ) async {
    weak var released: Busy?
    let scope: TaskScope
    do {
      let model = Busy(ended)
      released = model
      scope = model.scope
      prepare(model)
      await until(model.count == begun, sourceLocation: sourceLocation)
    }
    #expect(released == nil, sourceLocation: sourceLocation)
    #expect(!scope.isActive, sourceLocation: sourceLocation)
    await scope.waitUntilEmpty()
    #expect(ended.all.sorted() == expected.sorted(), sourceLocation: sourceLocation)
  }

  @Test func `with work for life, on the main actor and off it`() async {
    await expectRelease(beginning: 1, ending: ["life", "off main"]) { model in
      model.scope.launch(model.work("life"))
      model.scope.launch(on: nil) { [ended] in
        await untilCancelled()
        ended.append("off main")
      }
    }
  }

  @Test func `while resumed, with repeated work`() async {
    await expectRelease(beginning: 2, ending: ["before", "after"]) { model in
      model.repeatOnResume(model.work("before"))
      model.didResume()
      model.repeatOnResume(model.work("after"))
    }
  }

  @Test func `before it was ever resumed, and while it is paused`() async {
    await expectRelease(ending: []) { model in
      model.repeatOnResume(model.work("never"))
    }
    await expectRelease(beginning: 1, ending: ["repeat"]) { model in
      model.repeatOnResume(model.work("repeat"))
      model.didResume()
      Task { @MainActor [weak model] in model?.didPause() }
    }
  }

  @Test func `after quick pauses, with runs that wait for one another`() async {
    await expectRelease(beginning: 1, ending: ["repeat"]) { model in
      model.repeatOnResume(model.work("repeat"))
      for _ in 0..<5 {
        model.didResume()
        model.didPause()
      }
      model.didResume()
    }
  }

  @Test func `with repeated work that ignores its cancellation`() async throws {
    let gate = Gate()
    weak var released: Busy?
    let scope: TaskScope
    do {
      let model = Busy(ended)
      (released, scope) = (model, model.scope)
      model.repeatOnResume { await gate.passIgnoringCancellation() }
      model.didResume()
      try await gate.waitForArrivals(1)
    }
    #expect(released == nil)
    #expect(!scope.isActive)
    #expect(scope.runningCount == 1)
    gate.open()
    await scope.waitUntilEmpty()
  }

  @Test func `with children, while resumed`() async {
    let childEnded = Log<String>()
    weak var releasedChild: Busy?
    await expectRelease(beginning: 1, ending: ["parent"]) { model in
      model.repeatOnResume(model.work("parent"))
      let child = Busy(childEnded)
      releasedChild = child
      child.repeatOnResume(child.work("child"))
      model.adopt(child)
      model.didResume()
    }
    #expect(releasedChild == nil)
    await until(childEnded.all == ["child"])
  }

  @Test func `with hosts that live on`() async {
    let host = Host()
    let service = LifecycleHostObserver<Host>()
    await expectRelease(beginning: 1, ending: ["life"]) { model in
      model.addLifecycleSubscribables(service)
      let manager = LifecycleManager(model, host: host) { [weak model] in
        [model?.$count.observe { _ in }].compactMap(\.self)
      }
      manager.hostDidAppear()
      model.scope.launch(model.work("life"))
    }
    await mainActorQueueDrained()
    #expect(service.currentHost == nil)
  }

  @Test func `with latest work that runs, waits or sleeps`() async {
    await expectRelease(beginning: 1, ending: ["first"]) { model in
      model.latest.run(model.work("first"))
    }
    await expectRelease(ending: ["first"]) { model in
      model.latest.run(model.work("second"))
      model.latest.run(model.work("third"))
      model.latest.cancel()
    }
    let clock = ManualClock()
    await expectRelease(ending: ["first"]) { model in
      LatestWork(in: model.scope, debounce: .seconds(1), clock: clock).run(model.work("never"))
    }
    #expect(clock.deadlines == [])
  }

  @Test func `with observers of everything that it shows`() async {
    let service = LifecycleHostObserver<Host>()
    await expectRelease(ending: []) { model in
      _ = model.stage.observe { [weak model] _ in _ = model?.count }
      _ = model.$count.observe { [weak model] _ in _ = model?.stage }
      _ = model.$count.map { $0 + 1 }.observe { _ in }
      _ = model.activeLifecycleSubscribables.observe { _ in }
      _ = service.host.observe { [weak model] _ in _ = model?.count }
      model.didResume()
    }
  }

  @Test func `with resources and clean-ups, which run`() async {
    await expectRelease(ending: ["clean-up", "given back", "disposed"]) { model in
      model.scope.add(1) { [ended] _ in ended.append("given back") }
      model.scope.add(SimpleDisposable { [ended] in ended.append("disposed") })
      model.scope.addCleanUp { [ended] in ended.append("clean-up") }
    }
  }
}
