/// Decides which steps a lifecycle call triggers, without side effects.
///
/// A call that does not fit the current stage triggers no step: a second resume, a pause without a
/// resume, and every call after clear.
struct LifecycleStateMachine {
  /// A lifecycle call, and also one step of it.
  enum Call {
    /// Makes visible, also what is resumed.
    case show
    case resume
    /// Makes visible what is resumed.
    case cover
    case pause
    case clear
  }

  private(set) var stage = LifecycleStage.created

  /// Returns the next step of a call, or nil if none is left.
  ///
  /// A clear of what is shown has two steps, because it pauses first.
  mutating func nextStep(of call: Call) -> Call? {
    switch (call, stage) {
    case (.show, .created), (.show, .paused):
      stage = .visible
      return .show
    case (.resume, .created), (.resume, .paused), (.resume, .visible):
      stage = .resumed
      return .resume
    case (.show, .resumed), (.cover, .resumed):
      stage = .visible
      return .cover
    case (.pause, .visible), (.pause, .resumed), (.clear, .visible), (.clear, .resumed):
      stage = .paused
      return .pause
    case (.clear, .created), (.clear, .paused):
      stage = .cleared
      return .clear
    case (.show, .visible), (.resume, .resumed), (.cover, _), (.pause, .created), (.pause, .paused),
      (_, .cleared):
      return nil
    }
  }
}
