public import KalugaArchitecture

/// What Details can ask for.
public enum DetailsNavigation: NavigationAction {
  /// Go back with a result.
  case finish(InputDetails)
  /// Go back without.
  case back
}

/// Details: shows what Home sent, reverses it, and gives it back.
public final class DetailsViewModel: NavigatingViewModel<DetailsNavigation> {
  /// The name.
  @InitializedSubject public private(set) var name: String

  /// The digits of the number; reversed ones may begin with a zero.
  @InitializedSubject public private(set) var number: String

  /// The latest thing that the user should know.
  @InitializedSubject public private(set) var message = ""

  /// Creates Details.
  public init(_ details: InputDetails, navigator: any Navigator<DetailsNavigation>) {
    _name = InitializedSubject(wrappedValue: details.name)
    _number = InitializedSubject(wrappedValue: "\(details.number)")
    super.init(navigator: navigator)
  }

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

  /// Goes back without a result.
  public func backTapped() throws(NavigationError) {
    try navigator.navigate(.back)
  }
}
