import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct PollTests {
  private let model = NarratingViewModel()
  private let clock = ManualClock()

  @Test func `an interval begins at the end of the run`() async throws {
    let gate = Gate()
    model.poll(every: .seconds(10), clock: clock) { try await gate.pass() }
    model.didResume()
    try await gate.waitForArrivals(1)
    clock.advance(by: .seconds(60))
    gate.letPass(1)
    try await clock.waitForSleepers(1)
    #expect(clock.deadlines == [.init(offset: .seconds(70))])
  }

  @Test func `polling never runs after the pause, even if the clock ends the sleep early`() async {
    let sleeps = Tally()
    model.poll(every: .seconds(1), clock: RudeClock(sleeps: sleeps)) { [story = model.story] in
      story.append("run")
    }
    model.didResume()
    await until(sleeps.value == 1)
    model.didPause()
    await model.scope.waitUntilEmpty()
    #expect(model.story.text == "+model run -model")
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  private final class ScreenThatPolls: BaseLifecycleViewModel {}

  @Test func `an error ends only its run of the polling, and is reported`() async {
    let (model, clock, runs) = (ScreenThatPolls(), ManualClock(), Tally())
    let reports = await Self.diagnostics(about: "ScreenThatPolls") {
      model.poll(every: .seconds(10), clock: clock) {
        runs.add()
        throw SourceError()
      }
      model.didResume()
      await clock.run(for: .seconds(10))
      await until(runs.value == 2)
      model.clear()
      await model.scope.waitUntilEmpty()
    }
    #expect(runs.value == 2)
    #expect(reports.count { $0.kind == .uncaughtError } == 2)
  }

  @Test func `an error of work that was cancelled is not reported`() async {
    let model = ScreenThatPolls()
    let reports = await Self.diagnostics(about: "ScreenThatPolls") {
      let begun = Tally()
      let work: @MainActor () async throws -> Void = {
        begun.add()
        await untilCancelled()
        throw SourceError()
      }
      model.poll(every: .seconds(10), work)
      model.repeatOnResume(work)
      LatestWork(in: model.scope).run(work)
      model.didResume()
      await until(begun.value == 3)
      model.clear()
      await model.scope.waitUntilEmpty()
    }
    #expect(reports.isEmpty)
  }
}
