import Testing

@testable import KalugaArchitecture

struct LifecycleStateMachineTests {
  private typealias Event = LifecycleStateMachine.Call
  private typealias Step = LifecycleStateMachine.Step

  private func steps(_ events: Event...) -> ([[Step]], LifecycleStage) {
    var machine = LifecycleStateMachine()
    let steps = events.map { machine.handle($0) }
    return (steps, machine.stage)
  }

  @Test func `a machine begins as created`() {
    #expect(LifecycleStateMachine().stage == .created)
  }

  @Test func `resume and pause alternate`() {
    let (steps, stage) = steps(.resume, .pause, .resume, .pause)
    #expect(steps == [[.resume], [.pause], [.resume], [.pause]])
    #expect(stage == .paused)
  }

  @Test func `a second resume and a second pause lead to no step`() {
    let (steps, stage) = steps(.resume, .resume, .pause, .pause)
    #expect(steps == [[.resume], [], [.pause], []])
    #expect(stage == .paused)
  }

  @Test func `pause without resume leads to no step`() {
    let (steps, stage) = steps(.pause)
    #expect(steps == [[]])
    #expect(stage == .created)
  }

  @Test func `clear while resumed pauses first`() {
    let (steps, stage) = steps(.resume, .clear)
    #expect(steps == [[.resume], [.pause, .clear]])
    #expect(stage == .cleared)
  }

  @Test func `clear while created or paused only clears`() {
    #expect(steps(.clear).0 == [[.clear]])
    #expect(steps(.resume, .pause, .clear).0 == [[.resume], [.pause], [.clear]])
  }

  @Test func `nothing leads on from cleared`() {
    let (steps, stage) = steps(.clear, .clear, .resume, .pause)
    #expect(steps == [[.clear], [], [], []])
    #expect(stage == .cleared)
  }
}
