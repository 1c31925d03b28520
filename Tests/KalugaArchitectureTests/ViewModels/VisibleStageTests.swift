import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The stage between paused and resumed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct VisibleStageTests {
  private typealias Calls = [@MainActor (BaseLifecycleViewModel) -> Void]

  /// Stages to which a host leads a view model one after the other, and the hooks that are called.
  nonisolated static let walks: [([LifecycleStage], String)] = [
    ([.visible], "(m"),
    ([.resumed], "(m +m"),
    ([.visible, .resumed], "(m +m"),
    ([.resumed, .visible], "(m +m -m"),
    ([.resumed, .visible, .resumed], "(m +m -m +m"),
    ([.resumed, .paused], "(m +m -m )m"),
    ([.resumed, .visible, .paused], "(m +m -m )m"),
    ([.visible, .paused], "(m )m"),
    ([.visible, .visible], "(m"),
    ([.visible, .cleared], "(m )m ×m"),
    ([.resumed, .cleared], "(m +m -m )m ×m"),
    ([.paused, .visible], "(m"),
    ([.resumed, .paused, .visible, .resumed], "(m +m -m )m (m +m"),
    ([.cleared, .visible], "×m"),
  ]

  @Test(arguments: walks)
  func `each call leads to its stage, by the hooks in between`(
    _ stages: [LifecycleStage],
    _ story: String
  ) {
    let model = VisibleNarratingViewModel("m")
    var seen: [LifecycleStage] = []
    let token = model.stage.observe { seen.append($0) }
    for stage in stages { call(stage, of: model) }
    #expect(model.story.text == story)
    // A call passes through no stage in between.
    #expect(Set(seen).isSubset(of: stages + [.created, .paused]))
    token.dispose()
  }

  private func call(_ stage: LifecycleStage, of model: BaseLifecycleViewModel) {
    switch stage {
    case .created: break
    case .visible: model.didBecomeVisible()
    case .resumed: model.didResume()
    case .paused: model.didPause()
    case .cleared: model.clear()
    }
  }

  @Test func `a program that does not use the stage sees the calls and stages of before`() {
    let model = NarratingViewModel("m")
    var stages: [LifecycleStage] = []
    let token = model.stage.observe { stages.append($0) }
    model.didResume()
    model.didPause()
    model.didResume()
    model.clear()
    #expect(model.story.text == "+m -m +m -m ×m")
    #expect(stages == [.created, .resumed, .paused, .resumed, .paused, .cleared])
    token.dispose()
  }

  @Test func `children rise after their parent, and sink before it`() {
    let story = Log<String>()
    let parent = VisibleNarratingViewModel("p", story)
    let child = VisibleNarratingViewModel("c", story)
    parent.addChild(child)
    parent.didBecomeVisible()
    parent.didResume()
    parent.didBecomeVisible()
    parent.didPause()
    #expect(story.text == "(p (c +p +c -c -p )c )p")
    parent.didResume()
    parent.didPause()
    #expect(story.text.hasSuffix("(p +p (c +c -c )c -p )p"))
  }

  @Test func `a parent that sinks to visible does not raise a child that its owner has paused`() {
    let story = Log<String>()
    let parent = VisibleNarratingViewModel("p", story)
    let child = VisibleNarratingViewModel("c", story)
    parent.addChild(child)
    parent.didResume()
    child.didPause()
    parent.didBecomeVisible()
    #expect(child.stage.current == .paused)
    #expect(story.text == "(p +p (c +c -c )c -p")
  }

  @Test func `a call in a hook takes effect after the hooks of the running call`() {
    let model = VisibleNarratingViewModel("m")
    model.whenVisible = { [weak model] _ in model?.didBecomeVisible() }
    model.didResume()
    #expect(model.story.text == "(m +m -m")
    #expect(model.stage.current == .visible)
    model.whenHidden = { [weak model] in model?.didResume() }
    model.whenVisible = { _ in }
    model.didPause()
    #expect(model.story.text == "(m +m -m )m (m +m")
  }

  // MARK: Work

  @Test func `the visible scope lasts from onVisible to onHidden, over pauses and resumes`() async {
    let model = VisibleNarratingViewModel("m")
    var scopes: [TaskScope] = []
    model.whenVisible = { scopes.append($0) }
    model.didResume()
    model.didBecomeVisible()
    model.didResume()
    #expect(scopes.map(\.isActive) == [true])
    model.whenHidden = { #expect(scopes.map(\.isActive) == [true]) }
    model.didPause()
    model.whenHidden = {}
    #expect(scopes.map(\.isActive) == [false])
    model.didBecomeVisible()
    #expect(scopes.map(\.isActive) == [false, true])
    model.clear()
    #expect(scopes.map(\.isActive) == [false, false])
  }

  /// Follows a flow in both stages.
  private final class Following: BaseLifecycleViewModel {
    var visible: [Int] = []
    var resumed: [Int] = []

    init(_ flow: StateFlow<Int>) {
      super.init()
      collectWhileVisible(flow) { [weak self] in self?.visible.append($0) }
      collectWhileResumed(flow) { [weak self] in self?.resumed.append($0) }
    }
  }

  @Test func `a collection while visible continues when one while resumed has ended`()
    async throws
  {
    let flow = MutableStateFlow(1)
    try await withViewModel(Following(flow.asStateFlow())) { harness in
      let model = harness.viewModel
      await harness.resume()
      await harness.becomeVisible()
      flow.value = 2
      await until(model.visible == [1, 2], "the visible collection has ended")
      #expect(model.resumed == [1])
      await harness.resume()
      await until(model.resumed == [1, 2], "the resumed collection never began again")
      #expect(model.visible == [1, 2])
      await harness.pause()
      flow.value = 3
      await harness.resume()
      await until(model.visible == [1, 2, 3], "the visible collection never began again")
    }
  }

  private final class Loading: BaseLifecycleViewModel {
    let gate: Gate
    private(set) lazy var visible = load(during: .visible) { [gate] in
      try await gate.pass()
      return "visible"
    }
    private(set) lazy var resumed = load { [gate] in
      try await gate.pass()
      return "resumed"
    }

    init(_ gate: Gate) { self.gate = gate }
  }

  @Test func `a loader that loads while visible is cancelled only when the view model is hidden`()
    async throws
  {
    let gate = Gate()
    try await withViewModel(Loading(gate)) { harness in
      let model = harness.viewModel
      _ = (model.visible, model.resumed)
      await harness.resume()
      await harness.becomeVisible()
      #expect(model.visible.current.isLoading)
      #expect(!model.resumed.current.isLoading)
      gate.open()
      await until(model.visible.current.value == "visible", "the load never ended")
      #expect(model.resumed.current.value == nil)
      await harness.pause()
      #expect(model.visible.reload() == nil)
    }
  }

  @Test func `work that repeats while visible begins once for several resumes`() async throws {
    let runs = Log<String>()
    try await withViewModel(Repeating(runs)) { harness in
      await harness.becomeVisible()
      await harness.resume()
      await harness.becomeVisible()
      await harness.resume()
      #expect(runs.all == ["visible", "poll", "resumed", "resumed"])
      await harness.pause()
      await harness.becomeVisible()
      #expect(runs.all.suffix(2) == ["visible", "poll"])
    }
  }

  private final class Repeating: BaseLifecycleViewModel {
    init(_ runs: Log<String>) {
      super.init()
      repeatWhileVisible { runs.append("visible") }
      poll(every: .seconds(60), during: .visible, clock: ManualClock()) { runs.append("poll") }
      repeatOnResume { runs.append("resumed") }
    }
  }

  @Test func `what onVisible registers again and again is reported with the name of the hook`() {
    final class Registering: VisibleNarratingViewModel {}
    let diagnostics = DiagnosticLog()
    let model = Registering("m")
    model.whenVisible = { [weak model] _ in model?.repeatWhileVisible {} }
    for _ in 0..<3 {
      model.didBecomeVisible()
      model.didPause()
    }
    let reports = diagnostics.of(.repeatedRegistration, about: "in onVisible of Registering.")
    #expect(reports.count == 1)
  }

  @Test func `what onVisible registers again on a child is reported for the parent`() {
    final class Parent: VisibleNarratingViewModel {}
    let diagnostics = DiagnosticLog()
    let (model, child) = (Parent("parent"), VisibleNarratingViewModel("child"))
    model.addChild(child)
    model.whenVisible = { [weak child] _ in child?.repeatWhileVisible {} }
    for _ in 0..<2 {
      model.didBecomeVisible()
      model.didPause()
    }
    #expect(diagnostics.of(.repeatedRegistration, about: "in onVisible of Parent.").count == 1)
  }

  @Test func `a manager follows its host to the stage visible, and ends the appearance`() {
    let model = VisibleNarratingViewModel("m")
    let host = model
    let bound = Log<Int>()
    let manager = LifecycleManager(model, host: host) {
      bound.append(1)
      return [SimpleDisposable { bound.append(-1) }]
    }
    manager.hostDidAppear()
    #expect(bound.all == [1])
    manager.hostDidBecomeInactive()
    #expect((bound.all, model.stage.current) == ([1, -1], .visible))
    manager.hostDidAppear()
    #expect((bound.all, model.stage.current) == ([1, -1, 1], .resumed))
    manager.hostDidDisappear()
    manager.unbind()
    #expect(model.story.text == "(m +m -m +m -m )m ×m")
  }
}
