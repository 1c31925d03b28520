import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A view model without owners is released, and its work ends, without `clear()`.
@MainActor
struct ViewModelReleaseTests {
  private final class Ticking: BaseLifecycleViewModel {
    @InitializedSubject var ticks = 0
    @DefaultSubject(default: "none") var name: String
    lazy var isTicking = $ticks.map { $0 > 0 }
    let log: Log<String>

    init(_ log: Log<String>) {
      self.log = log
      super.init()
      _ = isTicking.observe { [weak self] in if $0 { self?.name = "ticking" } }
    }

    override func onResume(scope: TaskScope) {
      scope.launch { [weak self, log] in
        self?.ticks += 1
        await untilCancelled()
        log.append("resumed work ended")
      }
      scope.add(SimpleDisposable { [log] in log.append("resource") })
    }

    override func onPause() { log.append("paused") }
    override func onCleared() { log.append("cleared") }
  }

  private let log = Log<String>()

  @Test func `a view model released while tasks are running cancels its scopes`() async {
    weak var released: Ticking?
    var life: Task<Void, Never>?
    do {
      let model = Ticking(log)
      released = model
      life = model.scope.launch { [weak model, log] in
        model?.ticks += 1
        await untilCancelled()
        log.append("life work ended")
      }
      model.didResume()
      await until(model.ticks == 2 && model.name == "ticking")
    }
    #expect(released == nil)
    await life?.value
    await until(log.count == 3)
    // Hooks belong to the calls of the host: none of them ran.
    #expect(log.all.sorted() == ["life work ended", "resource", "resumed work ended"])
  }

  @Test func `onCleared belongs to clear alone, and not to the release`() {
    weak var released: Ticking?
    do {
      let model = Ticking(log)
      released = model
      model.didResume()
    }
    #expect(released == nil)
    #expect(log.all == ["resource"])
  }

  @Test func `the observables of a released view model are released too`() async {
    weak var ticks: InitializedSubject<Int>?
    weak var name: DefaultSubject<String>?
    weak var derived: InitializedObservable<Bool>?
    weak var stage: InitializedObservable<LifecycleStage>?
    do {
      let model = Ticking(log)
      (ticks, name, derived, stage) = (model.$ticks, model.$name, model.isTicking, model.stage)
      _ = model.stage.observe { [log] in log.append("\($0)") }
    }
    await until(ticks == nil && name == nil && derived == nil && stage == nil)
  }

  @Test func `a view model is released after clear`() async {
    weak var released: Ticking?
    do {
      let model = Ticking(log)
      released = model
      model.didResume()
      model.clear()
      await model.scope.waitUntilEmpty()
    }
    await until(released == nil)
    #expect(log.all.contains("cleared"))
  }

  @Test func `a view model may be released by its own hook`() {
    final class Holder {
      var model: Ticking?
    }
    let holder = Holder()
    weak var released: Ticking?
    do {
      let model = Ticking(log)
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
