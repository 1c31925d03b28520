public import KalugaArchitecture

/// Shows an address, which the user confirms.
public final class AddressConfirmViewModel: NavigatingViewModel<AddressNavigation> {
  /// The address.
  public let address: Address

  /// Creates the screen of an address.
  public init(_ address: Address, navigator: any Navigator<AddressNavigation>) {
    self.address = address
    super.init(navigator: navigator)
  }

  /// Ends the wizard with the address.
  public func confirmTapped() throws(NavigationError) {
    try navigator.navigate(.confirmed(address))
  }
}
