import KalugaArchitecture

/// The answers of the tests.
enum Discard: String, QuestionAnswer { case discard, keep }
enum Sorting: String, QuestionAnswer { case name, date }

extension Question {
  static let discard = Question(
    "Discard?",
    message: "It is new.",
    choices: [
      Choice(Discard.discard, "Discard", role: .destructive),
      Choice(Discard.keep, "Keep", role: .cancel),
    ]
  )

  static let retry = Question("Retry?", choices: [Choice(Sorting.name, "Retry")])

  /// A dialog without a button that cancels.
  static let sort = Question(
    "Sort",
    style: .dialog,
    choices: [Choice(Sorting.name, "By name"), Choice(Sorting.date, "By date")]
  )

  /// What a host shows of the question.
  func picture(addsCancel: Bool) -> String {
    let marks: [Choice.Role: String] = [.destructive: "!", .cancel: "?"]
    var buttons = choices.map { $0.title + ($0.role.flatMap { marks[$0] } ?? "") }
    if addsCancel, style == .dialog, !choices.contains(where: { $0.role == .cancel }) {
      buttons.append("Cancel?")
    }
    let texts = [title, message].filter { !$0.isEmpty }.joined(separator: ": ")
    return "\(style) \(texts) (\(buttons.joined(separator: " | ")))"
  }
}
