import AddressWizard
public import KalugaArchitecture
public import KalugaCoordinators

/// Shows an item, lets the user buy it, and asks for the address; going back cancels the flow.
public final class OrderCoordinator: Coordinator<AppScreen, Order> {
  private let item: Item

  /// Creates the flow for an item.
  public init(_ item: Item) {
    self.item = item
  }

  /// Shows the item.
  public override func start() async throws(NavigationError) {
    let screen = ItemViewModel(item)
    screen.output.accepted.collect { [weak self] _ in self?.confirm() }.addTo(scope)
    try await router.push(screen)
  }

  private func confirm() {
    scope.launch { [weak self] in
      guard let self else { return }
      let question = ItemViewModel(confirming: item)
      question.output.accepted.collect { [weak self] _ in self?.askForAddress() }.addTo(scope)
      try await router.present(question)
    }
  }

  private func askForAddress() {
    scope.launch { [weak self] in
      guard let self else { return }
      let wizard = AddressCoordinator()
      // Without a result, the user has gone back to the question.
      if let address = try await coordinate(to: wizard, embedding: AppScreen.addresses).result {
        finish(Order(item: item, address: address))
      }
    }
  }
}
