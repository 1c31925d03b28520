public import KalugaArchitecture

/// Asks for the city of the recipient.
public final class AddressCityViewModel: NavigatingViewModel<AddressNavigation> {
  /// The name, which the screen before has asked for.
  public let name: String

  /// The city as typed so far.
  @Saved("city") public var city = ""

  /// Creates the screen for a name.
  public init(name: String, navigator: any Navigator<AddressNavigation>) {
    self.name = name
    super.init(navigator: navigator)
  }

  /// Shows the whole address, unless the city is missing.
  public func nextTapped() throws(NavigationError) {
    if !city.isEmpty { try navigator.navigate(.confirm(Address(name: name, city: city))) }
  }
}
