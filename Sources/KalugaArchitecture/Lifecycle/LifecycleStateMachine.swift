/// Decides which steps a lifecycle call triggers, without side effects.
///
/// A call that does not fit the current stage triggers no step: a second resume, a pause without a
/// resume, and every call after clear.
struct LifecycleStateMachine {
  /// A lifecycle call, and also one step of it.
  enum Call {
    case resume
    case pause
    case clear
  }

  private(set) var stage = LifecycleStage.created

  /// Returns the next step of a call, or nil if none is left.
  ///
  /// A clear while resumed has two steps, because it pauses first.
  mutating func nextStep(of call: Call) -> Call? {
    switch (call, stage) {
    case (.resume, .created), (.resume, .paused):
      stage = .resumed
      return .resume
    case (.pause, .resumed), (.clear, .resumed):
      stage = .paused
      return .pause
    case (.clear, .created), (.clear, .paused):
      stage = .cleared
      return .clear
    case (.resume, .resumed), (.resume, .cleared), (.pause, .created), (.pause, .paused),
      (.pause, .cleared), (.clear, .cleared):
      return nil
    }
  }
}
