/// The moves of an app, and what a replay of them needs and can be compared with.
struct Timeline {
  /// A move and the state that it led to.
  struct Step {
    let line: String
    /// The width of the window before the move, on which it may depend; nil if it was not known.
    var columns: Int?
    /// The state when this step was last left; nil if it never was.
    var state: String?
  }

  /// A point in time: a step, whether its command has ended, and the answers so far.
  struct Moment: Comparable, Sendable {
    var step = 0
    var isAfterCommand = false
    /// The number of the latest answer; zero before the first one of this part of the step.
    var answer = 0

    func isInSamePart(as other: Moment) -> Bool {
      step == other.step && isAfterCommand == other.isAfterCommand
    }

    static func < (left: Moment, right: Moment) -> Bool {
      if left.step != right.step { return left.step < right.step }
      if left.isAfterCommand != right.isAfterCommand { return right.isAfterCommand }
      return left.answer < right.answer
    }
  }

  /// What the world outside the app has answered.
  ///
  /// An object, because the answer may arrive when another timeline has branched off.
  @MainActor
  final class Answer {
    let question: String
    let step: Int
    /// The result and the moment at which it arrived; nil if the app was left before.
    var result: (value: any Sendable, moment: Moment)?

    init(_ question: String, at step: Int) {
      self.question = question
      self.step = step
    }
  }

  /// The steps; the first one is the start.
  var steps = [Step(line: "start")]
  var answers: [Answer] = []

  /// The moments at which answers arrived in the same part of a step, in order.
  @MainActor
  func arrivals(inPartOf moment: Moment) -> [Moment] {
    answers.compactMap { $0.result?.moment }.filter { $0.isInSamePart(as: moment) }.sorted()
  }

  /// Returns a timeline with the same steps up to this one.
  @MainActor
  func cut(after step: Int) -> Timeline {
    Timeline(steps: Array(steps[...step]), answers: answers.filter { $0.step <= step })
  }
}

extension Timeline.Answer: nonisolated CustomReflectable {
  /// The question without the answer, which may have private rows.
  nonisolated var customMirror: Mirror {
    Mirror(self, children: ["question": question, "step": step], displayStyle: .class)
  }
}
