public import KalugaArchitecture

/// Asks for the name of the recipient.
public final class AddressNameViewModel: NavigatingViewModel<AddressNavigation> {
  /// The name as typed so far.
  @Saved("name") public var name = ""

  /// Asks for the city, unless the name is missing.
  public func nextTapped() throws(NavigationError) {
    if !name.isEmpty { try navigator.navigate(.city(name: name)) }
  }
}
