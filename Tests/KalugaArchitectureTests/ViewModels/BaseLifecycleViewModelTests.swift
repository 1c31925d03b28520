import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
struct BaseLifecycleViewModelTests {
  private final class Recording: BaseLifecycleViewModel {
    var log: [String] = []
    var resumedScopes: [TaskScope] = []
    var whenResumed: (Recording, TaskScope) -> Void = { _, _ in }
    var whenPaused: (Recording) -> Void = { _ in }
    var whenCleared: (Recording) -> Void = { _ in }

    override func onResume(scope: TaskScope) {
      log.append("resume \(stage.current)")
      resumedScopes.append(scope)
      whenResumed(self, scope)
      log.append("resumed")
    }

    override func onPause() {
      log.append("pause \(stage.current)")
      whenPaused(self)
      log.append("paused")
    }

    override func onCleared() {
      log.append("clear \(stage.current)")
      whenCleared(self)
    }
  }

  private final class Service: LifecycleSubscribable {}

  private let model = Recording()

  @Test func `stages follow the calls of the host and can be observed`() {
    let recorder = ValueRecorder(model.stage)
    model.didResume()
    model.didPause()
    model.didResume()
    model.clear()
    #expect(recorder.values == [.created, .resumed, .paused, .resumed, .paused, .cleared])
  }

  /// Kaluga Q22.
  @Test func `resume twice makes one resumed scope`() {
    model.didResume()
    model.didResume()
    #expect(model.resumedScopes.count == 1)
    #expect(model.log == ["resume resumed", "resumed"])
  }

  @Test func `pause without resume does nothing`() {
    model.didPause()
    #expect(model.log.isEmpty)
    #expect(model.stage.current == .created)
    model.didResume()
    model.didPause()
    model.didPause()
    #expect(model.log.filter { $0 == "paused" }.count == 1)
  }

  @Test func `clear twice does nothing and nothing leads on`() {
    model.clear()
    model.clear()
    model.didResume()
    model.didPause()
    #expect(model.log == ["clear cleared"])
  }

  @Test func `clear while resumed pauses first`() {
    model.didResume()
    model.clear()
    #expect(
      model.log == ["resume resumed", "resumed", "pause resumed", "paused", "clear cleared"]
    )
  }

  /// Kaluga Q21: `clear()` left resumed work running.
  @Test func `clear while resumed ends the work of the resumed scope`() async {
    var task: Task<Void, Never>?
    model.whenResumed = { _, scope in
      task = scope.launch { _ = await Settlement<Void>().wait() }
    }
    model.didResume()
    model.clear()
    await model.scope.waitUntilEmpty()
    #expect(task?.isCancelled == true)
    #expect(model.resumedScopes.first?.isActive == false)
  }

  @Test func `the resumed scope is a child of the life scope and new for each resume`() {
    model.didResume()
    model.didPause()
    model.didResume()
    #expect(model.resumedScopes.map(\.isActive) == [false, true])
    #expect(model.resumedScopes.first?.launch {} == nil)
    model.scope.cancel()
    #expect(model.resumedScopes.map(\.isActive) == [false, false])
  }

  @Test func `onPause runs before its tasks are cancelled`() async {
    var task: Task<Void, Never>?
    var log: [String] = []
    model.whenResumed = { _, scope in
      task = scope.launch { _ = await Settlement<Void>().wait() }
      scope.add(SimpleDisposable(onDispose: {}))
    }
    model.whenPaused = { model in
      log.append("\(task?.isCancelled == true) \(model.resumedScopes.last?.isActive == true)")
    }
    model.didResume()
    await mainActorTurns(1)
    model.didPause()
    #expect(log == ["false true"])
    #expect(task?.isCancelled == true)
    await task?.value
  }

  @Test func `a launch in onPause is cancelled with the resumed scope`() async {
    var wasCancelled: Bool?
    model.whenPaused = { model in
      model.resumedScopes.last?.launch { wasCancelled = Task.isCancelled }
    }
    model.didResume()
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(wasCancelled == true)
  }

  /// Kaluga Q35.
  @Test func `a launch in onResume starts after onResume returned`() async {
    model.whenResumed = { model, scope in scope.launch { model.log.append("launched") } }
    model.didResume()
    model.log.append("job")
    await model.scope.waitUntilEmpty()
    #expect(model.log == ["resume resumed", "resumed", "job", "launched"])
  }

  @Test func `a resume waits for nobody`() async {
    let gate = HandOff<Void>()
    var isFirst = true
    model.whenResumed = { _, scope in
      if isFirst { scope.launch { await gate.wait() } }
      isFirst = false
    }
    model.didResume()
    await mainActorTurns(1)
    model.didPause()
    model.didResume()
    #expect(model.resumedScopes.count == 2)
    #expect(model.scope.runningCount == 1)
    gate.settle()
    await model.scope.waitUntilEmpty()
  }

  @Test func `calls made from inside a hook are queued, not nested`() {
    var resumes = 0
    model.whenResumed = { model, _ in
      resumes += 1
      guard resumes == 1 else { return }
      model.didPause()
      model.didResume()
      model.didPause()
      #expect(model.stage.current == .resumed)
    }
    model.didResume()
    #expect(
      model.log == [
        "resume resumed", "resumed", "pause resumed", "paused",
        "resume resumed", "resumed", "pause resumed", "paused",
      ]
    )
    #expect(model.stage.current == .paused)
  }

  @Test func `clear from inside hooks comes after the hook`() {
    model.whenResumed = { model, _ in model.clear() }
    model.whenPaused = { model in
      model.clear()
      model.didResume()
    }
    model.whenCleared = { model in
      model.clear()
      model.didResume()
    }
    model.didResume()
    #expect(
      model.log == ["resume resumed", "resumed", "pause resumed", "paused", "clear cleared"]
    )
  }

  @Test func `calls made by an observer of the stage are queued`() {
    let observation = model.stage.observe { [model] stage in
      if stage == .resumed { model.didPause() }
    }
    model.didResume()
    #expect(model.log == ["resume resumed", "resumed", "pause resumed", "paused"])
    observation.dispose()
  }

  @Test func `calls made by a resource of the resumed scope are queued`() async {
    model.whenResumed = { [weak model] _, scope in
      scope.add(
        SimpleDisposable(onDispose: { MainActor.assumeIsolated { model?.didResume() } })
      )
    }
    model.didResume()
    model.whenResumed = { _, _ in }
    model.didPause()
    #expect(
      model.log == [
        "resume resumed", "resumed", "pause resumed", "paused", "resume resumed", "resumed",
      ]
    )
    #expect(model.resumedScopes.map(\.isActive) == [false, true])
  }

  // MARK: Subscribables

  /// Kaluga 1.9: set semantics, in the order of insertion.
  @Test func `subscribables are kept in order without duplicates`() {
    final class Subject: BaseLifecycleViewModel {}
    let services = (0..<4).map { _ in Service() }
    let model = Subject(lifecycleSubscribables: [services[0], services[1], services[0]])
    func current() -> [Int?] {
      model.activeLifecycleSubscribables.current.map { service in
        services.firstIndex { $0 === service }
      }
    }
    let recorder = ValueRecorder(model.activeLifecycleSubscribables)
    #expect(current() == [0, 1])
    model.addLifecycleSubscribables(services[2], services[1], services[3], services[2])
    #expect(current() == [0, 1, 2, 3])
    model.addLifecycleSubscribables(services[3])
    model.removeLifecycleSubscribables(services[1], services[1])
    model.removeLifecycleSubscribables(services[1])
    #expect(current() == [0, 2, 3])
    #expect(recorder.values.map(\.count) == [2, 4, 3])
  }
}
