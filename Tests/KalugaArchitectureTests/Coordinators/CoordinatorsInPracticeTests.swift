import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Walks through what the article on coordinators in a real project shows: a router and presentable
/// modules, coordinators that own others, events of screens, and the back button.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorsInPracticeTests {
  private enum Module: Codable, Hashable, Sendable {
    case empty, first, second, login, main
  }

  private func makeDriver() -> NavigationDriver<Module> {
    let driver = NavigationDriver(root: Module.empty) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  private func shows(_ expected: String, on driver: NavigationDriver<Module>) async -> Bool {
    await mainActorTurns(1, until: "\(driver.stack.current)" == expected)
    return "\(driver.stack.current)" == expected
  }

  // MARK: The first approach: a router, and coordinators that are presentable

  private final class FirstCoordinator: Coordinator<Module, Void>, Presentable {
    var destination: Module { .first }
  }

  private final class SecondCoordinator: Coordinator<Module, Void>, Presentable {
    let viewModel: BaseLifecycleViewModel? = BaseLifecycleViewModel()
    var destination: Module { .second }
  }

  @Test func `a router shows what is presentable, whatever it is`() async throws {
    let driver = makeDriver()
    let router: any Router<Module> = StackRouter(driver)
    try await router.setRoot(FirstCoordinator())
    #expect("\(driver.stack.current)" == "[first]")
    let second = SecondCoordinator()
    try await router.push(second)
    #expect("\(driver.stack.current)" == "[first, second]")
    #expect(driver.topScreen === second.viewModel)
    try await router.popToRoot()
    #expect("\(driver.stack.current)" == "[first]")
    #expect(second.viewModel?.stage.current == .cleared)
    try await router.present(SecondCoordinator())
    #expect("\(driver.stack.current)" == "[first] ▸ [second]")
    try await router.dismiss()
    #expect("\(driver.stack.current)" == "[first]")
    driver.end()
  }

  // MARK: The next approach: coordinators that start, and own those that they start

  private enum SomeNavigation: NavigationAction {
    case someEvent
  }

  /// A screen that says what happened to it, and knows nobody: the article's route.
  private final class SomeViewModel: NavigatingViewModel<SomeNavigation>, Presentable {
    let destination: Module

    init(_ destination: Module, navigator: any Navigator<SomeNavigation>) {
      self.destination = destination
      super.init(navigator: navigator)
    }

    func buttonTapped() throws(NavigationError) { try navigator.navigate(.someEvent) }
  }

  /// The flow of one screen; the event of its screen ends it.
  private final class SomeCoordinator: Coordinator<Module, Void> {
    private let module: Module

    init(_ module: Module) {
      self.module = module
    }

    override func start() async throws(NavigationError) {
      let navigator = ClosureNavigator<SomeNavigation> { [weak self] _ in self?.finish(()) }
      try await router.push(SomeViewModel(module, navigator: navigator))
    }
  }

  /// Decides from outside facts which flow there is; learns of its end without a delegate.
  private final class MainCoordinator: Coordinator<Module, Never> {
    var isAuthorized = false
    private(set) var ends: [NavigationOutcome<Void>] = []

    override func start() async throws(NavigationError) {
      while true {
        let outcome = try await coordinate(to: SomeCoordinator(isAuthorized ? .main : .login))
        ends.append(outcome)
        if case .finished = outcome { isAuthorized.toggle() }
      }
    }
  }

  @Test func `the event of a screen goes to the coordinator that shows it`() async throws {
    let driver = makeDriver()
    let main = MainCoordinator()
    let task = Task { @MainActor in await main.run(on: StackRouter(driver)) }
    #expect(await shows("[empty, login]", on: driver))
    try #require(driver.topScreen as? SomeViewModel).buttonTapped()
    #expect(await shows("[empty, main]", on: driver))
    try #require(driver.topScreen as? SomeViewModel).buttonTapped()
    #expect(await shows("[empty, login]", on: driver))
    #expect(main.ends.count == 2)
    driver.end()
    #expect(await task.value.isCancelled(.hostEnded))
  }

  @Test func `the back button ends the flow, and no coordinator is a delegate of anything`()
    async throws
  {
    let driver = makeDriver()
    let main = MainCoordinator()
    main.isAuthorized = true
    let task = Task { @MainActor in await main.run(on: StackRouter(driver)) }
    #expect(await shows("[empty, main]", on: driver))
    weak let flow: AnyObject? = main.children.first
    #expect(flow != nil)
    // The user's back, a host that pops by itself, and one that pops to the root: all the same.
    try driver.back()
    #expect(main.children.isEmpty)
    await mainActorTurns(until: flow == nil && main.ends.count == 1)
    #expect(flow == nil)
    #expect(await shows("[empty, main]", on: driver))
    driver.path.current = [driver.path.current[0]]
    await mainActorTurns(until: main.ends.count == 2)
    #expect(await shows("[empty, main]", on: driver))
    try driver.perform(.popToRoot, action: "popToRoot")
    await mainActorTurns(until: main.ends.count == 3)
    #expect(main.ends.allSatisfy { $0.isCancelled(.back) })
    driver.end()
    _ = await task.value
  }

  @Test func `a parent keeps what it has started, for as long as that runs`() async throws {
    let driver = makeDriver()
    let main = MainCoordinator()
    let task = Task { @MainActor in await main.run(on: StackRouter(driver)) }
    for _ in 0..<20 {
      await mainActorTurns(1, until: (driver.topScreen is SomeViewModel))
      #expect(main.children.count == 1)
      weak let flow: AnyObject? = main.children.first
      try #require(driver.topScreen as? SomeViewModel).buttonTapped()
      await mainActorTurns(1, until: flow == nil)
      #expect(flow == nil)
    }
    driver.end()
    _ = await task.value
    #expect(main.children.isEmpty)
  }
}

extension NavigationOutcome {
  fileprivate func isCancelled(_ reason: NavigationCancellation) -> Bool {
    if case .cancelled(reason) = self { true } else { false }
  }
}
