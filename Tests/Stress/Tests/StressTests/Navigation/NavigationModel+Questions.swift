import KalugaArchitecture

/// The answers to the questions of a walk.
enum Reply: String, QuestionAnswer { case yes, no }

extension Question {
  /// Two questions that differ in their choices.
  static let walked = [
    Question("Sure?", choices: [Choice(Reply.yes, "Yes"), Choice(Reply.no, "No", role: .cancel)]),
    Question(
      "Again?",
      style: .dialog,
      choices: [Choice(Reply.yes, "Yes", role: .destructive), Choice(Reply.no, "No")]
    ),
  ]
}

// The question about the shown screen.
extension NavigationModel {
  struct Asked {
    let id: BackStackEntryID
    let question: Question
    /// The screen that the question is about.
    let subject: BackStackEntryID
    /// What waits for the answer.
    var debt = Debt()
  }

  var top: Screen? { levels.last?.path.last }

  mutating func ask(_ question: Question, isBelow: Bool) throws(Refusal) {
    guard !isBelow, let top else { throw .impossible }
    if let asked, asked.subject == top.id, asked.question == question { throw .duplicate }
    endQuestion(.cancelled(.closed))
    asked = Asked(id: makeID(), question: question, subject: top.id)
  }

  mutating func answer(_ name: String?, isBelow: Bool) throws(Refusal) {
    guard !isBelow, let asked, asked.subject == top?.id else { throw .impossible }
    let choices = asked.question.choices
    let choice = choices.first { name == nil ? $0.role == .cancel : $0.name == name }
    guard name == nil || choice != nil else { throw .impossible }
    guard let choice else { return endQuestion(.cancelled(.back)) }
    // A question of the same operation is never seen, so its answer is not lost.
    if asked.debt.requests.isEmpty, !isNew(asked.id) { lost += 1 }
    given += asked.debt.requests
    endQuestion(.finished(choice.name))
  }

  /// Closes the question if another screen is shown than the one that it is about.
  mutating func closeLateQuestion() {
    if let asked, asked.subject != top?.id { endQuestion(.cancelled(.closed)) }
  }

  private mutating func endQuestion(_ outcome: NavigationOutcome<String>) {
    for number in asked?.debt.requests ?? [] { requests[number].outcome = outcome }
    asked = nil
  }
}
