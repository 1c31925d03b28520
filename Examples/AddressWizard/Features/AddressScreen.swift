public import KalugaArchitecture

/// The screens of the wizard, which knows no app.
public enum AddressScreen: NavigationDestination {
  /// Asks for the name.
  case name
  /// Asks for the city.
  case city(name: String)
  /// Shows the address, which the user confirms.
  case confirm(Address)
}

extension AddressScreen {
  /// The links of the wizard, for the table of an app.
  public static let routes = [
    DeepLinkRoute("name", screens: [AddressScreen.name]),
    DeepLinkRoute("confirm", Address.bundleSpec) { address in
      [AddressScreen.name, .city(name: address.name), .confirm(address)]
    } content: { screens in
      if case .confirm(let address) = screens.last { address } else { nil }
    },
  ]

  /// Makes the view model of the screen, with a navigator that moves on the stack of an app.
  ///
  /// The request that shows the name receives the address.
  @MainActor
  public func makeViewModel<App>(
    _ driver: NavigationDriver<App>,
    embedding: NavigationEmbedding<AddressScreen, App>
  ) -> BaseLifecycleViewModel {
    makeViewModel(
      StackNavigator(driver, embedding: embedding) { (action: AddressNavigation) in
        switch action {
        case .city(let name): .push(.city(name: name))
        case .confirm(let address): .push(.confirm(address))
        case .confirmed(let address):
          .popTo(.name, inclusive: true, result: NavigationResult(address))
        }
      }
    )
  }

  /// Makes the view model of the screen with any navigator.
  @MainActor
  func makeViewModel(_ navigator: any Navigator<AddressNavigation>) -> BaseLifecycleViewModel {
    switch self {
    case .name: AddressNameViewModel(navigator: navigator)
    case .city(let name): AddressCityViewModel(name: name, navigator: navigator)
    case .confirm(let address): AddressConfirmViewModel(address, navigator: navigator)
    }
  }
}
