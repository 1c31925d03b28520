public import KalugaArchitecture

/// A question over the shown screen, with a button for each choice.
///
///     let yes = Question.Choice("discard", "Discard", role: .destructive)
///     let no = Question.Choice("keep", "Keep", role: .cancel)
///     … .launch(try Question("Discard the changes?", choices: [yes, no]))
///
/// The answer is the name of the chosen one. A question is not saved: a restored app does not ask it
/// again. For a question that must survive, present a screen.
public struct Question: AnswerableEffect, Hashable {
  /// The name of the choice.
  public typealias Answer = String

  /// A button.
  public struct Choice: Hashable, Sendable {
    /// How a button looks and where it is.
    public enum Role: Sendable {
      /// It deletes something.
      case destructive
      /// It leaves everything as it is.
      case cancel
    }

    /// The answer that the button gives, and what it shows.
    public let name, title: String
    /// How the button looks; nil for a plain one.
    public let role: Role?

    /// Creates a button.
    public init(_ name: String, _ title: String, role: Role? = nil) {
      (self.name, self.title, self.role) = (name, title, role)
    }
  }

  /// The question, and what explains it.
  public let title, message: String

  /// The buttons.
  public let choices: [Choice]

  /// Creates a question.
  ///
  /// - Throws: `NavigationError.invalidEffect` if there is no choice, if two choices have the same name, if one
  ///   has none or that of the refusal, `unavailable`, and if two are to cancel, which UIKit refuses with an
  ///   exception.
  public init(_ title: String, message: String = "", choices: [Choice]) throws(NavigationError) {
    let problem: (String, String)? =
      if choices.isEmpty {
        ("at least one", "none")
      } else if Set(choices.map(\.name)).count < choices.count {
        ("different names", "the same name twice")
      } else if let name = choices.map(\.name).first(where: ["", "unavailable"].contains) {
        ("names of answers", name.isEmpty ? "an empty name" : name)
      } else if choices.count(where: { $0.role == .cancel }) > 1 {
        ("at most one with the role cancel", "several")
      } else {
        nil
      }
    if let (expected, found) = problem {
      throw .invalidEffect(effect: "question", field: "choices", expected: expected, found: found)
    }
    (self.title, self.message, self.choices) = (title, message, choices)
  }

  /// The names of the choices.
  public var answers: [(name: String, answer: String)] { choices.map { ($0.name, $0.name) } }

  /// The question, and what explains it.
  public var prompt: String { message.isEmpty ? title : "\(title) \(message)" }
}
