import AddressWizard
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// A small app that embeds the wizard.
private enum HostScreen: NavigationDestination {
  case home
  case address(AddressScreen)

  static let addresses = NavigationEmbedding(HostScreen.address) { screen in
    if case .address(let step) = screen { step } else { nil }
  }
}

private enum HomeNavigation: NavigationAction { case pickAddress }

private final class HomeViewModel: NavigatingViewModel<HomeNavigation> {
  @Saved("address") private(set) var address: Address? = nil
  private let wasPicked = NavigationResultKey<Address>("address")

  init(_ navigator: any Navigator<HomeNavigation>) {
    super.init(navigator: navigator)
    onResult(wasPicked) { [weak self] in self?.address = $0 }
  }

  func pickTapped() throws(NavigationError) {
    try navigate(NavigationRequest(.pickAddress), resultTo: wasPicked)
  }
}

/// Tests the wizard without the apps that use it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AddressWizardTests {
  private let process = SimulatedProcess { snapshot in
    NavigationDriver(root: HostScreen.home, restoring: snapshot) { screen, driver in
      switch screen {
      case .home: HomeViewModel(StackNavigator(driver) { _ in .push(.address(.name)) })
      case .address(let step): step.makeViewModel(driver, embedding: HostScreen.addresses)
      }
    }
  }
  private let ada = Address(name: "Ada", city: "Turku")

  private var driver: NavigationDriver<HostScreen> { process.driver }
  private var stack: String { "\(driver.stack.current)" }

  private func screen<Screen>(_ type: Screen.Type) throws -> Screen {
    try #require(driver.topViewModel as? Screen)
  }

  private func enterName() throws {
    try screen(AddressNameViewModel.self).name = ada.name
    try screen(AddressNameViewModel.self).nextTapped()
  }

  private func enterCity() throws {
    try screen(AddressCityViewModel.self).city = ada.city
    try screen(AddressCityViewModel.self).nextTapped()
  }

  // MARK: Navigators

  @Test func `the wizard returns an address to the screen that asks for it`() async throws {
    let home = try screen(HomeViewModel.self)
    try home.pickTapped()
    try enterName()
    try enterCity()
    #expect(stack == "[home, address.name, address.city, address.confirm]")
    try screen(AddressConfirmViewModel.self).confirmTapped()
    #expect(stack == "[home]")
    await ValueRecorder(home.$address).expect(nil, ada)
  }

  @Test func `a step of the wizard waits for its text`() throws {
    try screen(HomeViewModel.self).pickTapped()
    try screen(AddressNameViewModel.self).nextTapped()
    #expect(stack == "[home, address.name]")
    try enterName()
    try screen(AddressCityViewModel.self).nextTapped()
    #expect(stack == "[home, address.name, address.city]")
  }

  @Test func `the wizard is restored in its middle, and returns its result`() async throws {
    try screen(HomeViewModel.self).pickTapped()
    try enterName()
    try screen(AddressCityViewModel.self).city = "Tur"
    try await process.dieAndRestore()
    #expect(try screen(AddressCityViewModel.self).city == "Tur")
    try driver.back()
    #expect(try screen(AddressNameViewModel.self).name == "Ada")
    try enterName()
    try enterCity()
    try screen(AddressConfirmViewModel.self).confirmTapped()
    await ValueRecorder(try screen(HomeViewModel.self).$address).expect(nil, ada)
  }

  @Test func `links of the wizard are those of the app that joins them`() throws {
    let links = try DeepLinks(
      scheme: "host",
      host: "open",
      joining: [
        DeepLinkModule(HostScreen.addresses, after: [.home], routes: AddressScreen.routes)
      ]
    )
    let screens: [HostScreen] = [
      .home, .address(.name), .address(.city(name: "Ada")), .address(.confirm(ada)),
    ]
    #expect(try links.screens(for: "host://open/confirm?name=Ada&city=Turku") == screens)
    #expect(try links.link(to: screens) == "host://open/confirm?name=Ada&city=Turku")
    #expect(try links.link(to: Array(screens.prefix(2))) == "host://open/name")
  }

  // MARK: Coordinators

  /// A flow of the wizard on the stack of the app.
  @MainActor
  private final class RunningFlow {
    let coordinator = AddressCoordinator()
    let task: Task<NavigationOutcome<Address>, Never>
    private let stacks: ValueRecorder<String>

    init(_ driver: NavigationDriver<HostScreen>) {
      stacks = ValueRecorder(driver.stack.map { "\($0)" })
      let router = StackRouter(driver).embedding(HostScreen.addresses)
      task = Task { [coordinator] in await coordinator.run(on: router) }
    }

    /// Expects these stacks next, in this order.
    func shows(_ expected: String...) async throws {
      for stack in expected { try await #expect(stacks.next() == stack) }
    }
  }

  @Test func `the coordinator returns the address, and closes its screens`() async throws {
    let flow = RunningFlow(driver)
    try await flow.shows("[home]", "[home, address.name]")
    try enterName()
    try await flow.shows("[home, address.name, address.city]")
    try enterCity()
    try await flow.shows("[home, address.name, address.city, address.confirm]")
    try screen(AddressConfirmViewModel.self).confirmTapped()
    #expect(await flow.task.value == .finished(ada))
    #expect(stack == "[home]")
  }

  @Test func `the coordinator is cancelled when the user goes back out of it`() async throws {
    let flow = RunningFlow(driver)
    try await flow.shows("[home]", "[home, address.name]")
    try enterName()
    try await flow.shows("[home, address.name, address.city]")
    try driver.back()
    try await flow.shows("[home, address.name]")
    try driver.back()
    #expect(await flow.task.value == .cancelled(.back))
  }

  @Test func `the coordinator and its screens are released`() async throws {
    try await expectReleased {
      let flow = RunningFlow(driver)
      try await flow.shows("[home]", "[home, address.name]")
      try await expectReleased {
        let name = try screen(AddressNameViewModel.self)
        try driver.back()
        _ = await flow.task.value
        return name
      }
      return flow.coordinator
    }
  }
}
