public import KalugaArchitecture

/// The navigation that Details can request.
public enum DetailsNavigation: NavigationAction {
  /// Go back with a result.
  case finish(InputDetails)
  /// Go back without a result.
  case back
  /// Ask whether to discard the changes.
  case askToDiscard
}

extension NavigationRequest where Action == DetailsNavigation, Result == Discard {
  /// Asks whether to discard the changes.
  public static var mayDiscard: Self { Self(.askToDiscard) }
}

/// The answers to the question whether to discard the changes.
public enum Discard: String, QuestionAnswer { case discard, keep }

extension Question {
  /// Whether to discard the changes; going back keeps them.
  public static let mayDiscard = Question(
    "Discard changes?",
    choices: [
      Choice(Discard.discard, "Discard", role: .destructive),
      Choice(Discard.keep, "Keep", role: .cancel),
    ]
  )
}

/// Details: shows the fields from Home, reverses them, and returns them.
public final class DetailsViewModel: NavigatingViewModel<DetailsNavigation> {
  /// The name.
  @Saved("name") public private(set) var name = ""

  /// The digits of the number; reversed digits may begin with a zero.
  @Saved("number") public private(set) var number = ""

  /// The latest message to the user; empty if there is none.
  @InitializedSubject public private(set) var message = ""

  private let mayDiscard = NavigationResultKey<Discard>("mayDiscard")
  private let details: InputDetails

  /// Creates Details.
  ///
  /// - Parameters:
  ///   - details: The fields from Home.
  ///   - navigator: Carries out the navigation that Details requests.
  public init(_ details: InputDetails, navigator: any Navigator<DetailsNavigation>) {
    self.details = details
    name = details.name
    number = "\(details.number)"
    super.init(navigator: navigator)
    onResult(mayDiscard) { [weak self] in try self?.leave($0) }
  }

  /// Whether the fields differ from those that Home sent.
  public var hasChanges: Bool { name != details.name || number != "\(details.number)" }

  /// The fields as they are shown; nil if the number is too large.
  public var shown: InputDetails? { Int(number).map { InputDetails(name: name, number: $0) } }

  /// Reverses the name and the digits of the number; a minus sign stays in front.
  public func inverseTapped() {
    message = ""
    name = String(name.reversed())
    number =
      number.hasPrefix("-")
      ? "-" + number.dropFirst().reversed() : String(number.reversed())
  }

  /// Goes back with the fields as the result; sets ``message`` if the number is too large.
  public func finishTapped() throws(NavigationError) {
    guard let shown else {
      message = "the number \(number) is too large: inverse it again, or go back"
      return
    }
    try navigator.navigate(.finish(shown))
  }

  /// Handles the system's back button or gesture: asks before changes are lost.
  public func backRequested() -> NavigationBackDecision {
    guard hasChanges else { return .proceed }
    scope.launch(name: "question") { [weak self] in
      if let self { try navigate(.mayDiscard, resultTo: mayDiscard) }
    }
    return .intercept
  }

  private func leave(_ answer: Discard) throws(NavigationError) {
    // The app may have navigated since the answer.
    if answer == .discard, stage.current == .resumed { try navigator.navigate(.back) }
  }
}
