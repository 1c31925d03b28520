import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RepeatOnResumeTests {
  private let model = NarratingViewModel()

  private var story: Log<String> { model.story }

  private func work(_ name: String) -> @MainActor () async throws -> Void {
    { [story] in story.append(name) }
  }

  @Test func `work for life runs whether the view model is shown or not`() async {
    let latch = Latch()
    model.scope.launch { [story] in
      await latch.passed()
      story.append("cancelled: \(Task.isCancelled)")
    }
    model.didResume()
    model.didPause()
    latch.open()
    await model.scope.waitUntilEmpty()
    #expect(story.all == ["model resumes", "model pauses", "cancelled: false"])
  }

  @Test func `work begins at each resume, and not before the first`() async {
    model.repeatOnResume(work("work"))
    await mainActorTurns()
    #expect(story.all.isEmpty)
    for _ in 0..<3 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(story.all.filter { $0 == "work" }.count == 3)
  }

  @Test func `work is kept with what it captures for as long as the view model is`() async {
    let released = Log<Int>()
    do {
      let model = NarratingViewModel()
      let captured = closure { released.append(1) }
      model.repeatOnResume { captured() }
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
      #expect(released.count == 0)
    }
    #expect(released.count == 1)
  }

  @Test func `work registered while resumed begins at once, and while paused does not`() async {
    model.didResume()
    model.repeatOnResume(work("resumed"))
    await model.scope.waitUntilEmpty()
    model.didPause()
    model.repeatOnResume(work("paused"))
    await model.scope.waitUntilEmpty()
    #expect(story.all == ["model resumes", "resumed", "model pauses"])
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(story.all.suffix(3) == ["model resumes", "resumed", "paused"])
  }

  @Test func `work registered inside onResume runs once for that resume`() async {
    var isFirst = true
    model.whenResumed = { [weak model, story] _ in
      if isFirst { model?.repeatOnResume { story.append("work") } }
      isFirst = false
    }
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(story.all == ["model resumes", "work"])
    model.didPause()
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(story.all.filter { $0 == "work" }.count == 2)
  }

  @Test func `work registered inside onPause begins at the next resume`() async {
    var isFirst = true
    model.whenPaused = { [weak model, story] in
      if isFirst { model?.repeatOnResume { story.append("work") } }
      isFirst = false
    }
    model.didResume()
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(story.all == ["model resumes", "model pauses"])
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(story.all.filter { $0 == "work" }.count == 1)
  }

  @Test func `work registered by an observer of the stage runs once for that resume`() async {
    let observation = model.stage.observe { [weak model, story] stage in
      if stage == .resumed { model?.repeatOnResume { story.append("work") } }
    }
    model.didResume()
    await model.scope.waitUntilEmpty()
    observation.dispose()
    #expect(story.all == ["model resumes", "work"])
  }

  @Test func `runs begin after onResume in the order of registration`() async {
    model.whenResumed = { [story] scope in scope.launch { story.append("launched") } }
    for number in 0..<3 { model.repeatOnResume(work("\(number)")) }
    for _ in 0..<20 {
      let count = story.count
      model.didResume()
      await model.scope.waitUntilEmpty()
      #expect(story.all.dropFirst(count) == ["model resumes", "launched", "0", "1", "2"])
      model.didPause()
    }
  }

  @Test func `work registered in a cleared view model never runs`() async {
    model.clear()
    model.repeatOnResume(work("never"))
    model.didResume()
    await model.scope.waitUntilEmpty()
    await mainActorTurns()
    #expect(story.all == ["model cleared"])
  }

  @Test func `a run is cancelled by pause and the next one waits until it has ended`() async {
    let latch = Latch()
    var runs = 0
    model.repeatOnResume { [story] in
      runs += 1
      let run = runs
      story.append("begin \(run)")
      await latch.passed()
      story.append("end \(run), cancelled: \(Task.isCancelled)")
    }
    model.didResume()
    await mainActorTurns()
    model.didPause()
    model.didResume()
    #expect(model.stage.current == .resumed)
    await mainActorTurns()
    #expect(story.all.filter { $0.hasPrefix("begin") } == ["begin 1"])
    latch.open()
    await model.scope.waitUntilEmpty()
    #expect(
      story.all.suffix(3) == ["end 1, cancelled: true", "begin 2", "end 2, cancelled: false"]
    )
  }

  /// A resume between two pauses must not let the run after next forget the one that still runs.
  @Test(arguments: [2, 3, 10])
  func `runs never overlap over quick resumes and pauses`(cycles: Int) async {
    let latch = Latch()
    var (running, runs) = (0, 0)
    model.repeatOnResume {
      running += 1
      runs += 1
      #expect(running == 1)
      await latch.passed()
      running -= 1
    }
    model.didResume()
    await mainActorTurns()
    for cycle in 0..<cycles {
      model.didPause()
      model.didResume()
      if cycle.isMultiple(of: 2) { await mainActorTurns() }
    }
    #expect(runs == 1)
    latch.open()
    await model.scope.waitUntilEmpty()
    // Those in between were cancelled before their turn came.
    #expect(runs == 2)
    #expect(running == 0)
  }

  @Test func `runs never overlap when a resumed scope was ended by hand`() async {
    let latch = Latch()
    var running = 0
    model.repeatOnResume {
      running += 1
      #expect(running == 1)
      await latch.passed()
      running -= 1
    }
    model.didResume()
    await mainActorTurns()
    model.didPause()
    model.whenResumed = { $0.cancel() }
    model.didResume()
    await mainActorTurns()
    model.didPause()
    model.whenResumed = { _ in }
    model.didResume()
    await mainActorTurns()
    #expect(running == 1)
    latch.open()
    await model.scope.waitUntilEmpty()
    #expect(running == 0)
  }

  @Test func `a run that failed begins again at the next resume`() async {
    var runs = 0
    model.repeatOnResume {
      runs += 1
      // Cancellation is the only error that a view model's scope does not report.
      throw CancellationError()
    }
    for _ in 0..<3 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(runs == 3)
  }

  @Test func `work has its name while it runs and while it waits`() async {
    let latch = Latch()
    model.repeatOnResume(name: "poll") { await latch.passed() }
    model.didResume()
    await mainActorTurns()
    model.didPause()
    model.didResume()
    #expect(model.scope.runningNames == ["poll", "poll"])
    latch.open()
    await model.scope.waitUntilEmpty()
  }

  @Test func `clear ends the run and nothing begins after it`() async {
    var runs = 0
    model.repeatOnResume {
      runs += 1
      await untilCancelled()
    }
    model.didResume()
    await mainActorTurns()
    model.clear()
    model.didResume()
    await model.scope.waitUntilEmpty()
    #expect(runs == 1)
  }

  @Test func `a thousand quick pauses leave nothing behind`() async {
    var runs = 0
    model.repeatOnResume {
      runs += 1
      await untilCancelled()
    }
    for _ in 0..<1000 {
      model.didResume()
      model.didPause()
    }
    await model.scope.waitUntilEmpty()
    #expect(runs == 0)
    #expect(model.scope.runningCount == 0)
  }

  @Test func `work registered by a resource of the ending scope begins at the next resume`() async {
    let model = NarratingViewModel()
    let runs = Log<Int>()
    model.whenResumed = { [unowned model] scope in
      model.whenResumed = { _ in }
      scope.add(
        SimpleDisposable { [unowned model] in
          MainActor.assumeIsolated { model.repeatOnResume { runs.append(1) } }
        }
      )
    }
    model.didResume()
    model.didPause()
    await mainActorTurns()
    #expect(runs.count == 0)
    model.didResume()
    await mainActorTurns(until: runs.count == 1)
    #expect(runs.count == 1)
  }
}
