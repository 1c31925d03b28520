/// Decides which steps follow from a lifecycle call; pure, and the only place that knows the moves.
///
/// Calls that make no sense in the current stage (a second resume, a pause without resume, anything after
/// clear) lead to no step.
struct LifecycleStateMachine {
  enum Call {
    case resume
    case pause
    case clear
  }

  enum Steps {
    case none
    case resume
    case pause
    case clear
    case pauseAndClear
  }

  private(set) var stage = LifecycleStage.created

  mutating func handle(_ call: Call) -> Steps {
    switch (call, stage) {
    case (.resume, .created), (.resume, .paused):
      stage = .resumed
      return .resume
    case (.pause, .resumed):
      stage = .paused
      return .pause
    case (.clear, .resumed):
      stage = .cleared
      return .pauseAndClear
    case (.clear, .created), (.clear, .paused):
      stage = .cleared
      return .clear
    case (.resume, .resumed), (.resume, .cleared), (.pause, .created), (.pause, .paused),
      (.pause, .cleared), (.clear, .cleared):
      return .none
    }
  }
}
