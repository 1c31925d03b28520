import KalugaArchitecture

/// Makes the screens of an app, and remembers the view models that it has made.
@MainActor
final class TerminalScreenFactory<Destination: NavigationDestination> {
  private let makeScreen: NavigationDriver<Destination>.ScreenFactory
  /// Weak, because the driver releases a screen that leaves the stack.
  private var references: [() -> BaseLifecycleViewModel?] = []

  init(_ makeScreen: @escaping NavigationDriver<Destination>.ScreenFactory) {
    self.makeScreen = makeScreen
  }

  /// The view models that are alive and not cleared, in the order in which they were made.
  var made: [BaseLifecycleViewModel] {
    references.compactMap { $0() }.filter { $0.stage.current != .cleared }
  }

  func make(
    _ destination: Destination,
    _ driver: NavigationDriver<Destination>
  ) -> BaseLifecycleViewModel {
    let viewModel = makeScreen(destination, driver)
    references = (made + [viewModel]).map { made in { [weak made] in made } }
    return viewModel
  }
}
