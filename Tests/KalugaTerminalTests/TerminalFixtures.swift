import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal

/// The screens of these tests.
enum Place: NavigationDestination {
  case home
  case login(Account)
  case sheet
}

/// A payload with a private row.
struct Account: NavigationBundleContent, Codable, Hashable {
  var user: String
  var token: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable(private: CodingKeys.token)
}

/// The actions of the screens of these tests.
enum PlaceNavigation: NavigationAction {
  case login(Account)
  case sheet
  case finish(Int)
  case back
  case close
}

@MainActor
func makeDriver() -> NavigationDriver<Place> {
  NavigationDriver(root: .home) { _, _ in BaseLifecycleViewModel() }
}

@MainActor
func makeNavigator(
  _ driver: NavigationDriver<Place>,
  printer: TransitionPrinter
) -> TerminalNavigator<PlaceNavigation, Place> {
  TerminalNavigator(driver, printer: printer) { action in
    switch action {
    case .login(let account): .push(.login(account))
    case .sheet: .present(.sheet)
    case .finish(let number): .pop(result: NavigationResult(number, .integer, key: "number"))
    case .back: .pop()
    case .close: .dismiss()
    }
  }
}

/// A sink that closes after a number of writes, like a pipe whose reader ends.
@MainActor
final class ClosingSink: TextSink {
  private(set) var text = ""
  private var writesLeft: Int

  init(writes: Int) {
    writesLeft = writes
  }

  var isClosed: Bool { writesLeft <= 0 }

  func write(_ text: String) {
    guard !isClosed else { return }
    writesLeft -= 1
    self.text += text
  }
}

/// A source that waits at a gate and then ends the input.
@MainActor
final class GatedLineSource: LineSource {
  let gate = Gate()

  func next() async -> String? {
    try? await gate.pass()
    return nil
  }
}
