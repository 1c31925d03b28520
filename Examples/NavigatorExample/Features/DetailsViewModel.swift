public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What Details can ask for.
public enum DetailsNavigation: NavigationAction {
  /// Go back with a result.
  case finish(InputDetails)
  /// Go back without.
  case back
  /// Ask whether the changes may be lost.
  case askToDiscard
}

extension NavigationRequest where Action == DetailsNavigation, Result == Bool {
  /// Ask whether the changes may be lost; no answer is none.
  public static var mayDiscard: Self { Self(.askToDiscard) }
}

/// Details: shows what Home sent, reverses it, and gives it back.
public final class DetailsViewModel: NavigatingViewModel<DetailsNavigation> {
  /// The name.
  @InitializedSubject public private(set) var name: String

  /// The digits of the number; reversed ones may begin with a zero.
  @InitializedSubject public private(set) var number: String

  /// The latest thing that the user should know.
  @InitializedSubject public private(set) var message = ""

  private let mayDiscard = NavigationResultKey<Bool>("mayDiscard")
  private let details: InputDetails
  private let edits: SavedState<Edits>

  /// What is shown instead of the details; survives the end of the process.
  private struct Edits: SavableState {
    var name: String
    var number: String
  }

  /// Creates Details.
  ///
  /// - Parameters:
  ///   - details: What Home sent.
  ///   - state: What an earlier Details has saved.
  ///   - navigator: Carries out what Details asks for.
  public init(
    _ details: InputDetails,
    restoring state: Data? = nil,
    navigator: any Navigator<DetailsNavigation>
  ) {
    self.details = details
    edits = SavedState(
      fresh: Edits(name: details.name, number: "\(details.number)"),
      restoring: state
    )
    _name = InitializedSubject(wrappedValue: edits.state.current.name)
    _number = InitializedSubject(wrappedValue: edits.state.current.number)
    super.init(navigator: navigator)
    onResult(mayDiscard) { [weak self] in try self?.leave(discarding: $0) }
  }

  /// Whether something else is shown than what Home sent.
  public var hasChanges: Bool { name != details.name || number != "\(details.number)" }

  /// Reverses the name and the digits of the number; a minus sign stays in front.
  public func inverseTapped() {
    message = ""
    name = String(name.reversed())
    number =
      number.hasPrefix("-")
      ? "-" + number.dropFirst().reversed() : String(number.reversed())
  }

  /// Goes back with what is shown.
  public func finishTapped() throws(NavigationError) {
    guard let number = Int(number) else {
      message = "the number \(number) is too large: inverse it again, or go back"
      return
    }
    try navigator.navigate(.finish(InputDetails(name: name, number: number)))
  }

  /// The user goes back, in whichever way the system has for it: changes are not lost without a
  /// question.
  public func backRequested() -> NavigationBackDecision {
    guard hasChanges else { return .proceed }
    scope.launch { [weak self] in
      if let self { try navigate(.mayDiscard, resultTo: mayDiscard) }
    }
    return .intercept
  }

  private func leave(discarding mayDiscard: Bool) throws(NavigationError) {
    // The user cannot have come elsewhere meanwhile, but the app can.
    if mayDiscard, stage.current == .resumed { try navigator.navigate(.back) }
  }
}

extension DetailsViewModel: NavigationStateSaving {
  /// What is shown, for the Details of a later process.
  public func stateToSave() throws(SavedStateError) -> Data {
    edits.state.current = Edits(name: name, number: number)
    return try edits.save()
  }
}
