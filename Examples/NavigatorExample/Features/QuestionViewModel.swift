public import KalugaArchitecture

/// What a question can ask for.
public enum QuestionNavigation: NavigationAction {
  /// Close the question with an answer.
  case answer(Bool)
}

/// A question over another screen; closed without an answer by going back.
public final class QuestionViewModel: NavigatingViewModel<QuestionNavigation> {
  /// The question.
  @InitializedObservable public var text: String

  /// Creates a question.
  public init(_ text: String, navigator: any Navigator<QuestionNavigation>) {
    _text = InitializedObservable(wrappedValue: text)
    super.init(navigator: navigator)
  }

  /// Closes the question with an answer.
  public func answerTapped(_ answer: Bool) throws(NavigationError) {
    try navigator.navigate(.answer(answer))
  }
}
