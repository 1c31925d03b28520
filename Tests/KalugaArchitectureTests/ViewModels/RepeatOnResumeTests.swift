import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RepeatOnResumeTests {
  private let model = NarratingViewModel()
  private let gate = Gate()

  private var story: Log<String> { model.story }

  private func work(_ name: String) -> @MainActor () async throws -> Void {
    { [story] in story.append(name) }
  }

  /// Work that ends when the gate is open, cancelled or not, and must not overlap with itself.
  private func stubbornWork() -> @MainActor () async -> Void {
    var (runs, running) = (0, 0)
    return { [story, gate] in
      runs += 1
      running += 1
      #expect(running == 1)
      let run = runs
      story.append("run \(run) begins")
      await gate.passIgnoringCancellation()
      story.append("run \(run) ends, cancelled: \(Task.isCancelled)")
      running -= 1
    }
  }

  // MARK: Beginning

  @Test func `runs begin at each resume after onResume, in the order of registration`() async {
    model.whenResumed = { [story] scope in scope.launch { story.append("launched") } }
    model.repeatOnResume(work("0"))
    model.repeatOnResume { [story] in
      story.append("1")
      // Cancellation is the only error that a view model's scope does not report.
      throw CancellationError()
    }
    model.repeatOnResume(work("2"))
    await mainActorQueueDrained()
    let round = ["+model", "launched", "0", "1", "2", "-model"]
    for _ in 0..<10 {
      model.didResume()
      await model.scope.waitUntilEmpty()
      model.didPause()
    }
    #expect(story.all == Array(repeating: round, count: 10).flatMap(\.self))
  }

  enum Place: CaseIterable {
    case onResume, observerOfResume, whileResumed, onPause, resource, whilePaused
  }

  @Test(arguments: Place.allCases)
  func `work registered at any time runs once for each resume from then on`(place: Place) async {
    var isRegistered = false
    let register: @MainActor @Sendable () -> Void = { [unowned model, story] in
      if !isRegistered { model.repeatOnResume { story.append("work") } }
      isRegistered = true
    }
    switch place {
    case .onResume: model.whenResumed = { _ in register() }
    case .observerOfResume: _ = model.stage.observe { if $0 == .resumed { register() } }
    case .onPause: model.whenPaused = register
    case .resource:
      model.whenResumed = { scope in
        scope.add(SimpleDisposable { MainActor.assumeIsolated { register() } })
      }
    case .whileResumed, .whilePaused: break
    }
    for _ in 0..<2 {
      model.didResume()
      if place == .whileResumed { register() }
      await model.scope.waitUntilEmpty()
      model.didPause()
      if place == .whilePaused { register() }
      await model.scope.waitUntilEmpty()
    }
    let isEarly = [.onResume, .observerOfResume, .whileResumed].contains(place)
    #expect(
      story.text == (isEarly ? "+model work -model" : "+model -model") + " +model work -model"
    )
  }

  // MARK: Ending

  @Test(arguments: [1, 2, 1000])
  func `a run is cancelled by pause and the next one waits until it has ended`(
    cycles: Int
  ) async throws {
    model.repeatOnResume(name: "poll", stubbornWork())
    model.didResume()
    try await gate.waitForArrivals(1)
    for _ in 0..<cycles {
      model.didPause()
      model.didResume()
    }
    #expect(model.stage.current == .resumed)
    // Work that waits for its previous run has its name too.
    #expect(Set(model.scope.runningNames) == ["poll"])
    #expect(model.scope.runningCount == cycles + 1)
    await mainActorQueueDrained()
    gate.open()
    await model.scope.waitUntilEmpty()
    // The runs in between were cancelled before they could begin.
    let runs = story.all.filter { $0.hasPrefix("run") }.joined(separator: "; ")
    #expect(
      runs
        == "run 1 begins; run 1 ends, cancelled: true; run 2 begins; run 2 ends, cancelled: false"
    )
  }

  /// After several quick resumes, the latest run must still wait for the oldest one.
  @Test func `runs never overlap across quick resumes and pauses`() async throws {
    model.repeatOnResume(stubbornWork())
    model.didResume()
    try await gate.waitForArrivals(1)
    for cycle in 0..<10 {
      model.didPause()
      // Nothing is launched in a scope that was cancelled directly.
      model.whenResumed = { if cycle.isMultiple(of: 3) { $0.cancel() } }
      model.didResume()
      if cycle.isMultiple(of: 2) { await mainActorQueueDrained() }
    }
    model.didPause()
    model.whenResumed = { _ in }
    model.didResume()
    await mainActorQueueDrained()
    gate.open()
    await model.scope.waitUntilEmpty()
    #expect(story.all.count { $0.hasPrefix("run 2") } == 2)
    #expect(!story.all.contains { $0.hasPrefix("run 3") })
  }
}
