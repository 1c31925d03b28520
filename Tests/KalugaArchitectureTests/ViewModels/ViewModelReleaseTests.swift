import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A view model that nobody holds is released, and its work ends, without `clear()`.
@MainActor
struct ViewModelReleaseTests {
  private final class Ticking: BaseLifecycleViewModel {
    @InitializedSubject var ticks = 0
    @DefaultSubject(default: "none") var name: String
    lazy var isTicking = $ticks.map { $0 > 0 }
    let log: Log<String>

    init(log: Log<String>) {
      self.log = log
      super.init()
      _ = isTicking.observe { [weak self] in if $0 { self?.name = "ticking" } }
    }

    override func onResume(scope: TaskScope) {
      scope.launch { [weak self, log] in
        self?.ticks += 1
        _ = await Settlement<Void>().wait()
        log.append("resumed work ended, cancelled: \(Task.isCancelled)")
      }
      scope.add(SimpleDisposable { [log] in log.append("resource") })
    }

    override func onPause() { log.append("paused") }
    override func onCleared() { log.append("cleared") }
  }

  @Test func `a view model released while tasks are running cancels its scopes`() async {
    let log = Log<String>()
    weak var released: Ticking?
    var tasks: [Task<Void, Never>?] = []
    do {
      let model = Ticking(log: log)
      released = model
      tasks.append(
        model.scope.launch { [weak model] in
          model?.ticks += 1
          _ = await Settlement<Void>().wait()
          log.append("life work ended")
        }
      )
      model.didResume()
      await mainActorTurns(until: model.ticks == 2 && model.name == "ticking")
      #expect(model.ticks == 2)
      #expect(model.name == "ticking")
    }
    #expect(released == nil)
    for task in tasks { await task?.value }
    await mainActorTurns(until: log.count == 3)
    // No hook: those belong to the calls of the host.
    #expect(
      log.all.sorted() == ["life work ended", "resource", "resumed work ended, cancelled: true"]
    )
  }

  @Test func `onCleared belongs to clear alone, and not to the release`() {
    let log = Log<String>()
    weak var released: Ticking?
    do {
      let model = Ticking(log: log)
      released = model
      model.didResume()
    }
    #expect(released == nil)
    // The scope of the resume has ended, and no hook was called.
    #expect(log.all == ["resource"])
  }

  @Test func `what a released view model showed is released too`() async {
    let log = Log<String>()
    weak var ticks: InitializedSubject<Int>?
    weak var name: DefaultSubject<String>?
    weak var derived: InitializedObservable<Bool>?
    weak var stage: InitializedObservable<LifecycleStage>?
    do {
      let model = Ticking(log: log)
      (ticks, name, derived, stage) = (model.$ticks, model.$name, model.isTicking, model.stage)
      _ = model.stage.observe { [log] in log.append("\($0)") }
    }
    await mainActorTurns(until: ticks == nil && name == nil && derived == nil && stage == nil)
    #expect(ticks == nil)
    #expect(name == nil)
    #expect(derived == nil)
    #expect(stage == nil)
  }

  @Test func `a view model released after clear is released`() async {
    weak var released: Ticking?
    let log = Log<String>()
    do {
      let model = Ticking(log: log)
      released = model
      model.didResume()
      model.clear()
      await model.scope.waitUntilEmpty()
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
    #expect(log.all.contains("cleared"))
  }

  @Test func `a view model may be released by its own hook`() {
    final class Holder {
      var model: Ticking?
    }
    let holder = Holder()
    let log = Log<String>()
    weak var released: Ticking?
    do {
      let model = Ticking(log: log)
      holder.model = model
      released = model
      _ = model.stage.observe { if $0 == .paused { holder.model = nil } }
    }
    holder.model?.didResume()
    holder.model?.clear()
    #expect(log.all == ["paused", "resource", "cleared"])
    #expect(released == nil)
  }
}
