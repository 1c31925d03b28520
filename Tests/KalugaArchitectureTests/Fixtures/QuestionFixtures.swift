import KalugaArchitecture

/// The answers to a question before a screen closes.
enum Discard: String, QuestionAnswer { case discard, keep }

/// The answers to a question without a choice that cancels.
enum Order: String, QuestionAnswer { case name, date }

extension Question {
  /// Asks whether to discard something: `? (discard | keep)`.
  static let discard = Question(
    "Discard the secret?",
    message: "A secret.",
    choices: [
      Choice(Discard.discard, "Discard", role: .destructive),
      Choice(Discard.keep, "Keep", role: .cancel),
    ]
  )

  /// Asks for an order, without a choice that cancels: `? (name | date)`.
  static let order = Question(
    "Order?",
    style: .dialog,
    choices: [Choice(Order.name, "By name"), Choice(Order.date, "By date")]
  )
}
