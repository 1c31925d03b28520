import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

private enum ShelfScreen: NavigationDestination { case list, rating }

private enum ShelfNavigation: NavigationAction {
  case rating
  case rated(Int)
}

extension NavigationRequest where Action == ShelfNavigation, Result == Int {
  fileprivate static var rate: Self { Self(.rating) }
}

private final class ShelfListViewModel: NavigatingViewModel<ShelfNavigation> {
  @InitializedSubject var rating: Int?

  private let rated = NavigationResultKey<Int>("rated")

  init(navigator: any Navigator<ShelfNavigation>) {
    super.init(navigator: navigator)
    onResult(rated) { [weak self] in self?.rating = $0 }
  }

  func rateTapped() throws { try navigate(.rate, resultTo: rated) }
}

private final class RatingViewModel: NavigatingViewModel<ShelfNavigation> {
  func starTapped(_ number: Int) throws { try navigator.navigate(.rated(number)) }
}

@MainActor
private func shelfNavigator(
  _ driver: NavigationDriver<ShelfScreen>
) -> StackNavigator<ShelfNavigation, ShelfScreen> {
  StackNavigator(driver) { action in
    switch action {
    case .rating: .push(.rating)
    case .rated(let number): .pop(result: NavigationResult(number, .integer))
    }
  }
}

/// The test of several screens in the article on testing view models.
@MainActor
struct TestingScreensSamples {
  @Test func `a rating from the details is shown in the list`() async throws {
    let driver = NavigationDriver(root: ShelfScreen.list) { screen, driver in
      switch screen {
      case .list: ShelfListViewModel(navigator: shelfNavigator(driver))
      case .rating: RatingViewModel(navigator: shelfNavigator(driver))
      }
    }
    driver.start()
    let list = try #require(driver.topViewModel as? ShelfListViewModel)
    let rating = ValueRecorder(list.$rating)
    try list.rateTapped()
    try #require(driver.topViewModel as? RatingViewModel).starTapped(5)
    await rating.expect(nil, 5)  // waits for the result
    driver.end()
  }
}
