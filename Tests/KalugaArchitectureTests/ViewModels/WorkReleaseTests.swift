import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A view model that nobody holds is released and its tasks are cancelled, whatever it was doing.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WorkReleaseTests {
  private final class Host {}

  private final class Busy: BaseLifecycleViewModel {
    @InitializedSubject var count = 0
    let ended: Log<String>
    lazy var once = OnceValue(in: scope) { [ended] in
      await untilCancelled()
      ended.append("once")
      return 1
    }
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

  /// Prepares a view model, lets so many pieces of its work begin, lets go of it, and tells what work
  /// ended.
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
      await mainActorTurns(until: model.count == begun)
      #expect(model.count == begun, sourceLocation: sourceLocation)
    }
    #expect(released == nil, sourceLocation: sourceLocation)
    #expect(!scope.isActive, sourceLocation: sourceLocation)
    await scope.waitUntilEmpty()
    #expect(ended.all.sorted() == expected.sorted(), sourceLocation: sourceLocation)
  }

  @Test func `with work for life`() async {
    await expectRelease(beginning: 1, ending: ["life"]) { $0.scope.launch($0.work("life")) }
  }

  @Test func `with work for life off the main actor`() async {
    await expectRelease(ending: ["life"]) { model in
      model.scope.launch(on: nil) { [ended] in
        await untilCancelled()
        ended.append("life")
      }
    }
  }

  @Test func `while resumed, with repeated work`() async {
    await expectRelease(beginning: 2, ending: ["repeat", "repeat 2"]) { model in
      model.repeatOnResume(model.work("repeat"))
      model.didResume()
      model.repeatOnResume(model.work("repeat 2"))
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

  @Test func `with repeated work that is stubborn`() async {
    let latch = Latch()
    weak var released: Busy?
    var scope: TaskScope?
    do {
      let model = Busy(ended)
      released = model
      scope = model.scope
      model.repeatOnResume { await latch.passed() }
      model.didResume()
      await mainActorTurns()
    }
    #expect(released == nil)
    #expect(scope?.isActive == false)
    #expect(scope?.runningCount == 1)
    latch.open()
    await scope?.waitUntilEmpty()
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
    await mainActorTurns(until: childEnded.all == ["child"])
    #expect(childEnded.all == ["child"])
  }

  @Test func `with hosts that live on`() async {
    let host = Host()
    let service = LifecycleHostObserver<Host>()
    await expectRelease(beginning: 1, ending: ["life"]) { model in
      model.addLifecycleSubscribables(service)
      let manager = LifecycleManager(model, host: host) { [weak model] in
        [model?.$count.observe { _ in }].compactMap { $0 }
      }
      manager.hostDidAppear()
      model.scope.launch(model.work("life"))
    }
    await queuedWorkDidRun()
    #expect(service.currentHost == nil)
  }

  @Test func `with a once-value that is being computed`() async {
    await expectRelease(ending: ["once"]) { model in
      let once = model.once
      Task { @MainActor in _ = try? await once.value }
    }
  }

  @Test func `with latest work that runs and some that waits`() async {
    await expectRelease(beginning: 1, ending: ["first"]) { model in
      model.latest.run(model.work("first"))
    }
    await expectRelease(ending: ["first"]) { model in
      model.latest.run(model.work("second"))
      model.latest.run(model.work("third"))
      model.latest.cancel()
    }
  }

  @Test func `with latest work that sleeps`() async throws {
    let clock = ManualClock()
    await expectRelease(ending: []) { model in
      let latest = LatestWork(in: model.scope, debounce: .seconds(1), clock: clock)
      latest.run(model.work("never"))
    }
    #expect(clock.deadlines == [])
  }

  @Test func `with observers of all that it shows`() async {
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

  @Test func `while it is paused, and before it was ever shown`() async {
    await expectRelease(ending: []) { model in
      model.repeatOnResume(model.work("never"))
    }
    await expectRelease(beginning: 1, ending: ["repeat"]) { model in
      model.repeatOnResume(model.work("repeat"))
      model.didResume()
      Task { @MainActor [weak model] in model?.didPause() }
    }
  }
}
