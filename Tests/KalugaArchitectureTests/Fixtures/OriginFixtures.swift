import KalugaArchitecture

/// A screen that can request each operation on its stack.
final class OriginScreen: NavigatingViewModel<StackAction> {
  @Saved("text") var text = ""
  let place: Place
  let number = NavigationResultKey<Int>("number")
  private(set) var numbers: [Int] = []
  let part = BaseLifecycleViewModel()
  /// Makes requests on a driver around that of this screen.
  private let outer: StackNavigator<StackAction, Place>?

  init(
    _ place: Place,
    _ driver: NavigationDriver<Place>,
    outer: NavigationDriver<Place>? = nil
  ) {
    self.place = place
    self.outer = outer.map { StackNavigator($0) { $0.spec } }
    super.init(navigator: StackNavigator(driver) { $0.spec })
    addChild(part)
    onResult(number) { [weak self] in self?.numbers.append($0) }
  }

  @discardableResult
  func ask(_ spec: NavigationSpec<Place>) throws(NavigationError) -> NavigationTicket<Never> {
    try navigator.navigate(StackAction(spec: spec))
  }

  func askOuter(_ spec: NavigationSpec<Place>) throws {
    try outer?.navigate(StackAction(spec: spec))
  }

  /// Requests a screen whose number the registered closure receives.
  @discardableResult
  func askForNumber(
    _ spec: NavigationSpec<Place>
  ) throws(NavigationError) -> NavigationTicket<Int> {
    try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: number)
  }

  /// Waits until each requested number has been received, or will never be.
  func requestsDidEnd() async { await scope.waitUntilEmpty() }
}

/// A driver whose screens make their own requests.
@MainActor
struct OriginStage {
  let driver: NavigationDriver<Place>

  init(
    _ picture: String,
    _ configuration: NavigationConfiguration = NavigationConfiguration(),
    isStarted: Bool = true
  ) throws {
    driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: try BackStack(picture)),
      configuration: configuration
    ) { OriginScreen($0, $1) }
    if isStarted { driver.start() }
  }

  var stack: String { "\(driver.stack.current)" }

  /// The screen of this name; the topmost if several have it.
  func screen(_ place: Place) throws -> OriginScreen {
    let screens = driver.stack.current.entries.compactMap {
      driver.viewModel(of: $0.id) as? OriginScreen
    }
    guard let screen = screens.last(where: { $0.place == place }) else {
      throw NavigationError.notOnStack(screen: "\(place)", stack: [stack])
    }
    return screen
  }

  nonisolated static func number(_ value: Int) -> NavigationResult {
    NavigationResult(value, .integer)
  }
}
