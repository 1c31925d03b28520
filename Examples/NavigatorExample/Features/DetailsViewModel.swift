public import KalugaArchitecture

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The navigation that Details can request.
public enum DetailsNavigation: NavigationAction {
  /// Go back with a result.
  case finish(InputDetails)
  /// Go back without a result.
  case back
  /// Ask whether to discard the changes.
  case askToDiscard
}

extension NavigationRequest where Action == DetailsNavigation, Result == Bool {
  /// Asks whether to discard the changes; going back gives no result.
  public static var mayDiscard: Self { Self(.askToDiscard) }
}

/// Details: shows the fields from Home, reverses them, and returns them.
public final class DetailsViewModel: NavigatingViewModel<DetailsNavigation> {
  /// The name.
  @InitializedSubject public private(set) var name: String

  /// The digits of the number; reversed digits may begin with a zero.
  @InitializedSubject public private(set) var number: String

  /// The latest message to the user; empty if there is none.
  @InitializedSubject public private(set) var message = ""

  private let details: InputDetails
  private let edits: SavedState<Edits>

  /// The fields as changed so far; they survive process death.
  private struct Edits: SavableState {
    var name: String
    var number: String
  }

  /// Creates Details.
  ///
  /// - Parameters:
  ///   - details: The fields from Home.
  ///   - state: The state that an earlier Details saved.
  ///   - navigator: Carries out the navigation that Details requests.
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
  }

  /// Whether the fields differ from those that Home sent.
  public var hasChanges: Bool { name != details.name || number != "\(details.number)" }

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
    guard let number = Int(number) else {
      message = "the number \(number) is too large: inverse it again, or go back"
      return
    }
    try navigator.navigate(.finish(InputDetails(name: name, number: number)))
  }

  /// Handles the system's back button or gesture: asks before changes are lost.
  public func backRequested() -> NavigationBackDecision {
    guard hasChanges else { return .proceed }
    // Not in the scope of `onResume`: Details is paused while the question is shown.
    scope.launch { [weak self, navigator] in
      guard try await navigator.navigate(.mayDiscard).result == true else { return }
      // The app may have navigated while the question was shown.
      if self?.stage.current == .resumed { try navigator.navigate(.back) }
    }
    return .intercept
  }
}

extension DetailsViewModel: NavigationStateSaving {
  /// Returns the fields as changed so far, for the Details of a later process.
  public func stateToSave() throws(SavedStateError) -> Data {
    edits.state.current = Edits(name: name, number: number)
    return try edits.save()
  }
}
