import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The stages as an asynchronous sequence, and as others see them from inside the hooks.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LifecycleStageTests {
  private let model = NarratingViewModel()

  @Test func `the stage is an async sequence that begins with the current one`() async throws {
    let recorder = ValueRecorder(following: model.stage.stateFlow)
    try await recorder.skip()
    for step in [model.didResume, model.didPause, model.didResume, model.clear] {
      step()
      try await recorder.skip()
    }
    #expect(recorder.values == [.created, .resumed, .paused, .resumed, .cleared])
  }

  @Test func `a slow follower of the stage gets the newest one`() async throws {
    let recorder = ValueRecorder(following: model.stage.stateFlow)
    try await recorder.skip()
    for _ in 0..<10 {
      model.didResume()
      model.didPause()
    }
    try await recorder.skip()
    model.clear()
    try await recorder.skip()
    #expect(recorder.values == [.created, .paused, .cleared])
  }

  @Test func `a stage can be awaited off the main actor`() async throws {
    let flow = model.stage.stateFlow
    let waiting = Task.detached { try await flow.first { $0 == .cleared } }
    model.didResume()
    model.clear()
    #expect(try await waiting.value == .cleared)
    #expect(flow.value == .cleared)
  }

  @Test func `a follower of the stage does not keep the view model`() async throws {
    weak var released: NarratingViewModel?
    let recorder: ValueRecorder<LifecycleStage>
    do {
      let model = NarratingViewModel()
      released = model
      recorder = ValueRecorder(following: model.stage.stateFlow)
      try await recorder.skip()
    }
    #expect(released == nil)
    recorder.stop()
  }

  @Test func `observers of the stage see the scopes as documented`() {
    var seen: [String] = []
    let observation = model.stage.observe { [weak model] stage in
      seen.append(
        "\(stage) \(model?.resumedScope?.isActive == true) \(model?.scope.isActive == true)"
      )
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

  @Test func `re-entrant calls of all hooks and observers take effect in their order`() {
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
    let round = ["model resumes", "model pauses"]
    #expect(model.story.all == round + round + round + ["model cleared"])
    #expect(model.stage.current == .cleared)
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

  @Test func `a view model whose scope was cancelled directly still follows its host`() async {
    model.repeatOnResume { [story = model.story] in story.append("work") }
    model.scope.cancel()
    model.whenResumed = { #expect($0.launch {} == nil) }
    model.didResume()
    model.didPause()
    model.clear()
    await mainActorQueueDrained()
    #expect(model.story.all == ["model resumes", "model pauses", "model cleared"])
  }
}
