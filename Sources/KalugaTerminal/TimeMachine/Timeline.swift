/// The moves of an app, and what a replay of them needs and can be compared with.
struct Timeline {
  /// A move and the state that it led to.
  struct Step {
    let line: String
    /// The state when this step was last left; nil if it never was.
    var state: String?
  }

  /// What the world outside the app has answered.
  ///
  /// An object, because the answer may arrive when another timeline has branched off.
  @MainActor
  final class Answer {
    let question: String
    let step: Int
    /// The result and the step at which it was known; nil if the app was left before.
    var result: (value: any Sendable, step: Int)?

    init(_ question: String, at step: Int) {
      self.question = question
      self.step = step
    }
  }

  /// The steps; the first one is the start.
  var steps = [Step(line: "start")]
  var answers: [Answer] = []

  /// Returns a timeline with the same steps up to this one.
  @MainActor
  func cut(after step: Int) -> Timeline {
    Timeline(steps: Array(steps[...step]), answers: answers.filter { $0.step <= step })
  }
}
