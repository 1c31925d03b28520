import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct BaseLifecycleViewModelTests {
  private final class Service: LifecycleSubscribable {}

  private let model = NarratingViewModel()

  private var story: String { model.story.text }

  // MARK: Stages

  @Test func `stages follow the calls of the host and can be observed`() {
    let seen = Log<String>()
    _ = model.stage.observe { [unowned model] stage in
      seen.append("\(stage)")
      if model.resumedScope?.isActive == true { seen.append("resumed scope") }
      if model.scope.isActive { seen.append("alive") }
    }
    model.didResume()
    model.didPause()
    model.didResume()
    model.clear()
    #expect(
      seen.text == "created alive resumed alive paused alive resumed alive paused alive cleared"
    )
  }

  @Test func `the stage is an async sequence that begins with the current one`() async throws {
    let recorder = ValueRecorder(following: model.stage.stateFlow)
    try await recorder.skip()
    for step in [model.didResume, model.didPause, model.didResume, model.clear] {
      step()
      try await recorder.skip()
    }
    #expect(recorder.values == [.created, .resumed, .paused, .resumed, .cleared])
  }

  // MARK: Scopes

  @Test func `a view model whose scope was cancelled directly still follows its host`() async {
    model.repeatOnResume { [unowned model] in model.story.append("work") }
    model.scope.cancel()
    model.whenResumed = { #expect($0.launch {} == nil) }
    model.didResume()
    model.didPause()
    model.clear()
    await mainActorQueueDrained()
    #expect(story == "+model -model ×model")
  }

  @Test func `the resumed scope is a child of the view model's scope and new for each resume`() {
    model.didResume()
    let first = model.resumedScope
    model.didPause()
    model.didResume()
    let second = model.resumedScope
    #expect([first, second].map { $0?.isActive } == [false, true])
    #expect(first?.launch {} == nil)
    model.scope.cancel()
    #expect(second?.isActive == false)
  }

  @Test func `onPause runs before its tasks are cancelled`() async {
    var task: Task<Void, Never>?
    var late: Task<Void, Never>?
    model.whenResumed = { task = $0.launch { await untilCancelled() } }
    model.whenPaused = { [weak model] in
      #expect(task?.isCancelled == false)
      late = model?.resumedScope?.launch { await untilCancelled() }
    }
    model.didResume()
    model.didPause()
    #expect([task, late].map { $0?.isCancelled } == [true, true])
    await model.scope.waitUntilEmpty()
  }

  @Test func `a resume never waits for earlier work`() async throws {
    let gate = Gate()
    model.whenResumed = { $0.launch { await gate.passIgnoringCancellation() } }
    model.didResume()
    try await gate.waitForArrivals(1)
    model.didPause()
    model.didResume()
    #expect(story == "+model -model +model")
    #expect(model.scope.runningCount == 2)
    gate.open()
    await model.scope.waitUntilEmpty()
  }

  // MARK: Calls made from inside

  @Test func `calls made from inside a hook are queued, not nested`() {
    model.whenResumed = { [unowned model] _ in
      model.whenResumed = { _ in }
      model.didPause()
      model.didResume()
      model.didPause()
      #expect(model.stage.current == .resumed)
      model.story.append("hook ends")
    }
    model.didResume()
    #expect(story == "+model hook ends -model +model -model")
  }

  @Test func `clear inside a hook takes effect after that hook`() {
    let endHook: @MainActor () -> Void = { [unowned model] in
      model.clear()
      model.didResume()
      model.story.append("hook ends")
    }
    model.whenResumed = { _ in endHook() }
    model.whenPaused = endHook
    model.whenCleared = endHook
    model.didResume()
    #expect(story == "+model hook ends -model hook ends ×model hook ends")
  }

  @Test func `re-entrant calls of all hooks and observers take effect in their order`() {
    _ = model.stage.observe { [unowned model] in if $0 == .paused { model.didResume() } }
    var resumes = 0
    model.whenResumed = { [unowned model] _ in
      resumes += 1
      model.didPause()
      if resumes == 3 { model.clear() }
    }
    model.didResume()
    #expect(story == "+model -model +model -model +model -model ×model")
  }

  // MARK: Subscribables

  /// Kaluga 1.9: set semantics, in the order of insertion.
  @Test func `subscribables are kept in order without duplicates`() {
    let services = (0..<4).map { _ in Service() }
    let model = NarratingViewModel(services: [services[0], services[1], services[0]])
    var seen: [[Int?]] = []
    let observation = model.activeLifecycleSubscribables.observe { current in
      seen.append(current.map { service in services.firstIndex { $0 === service } })
    }
    model.addLifecycleSubscribables(services[2], services[1], services[3], services[2])
    model.addLifecycleSubscribables(services[3])
    model.removeLifecycleSubscribables(services[1], services[1])
    model.removeLifecycleSubscribables(services[1])
    observation.dispose()
    #expect(seen == [[0, 1], [0, 1, 2, 3], [0, 2, 3]])
  }
}
