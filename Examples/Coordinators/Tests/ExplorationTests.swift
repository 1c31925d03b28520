import AddressWizard
import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import KalugaSessions
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExplorationTests {
  @Test func `every state of the app is in order`() async throws {
    // The app saves nothing, so a new process begins with the tutorial.
    let exploration = try await exploreApp(ignoring: [.changedByRestart]) { _, _ in
      ShopUnderTest()
    }
    let report = "23 states, 102 events, at most 11 events deep: these are all states"
    #expect("\(exploration)" == report)
    expectAtlas(exploration.atlas, goldenFile: "Transcripts/atlas.dot")
  }
}

/// The app, driven by its user and by links.
@MainActor
private final class ShopUnderTest: ExploredApp {
  enum Move: AppMove {
    case next
    case name(String), login
    case item(Int), logout
    case buy
    case type(String), nextStep, deliver
    case open(String)
  }

  let driver = NavigationDriver(
    root: AppScreen.launch,
    configuration: NavigationConfiguration(duplicates: .refuseOnTop)
  ) { _, _ in BaseLifecycleViewModel() }
  private let coordinator = AppCoordinator()
  private let scope = TaskScope()

  init() {
    scope.launch { [coordinator, driver] in _ = await coordinator.run(on: StackRouter(driver)) }
  }

  let screenNames = [
    "tutorial", "login", "shop", "item", "confirm",
    "address.name", "address.city", "address.confirm",
  ]

  /// The list of bought items would grow without limit, so it does not tell states apart.
  var unsavedState: String {
    let name = (driver.topViewModel as? LoginViewModel)?.input.name.current
    return String(describing: (coordinator.session, coordinator.linkedItem, name))
  }

  var moves: [Move] {
    let moves: [Move] =
      switch driver.topViewModel {
      case is TutorialViewModel: [.next]
      case is LoginViewModel: [.name("Ada"), .name(""), .login]
      case is ShopViewModel: [.item(3), .logout]
      case is ItemViewModel: [.buy]
      case is AddressNameViewModel: [.type("Ada"), .nextStep]
      case is AddressCityViewModel: [.type("Turku"), .nextStep]
      case is AddressConfirmViewModel: [.deliver]
      default: []
      }
    return moves + [.open("kaluga://shop/item?number=7"), .open("kaluga://shop/home")]
  }

  func perform(_ move: Move) throws {
    switch (move, driver.topViewModel) {
    case (.next, let page as TutorialViewModel): page.input.nextTaps.send(())
    case (.name(let name), let login as LoginViewModel): login.input.name.current = name
    case (.login, let login as LoginViewModel): login.input.loginTaps.send(())
    case (.item(let number), let shop as ShopViewModel):
      shop.input.itemTaps.send(Item(number: number))
    case (.logout, let shop as ShopViewModel): shop.input.logoutTaps.send(())
    case (.buy, let item as ItemViewModel): item.input.buyTaps.send(())
    case (.type(let name), let step as AddressNameViewModel): step.name = name
    case (.type(let city), let step as AddressCityViewModel): step.city = city
    case (.nextStep, let step as AddressNameViewModel): try step.nextTapped()
    case (.nextStep, let step as AddressCityViewModel): try step.nextTapped()
    case (.deliver, let step as AddressConfirmViewModel): try step.confirmTapped()
    case (.open(let link), _): try coordinator.open(link)
    default: throw NotShown(move: move)
    }
  }

  struct NotShown: Error { let move: Move }
}
