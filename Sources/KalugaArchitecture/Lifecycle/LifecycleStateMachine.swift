/// Decides which steps a lifecycle call triggers, without side effects.
///
/// A call that does not fit the current stage triggers no step: a second resume, a pause without a
/// resume, and every call after clear.
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
