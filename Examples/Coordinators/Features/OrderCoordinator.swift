public import KalugaArchitecture
public import KalugaCoordinators

/// Shows an item and lets the user buy it; going back cancels the flow.
public final class OrderCoordinator: Coordinator<AppScreen, Item> {
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
      question.output.accepted.collect { [weak self, item] _ in self?.finish(item) }.addTo(scope)
      try await router.present(question)
    }
  }
}
