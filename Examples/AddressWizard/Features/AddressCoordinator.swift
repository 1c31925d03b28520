public import KalugaArchitecture
public import KalugaCoordinators

/// Leads through the wizard, for an app that has coordinators, and returns the address.
public final class AddressCoordinator: Coordinator<AddressScreen, Address> {
  private struct Page: Presentable {
    let destination: AddressScreen
    let viewModel: BaseLifecycleViewModel?
  }

  /// Asks for the name.
  public override func start() async throws(NavigationError) {
    try await show(.name)
  }

  private func show(_ screen: AddressScreen) async throws(NavigationError) {
    let navigator = ClosureNavigator<AddressNavigation> { [weak self] in self?.follow($0) }
    let viewModel = screen.makeViewModel(navigator)
    try await router.push(Page(destination: screen, viewModel: viewModel))
  }

  private func follow(_ action: AddressNavigation) {
    switch action {
    case .city(let name): goOn(to: .city(name: name))
    case .confirm(let address): goOn(to: .confirm(address))
    case .confirmed(let address): finish(address)
    }
  }

  private func goOn(to screen: AddressScreen) {
    scope.launch { [weak self] in try await self?.show(screen) }
  }
}
