import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A view model without owners is released, and its work ends, without `clear()`.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ViewModelReleaseTests {
  final class Busy: BaseLifecycleViewModel {
    @InitializedSubject var begun = 0
    @DefaultSubject(default: "none") var name: String
    lazy var isBusy = $begun.map { $0 > 0 }
    lazy var latest = LatestWork(in: scope)
    let log: Log<String>

    init(_ log: Log<String>) {
      self.log = log
      super.init()
      _ = isBusy.observe { [weak self] in if $0 { self?.name = "busy" } }
    }

    /// Work that ends only when it is cancelled.
    func work(_ name: String) -> @MainActor () async -> Void {
      { [log, weak self] in
        self?.begun += 1
        await untilCancelled()
        log.append(name)
      }
    }

    override func onResume(scope: TaskScope) {
      scope.add(SimpleDisposable { [log] in log.append("resource") })
    }

    override func onPause() { log.append("paused") }
    override func onCleared() { log.append("cleared") }
  }

  /// A situation in which a view model is released, and the expected effects.
  struct Situation: CustomTestStringConvertible {
    let name: String
    /// The number of pieces of its work that have begun by then.
    var begun = 0
    /// The entries of the log in the end, sorted.
    let log: [String]
    let prepare: @MainActor @Sendable (Busy) -> Void

    var testDescription: String { name }

    static let all = [
      Situation(name: "work for life", begun: 2, log: ["life", "off main"]) { model in
        model.scope.launch(model.work("life"))
        model.scope.launch(on: .pool) { [log = model.log, weak model] in
          await MainActor.run { model?.begun += 1 }
          await untilCancelled()
          log.append("off main")
        }
      },
      Situation(name: "resumed", begun: 2, log: ["first", "resource", "second"]) { model in
        model.repeatOnResume(model.work("first"))
        model.didResume()
        model.repeatOnResume(model.work("second"))
      },
      Situation(name: "children", begun: 1, log: ["child", "parent", "resource", "resource"]) {
        model in
        model.repeatOnResume(model.work("parent"))
        let child = Busy(model.log)
        child.repeatOnResume { [log = model.log] in
          await untilCancelled()
          log.append("child")
        }
        model.addChild(child)
        model.didResume()
      },
      Situation(name: "work that ignores its cancellation", begun: 1, log: ["resource"]) { model in
        let gate = Gate()
        model.scope.add(SimpleDisposable { gate.open() })
        model.repeatOnResume { [weak model] in
          model?.begun += 1
          await gate.passIgnoringCancellation()
        }
        model.didResume()
      },
      Situation(name: "latest work that runs", begun: 1, log: ["latest"]) { model in
        model.latest.run(model.work("latest"))
      },
      Situation(name: "observers of everything that it shows", log: ["resource"]) { model in
        _ = model.stage.observe { [weak model] _ in _ = model?.begun }
        _ = model.$begun.observe { [weak model] _ in _ = model?.stage }
        _ = model.$begun.map { $0 + 1 }.observe { _ in }
        _ = model.activeLifecycleSubscribables.observe { _ in }
        model.collectWhileResumed(model.stage.stateFlow) { _ in }
        model.didResume()
      },
    ]
  }

  private let log = Log<String>()

  @Test(arguments: Situation.all)
  func `a view model released while tasks are running cancels its scopes`(
    situation: Situation
  ) async {
    weak var released: Busy?
    let scope: TaskScope
    do {
      let model = Busy(log)
      released = model
      scope = model.scope
      situation.prepare(model)
      await until(model.begun == situation.begun)
      #expect(model.name == (situation.begun > 0 ? "busy" : "none"))
    }
    #expect(released == nil)
    #expect(!scope.isActive)
    await scope.waitUntilEmpty()
    await until(log.all.sorted() == situation.log)
  }

  @Test func `only clear calls onCleared, and a release does not`() async {
    weak var released: Busy?
    do {
      let model = Busy(log)
      released = model
      model.didResume()
    }
    #expect(released == nil)
    #expect(log.all == ["resource"])
    do {
      let model = Busy(log)
      released = model
      model.clear()
    }
    #expect(released == nil)
    #expect(log.all == ["resource", "cleared"])
  }

  @Test func `a view model may be released by its own hook`() {
    final class Holder {
      var model: Busy?
    }
    let holder = Holder()
    weak var released: Busy?
    do {
      let model = Busy(log)
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
