import KalugaArchitecture
import Testing

/// The stages as an asynchronous sequence, and as others see them from inside the hooks.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleStageTests {
  private let model = NarratingViewModel()

  private func follow(_ flow: StateFlow<LifecycleStage>) -> (Log<LifecycleStage>, Task<Void, Never>)
  {
    let log = Log<LifecycleStage>()
    let task = Task { @MainActor in
      for await stage in flow { log.append(stage) }
    }
    return (log, task)
  }

  @Test func `the stage is an async sequence that begins with the current one`() async {
    let (log, task) = follow(model.stage.stateFlow)
    await mainActorTurns()
    for step in [model.didResume, model.didPause, model.didResume, model.clear] {
      let count = log.count
      step()
      await mainActorTurns(until: log.count > count)
    }
    task.cancel()
    await task.value
    #expect(log.all == [.created, .resumed, .paused, .resumed, .cleared])
  }

  @Test func `a slow follower of the stage gets the newest one`() async {
    let (log, task) = follow(model.stage.stateFlow)
    await mainActorTurns()
    for _ in 0..<10 {
      model.didResume()
      model.didPause()
    }
    await mainActorTurns(until: log.count == 2)
    task.cancel()
    await task.value
    #expect(log.all == [.created, .paused])
  }

  @Test func `a stage can be awaited off the main actor`() async throws {
    let flow = model.stage.stateFlow
    let waiting = Task.detached { try await flow.first { $0 == .cleared } }
    model.didResume()
    model.clear()
    try await #expect(waiting.value == .cleared)
    #expect(flow.value == .cleared)
  }

  @Test func `following the stage keeps nothing of the view model`() async {
    weak var released: NarratingViewModel?
    let task: Task<Void, Never>
    do {
      let model = NarratingViewModel()
      released = model
      task = follow(model.stage.stateFlow).1
      model.didResume()
      await mainActorTurns()
    }
    #expect(released == nil)
    task.cancel()
    await task.value
  }

  @Test func `observers of the stage see the scopes as documented`() {
    var seen: [String] = []
    var resumed: TaskScope?
    model.whenResumed = { resumed = $0 }
    let observation = model.stage.observe { [weak model] stage in
      seen.append("\(stage) \(resumed?.isActive == true) \(model?.scope.isActive == true)")
    }
    model.didResume()
    model.didPause()
    model.clear()
    observation.dispose()
    #expect(
      seen == [
        "created false true", "resumed false true", "paused false true", "cleared false false",
      ]
    )
  }

  @Test func `re-entrant calls of all hooks and observers are handled in their order`() {
    let observation = model.stage.observe { [weak model] stage in
      if stage == .paused { model?.didResume() }
    }
    var resumes = 0
    model.whenResumed = { [weak model] _ in
      resumes += 1
      model?.didPause()
      if resumes == 3 { model?.clear() }
    }
    model.didResume()
    observation.dispose()
    #expect(resumes == 3)
    #expect(model.stage.current == .cleared)
    #expect(model.story.all.filter { $0 == "model pauses" }.count == 3)
    #expect(model.story.all.suffix(1) == ["model cleared"])
  }

  @Test func `calls that wait when the view model is cleared do nothing`() {
    model.whenResumed = { [weak model] _ in
      model?.clear()
      for _ in 0..<5 {
        model?.didPause()
        model?.didResume()
      }
    }
    model.didResume()
    #expect(model.story.all == ["model resumes", "model pauses", "model cleared"])
    #expect(model.scope.runningCount == 0)
  }

  @Test func `a scope that was ended by hand makes no call crash`() async {
    model.repeatOnResume { Issue.record("work ran in an ended scope") }
    model.scope.cancel()
    model.whenResumed = { #expect($0.launch {} == nil) }
    model.didResume()
    model.didPause()
    model.clear()
    await mainActorTurns()
    #expect(model.story.all == ["model resumes", "model pauses", "model cleared"])
  }
}
