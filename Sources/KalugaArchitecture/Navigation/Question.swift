/// A question about the shown screen, with a button for each answer.
///
///     enum Discard: String, QuestionAnswer { case discard, keep }
///
///     case .discardChanges:
///       .ask(
///         Question("Discard the changes?", choices: [
///           Question.Choice(Discard.discard, "Discard", role: .destructive),
///           Question.Choice(Discard.keep, "Keep", role: .cancel),
///         ])
///       )
///
///     let answer = try await navigator.navigate(.discardChanges).result    // a `Discard`
///
/// A question is part of the ``BackStack`` and not a screen of its own: it has no view model, and the
/// screen under it is visible and not resumed (<doc:lifecycle>). It is saved with the stack. Hosts draw
/// it, and a test answers it with ``NavigationDriver/answer(_:)``. See ``NavigationSpec/ask(_:)``.
///
/// The answer resumes the screen again. A question about what a screen shows at its start is therefore
/// asked in `onVisible`: in `onResume`, it would be asked after each answer.
///
/// Kaluga: `Alert` and its `AlertPresenter`.
public struct Question: Hashable, Sendable, Codable {
  /// How a host draws a question.
  public enum Style: String, Hashable, Sendable, Codable {
    /// An alert in the middle of the screen.
    case alert
    /// A confirmation dialog, which the user can also leave without a choice.
    ///
    /// Without a choice that cancels, hosts add a button for that.
    case dialog
  }

  /// A button.
  public struct Choice: Hashable, Sendable, Codable {
    /// How a button looks and where it is.
    public enum Role: String, Hashable, Sendable, Codable {
      /// It deletes something.
      case destructive
      /// It leaves everything as it is, and is chosen by the user who goes back.
      case cancel
    }

    /// The name of the answer, which transcripts show.
    public let name: String
    /// The text of the button.
    public let title: String
    /// How the button looks; nil for a plain one.
    public let role: Role?

    /// Creates a button for an answer.
    public init(_ answer: some QuestionAnswer, _ title: String, role: Role? = nil) {
      (name, self.title, self.role) = (answer.rawValue, title, role)
    }
  }

  /// The question.
  public let title: String

  /// What explains the question, or nothing.
  public let message: String

  /// How the question is drawn.
  public let style: Style

  /// The buttons, in the order in which they are shown.
  public let choices: [Choice]

  /// Creates a question.
  ///
  /// A request with a question is refused if the question has no choice, if two choices have the same
  /// name, if one has none, or if two have the role ``Choice/Role/cancel``.
  public init(
    _ title: String,
    message: String = "",
    style: Style = .alert,
    choices: [Choice]
  ) {
    (self.title, self.message, self.style, self.choices) = (title, message, style, choices)
  }

  /// The name of the choice with the role ``Choice/Role/cancel``, or nil if there is none.
  var nameOfCancel: String? { choices.first { $0.role == .cancel }?.name }

  /// What is wrong with the choices, or nil.
  var problem: String? {
    let names = choices.map(\.name)
    if names.isEmpty { return "choices: expected at least one, found none" }
    if names.contains("") { return "choices: expected names, found an empty one" }
    if Set(names).count < names.count {
      return "choices: expected different names, found the same one twice"
    }
    return choices.count { $0.role == .cancel } > 1
      ? "choices: expected at most one with the role cancel, found several" : nil
  }
}

extension Question: CustomStringConvertible {
  /// The names of the choices, without the texts: `(discard | keep)`.
  public var description: String {
    "(\(choices.map { $0.name.escapingControlCharacters() }.joined(separator: " | ")))"
  }
}

extension Question: CustomReflectable {
  /// The style and the names of the choices, without the texts, which may be private.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["style": style, "choices": choices.map(\.name)],
      displayStyle: .struct
    )
  }
}

/// The answers to a ``Question``.
///
///     enum Discard: String, QuestionAnswer { case discard, keep }
///
/// Choices are named by the raw values, which are saved with the stack.
public protocol QuestionAnswer: RawRepresentable<String>, Sendable {}

/// A question that is asked over the top entry of a stack.
///
/// An object, so that a stack without a question stays small.
package final class AskedQuestion: Hashable, Sendable, Codable, Identifiable {
  /// Identifies the question among all entries and questions of the stack.
  package let id: BackStackEntryID

  package let question: Question

  init(id: BackStackEntryID, question: Question) {
    (self.id, self.question) = (id, question)
  }

  package static func == (one: AskedQuestion, other: AskedQuestion) -> Bool {
    one.id == other.id && one.question == other.question
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(question)
  }
}
