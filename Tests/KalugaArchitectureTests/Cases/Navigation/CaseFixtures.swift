import KalugaArchitecture

/// The app in which the cases try what users of other libraries have reported.
enum Cases {
  enum Place: NavigationDestination {
    case home, list, details, step1, step2, settings, about, login
    case item(Int)
  }

  /// What a screen of the app asks for.
  enum Move: NavigationAction, Equatable {
    case to(Place)
    case swap(Place)
    case show(Place)
    case back
    case done(Int)
  }

  /// A screen that counts its lifecycle calls, and whose moves are requests of its own.
  final class Screen: NavigatingViewModel<Move> {
    @Saved("text") var text = ""
    let place: Place
    let picked = NavigationResultKey<Int>("picked")
    private(set) var resumes = 0
    private(set) var pauses = 0
    private(set) var results: [Int] = []

    init(_ place: Place, _ driver: NavigationDriver<Place>) {
      self.place = place
      super.init(
        navigator: StackNavigator(driver) { (move: Move) in
          switch move {
          case .to(let place): .push(place)
          case .swap(let place): .replace(place)
          case .show(let place): .present(place)
          case .back: .pop()
          case .done(let value): .pop(result: NavigationResult(value, .integer))
          }
        }
      )
      onResult(picked) { [weak self] in self?.results.append($0) }
    }

    override func onResume(scope: TaskScope) { resumes += 1 }
    override func onPause() { pauses += 1 }

    /// Waits until each requested result has been received, or will never be.
    func requestsDidEnd() async { await scope.waitUntilEmpty() }
  }

  @MainActor
  static func makeDriver(
    _ root: Place = .home,
    _ rest: [Place] = [],
    configuration: NavigationConfiguration = NavigationConfiguration(),
    restoring snapshot: NavigationSnapshot<Place>? = nil
  ) throws -> NavigationDriver<Place> {
    let driver = NavigationDriver(root: root, restoring: snapshot, configuration: configuration) {
      Screen($0, $1)
    }
    driver.start()
    for place in rest { try driver.perform(.push(place)) }
    return driver
  }
}

extension NavigationRequest where Action == Cases.Move, Result == Int {
  static func pick(_ place: Cases.Place) -> Self { Self(.to(place)) }
}

extension NavigationDriver<Cases.Place> {
  var shown: String { "\(stack.current)" }
  var top: Cases.Screen? { topScreen as? Cases.Screen }
  var screens: [Cases.Screen] {
    stack.current.entries.compactMap { viewModel(of: $0.id) as? Cases.Screen }
  }
}
