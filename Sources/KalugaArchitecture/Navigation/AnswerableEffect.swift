/// An effect whose answers can be listed, so that a person or a test can give one by hand.
///
///     enum Permission: AnswerableEffect {
///       typealias Answer = Bool
///       case camera, contacts
///
///       var answers: [(name: String, answer: Bool)] { [("granted", true), ("denied", false)] }
///     }
///
/// ``ManualEffects`` waits for the name of an answer. A terminal offers the names to its user, and a
/// test or an exploration tries each.
public protocol AnswerableEffect: NavigationEffect {
  /// The answers that a host may give, by the names that a person types.
  ///
  /// Each effect can also be answered by `unavailable`, which refuses it with
  /// ``NavigationError/unavailable(effect:)``.
  var answers: [(name: String, answer: Answer)] { get }

  /// Reads an answer that is not listed, such as the path of a file; by default nil.
  func answer(from text: String) -> Answer?

  /// What a person reads who answers the effect; by default its name and its rows.
  ///
  /// Only the default hides private rows.
  var prompt: String { get }
}

extension AnswerableEffect {
  /// Nil: only the listed answers are possible.
  public func answer(from text: String) -> Answer? { nil }

  /// The name and the rows of the effect, with private rows redacted.
  public var prompt: String { rows.isEmpty ? name : "\(name) \(rows.bundleDescription)" }
}
