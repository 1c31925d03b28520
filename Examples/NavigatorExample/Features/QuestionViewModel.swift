public import KalugaArchitecture

/// The navigation that a question can request.
public enum QuestionNavigation: NavigationAction {
  /// Close the question with an answer.
  case answer(Bool)
}

/// A question presented over another screen; going back closes it without an answer.
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
