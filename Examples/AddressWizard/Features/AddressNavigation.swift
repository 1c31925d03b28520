public import KalugaArchitecture

/// Where the screens of the wizard lead.
public enum AddressNavigation: NavigationAction, Equatable {
  /// Asks for the city after the name.
  case city(name: String)
  /// Asks the user to confirm the address.
  case confirm(Address)
  /// Ends the wizard with the address.
  case confirmed(Address)
}
