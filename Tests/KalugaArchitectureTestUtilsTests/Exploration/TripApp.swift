import KalugaArchitectureTestUtils
import KalugaSessions
import Observation

@testable import KalugaArchitecture

/// A small app in which `Tests/Tools/old-defects` looks for defects of earlier versions.
@MainActor
final class TripApp: ExploredApp {
  enum Screen: NavigationDestination {
    case home
    case rating
    case news
  }

  enum Move: AppMove {
    case rate
    case rated(Int)
    case newsArrived
    case loggedIn(String)
  }

  let driver: NavigationDriver<Screen>
  private let user: MutableStateFlow<String>

  init(_ snapshot: NavigationSnapshot<Screen>?, _ previous: TripApp?) {
    let user = previous?.user ?? MutableStateFlow("")
    self.user = user
    driver = NavigationDriver(root: .home, restoring: snapshot) { screen, driver in
      switch screen {
      case .home:
        HomeViewModel(
          user,
          navigator: StackNavigator(driver) { action in
            switch action {
            case .rating: .present(.rating)
            }
          }
        )
      case .rating: GreetingViewModel(user)
      case .news: GreetingViewModel(user)
      }
    }
  }

  var moves: [Move] {
    let moves: [Move] =
      switch driver.stack.current.top.destination {
      case .home: [.rate]
      case .rating: [.rated(1), .rated(2)]
      case .news: []
      }
    let isNews = driver.stack.current.top.destination == .news
    return moves + (isNews ? [] : [.newsArrived]) + [.loggedIn("Ada"), .loggedIn("Bob")]
  }

  func isTap(_ move: Move) -> Bool { move != .newsArrived }

  func perform(_ move: Move) async throws {
    switch (move, driver.topViewModel) {
    case (.rate, let home as HomeViewModel): try home.rateTapped()
    case (.rated(let stars), _):
      try driver.perform(.dismiss(result: NavigationResult(answer: stars)), action: "rated")
    case (.newsArrived, _): try driver.perform(.push(.news), action: "news")
    case (.loggedIn(let name), _): user.value = name
    default: throw MoveError(move: move)
    }
  }

  /// Each screen follows the user's name once, and a closed screen does not follow it at all.
  func checkRules() throws {
    let followers = user.followerCount
    let screens = driver.viewModels.count
    guard followers > screens else { return }
    throw FollowerError(followers: followers, screens: screens)
  }

  struct MoveError: Error { let move: Move }

  struct FollowerError: Error {
    let followers: Int
    let screens: Int
  }
}

/// What the screens of the app request.
enum TripNavigation: NavigationAction {
  case rating
}

extension NavigationRequest where Action == TripNavigation, Result == Int {
  static var rating: Self { Self(.rating) }
}

/// Home: asks for a rating, and saves it.
private final class HomeViewModel: NavigatingViewModel<TripNavigation> {
  @Saved("stars") var stars = 0

  private let rated = NavigationResultKey<Int>("rated")
  private let greeting: Greeting

  init(_ user: MutableStateFlow<String>, navigator: any Navigator<TripNavigation>) {
    greeting = Greeting(user)
    super.init(navigator: navigator)
    onResult(rated) { [weak self] in self?.stars = $0 }
  }

  override func onResume(scope: TaskScope) { greeting.show() }

  func rateTapped() throws { try navigate(.rating, resultTo: rated) }
}

/// A screen that only greets the user.
private final class GreetingViewModel: BaseLifecycleViewModel {
  private let greeting: Greeting

  init(_ user: MutableStateFlow<String>) {
    greeting = Greeting(user)
    super.init()
  }

  override func onResume(scope: TaskScope) { greeting.show() }
}

/// Reads the user's name as a view of SwiftUI does.
@MainActor
private final class Greeting {
  private let user: InitializedObservable<String>

  init(_ user: MutableStateFlow<String>) {
    self.user = InitializedObservable(user.asStateFlow())
  }

  func show() {
    _ = withObservationTracking {
      user.current
    } onChange: {
    }
  }
}

extension MutableStateFlow {
  fileprivate var followerCount: Int {
    storage.state.withLock { $0.followers.listeners.count }
  }
}
