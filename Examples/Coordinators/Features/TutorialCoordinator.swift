public import KalugaArchitecture
public import KalugaCoordinators

/// Shows the pages of the tutorial, one after the other.
public final class TutorialCoordinator: Coordinator<AppScreen, Void> {
  private static let pageCount = 2

  /// Shows the first page.
  public override func start() async throws(NavigationError) {
    try await router.setRoot(makePage(1))
  }

  private func makePage(_ number: Int) -> TutorialViewModel {
    let page = TutorialViewModel(page: number)
    page.output.read.collect { [weak self] _ in self?.didRead(number) }.addTo(scope)
    return page
  }

  private func didRead(_ number: Int) {
    guard number < Self.pageCount else {
      finish(())
      return
    }
    scope.launch { [weak self] in
      guard let self else { return }
      try await router.push(makePage(number + 1))
    }
  }
}
