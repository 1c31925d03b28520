import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import KalugaStores
import KalugaTerminal
import Testing

/// Checks that the navigators, routers and stores of this package keep all rules.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ConformanceTests {
  // MARK: Navigators

  private enum Action: NavigationAction {
    case first, second, forbidden
  }

  private enum Screen: NavigationDestination { case home, first, second }

  private typealias UnderTest = NavigatorUnderTest<Action>

  private nonisolated static let refusal = NavigationError.refused(
    action: "forbidden",
    reason: "never"
  )

  private static func spec(_ action: Action) throws(NavigationError) -> NavigationSpec<Screen> {
    switch action {
    case .first: .push(.first)
    case .second: .present(.second)
    case .forbidden: throw refusal
    }
  }

  /// Where a request is made from while another request is handled.
  private enum Kind: CaseIterable {
    case mapping, transitions, guards, terminal, closure
  }

  private func make(_ kind: Kind, _ onNavigate: @escaping @MainActor () -> Void) -> UnderTest {
    let driver = NavigationDriver(root: Screen.home) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    func mapping(_ action: Action) throws(NavigationError) -> NavigationSpec<Screen> {
      onNavigate()
      return try Self.spec(action)
    }
    switch kind {
    case .mapping: return UnderTest(StackNavigator(driver, mapping: mapping), host: driver)
    case .transitions:
      _ = driver.onTransition { _ in onNavigate() }
      return UnderTest(StackNavigator(driver, mapping: Self.spec), host: driver)
    case .guards:
      _ = driver.addGuard { spec, _ in
        onNavigate()
        if case .popToRoot = spec { return .refuse(reason: "never") }
        return .proceed
      }
      let navigator = StackNavigator(driver) { (action: Action) in
        (try? Self.spec(action)) ?? .popToRoot()
      }
      return UnderTest(navigator, host: driver)
    case .terminal:
      let printer = TransitionPrinter(output: StringSink())
      return UnderTest(TerminalNavigator(driver, printer: printer, mapping: mapping), host: driver)
    case .closure:
      return UnderTest(
        ClosureNavigator { (action: Action) throws(NavigationError) in _ = try mapping(action) }
      )
    }
  }

  @Test(arguments: Kind.allCases)
  private func `each navigator keeps all rules`(_ kind: Kind) async throws {
    try await expectNavigatorConformance(
      accepting: [.first, .second],
      refusing: .forbidden
    ) { make(kind, $0) }
  }

  @Test func `a recording navigator keeps the rules that apply to it`() async throws {
    try await expectNavigatorConformance(accepting: [Action.first, .second]) { _ in
      UnderTest(RecordingNavigator())
    }
  }

  // MARK: Routers

  @Test(arguments: [false, true])
  func `a stack router keeps all rules, with a guard and without`(isGuarded: Bool) async throws {
    try await expectRouterConformance(opening: Screen.first, .second) {
      let driver = NavigationDriver(root: Screen.home) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      if isGuarded { _ = driver.addGuard { _, _ in .proceed } }
      return RouterUnderTest(StackRouter(driver), host: driver)
    }
  }

  private enum AppScreen: NavigationDestination {
    case home
    case module(Screen)

    static let modules = NavigationEmbedding(AppScreen.module) {
      if case .module(let screen) = $0 { screen } else { nil }
    }
  }

  @Test func `a router that embeds a module keeps all rules`() async throws {
    try await expectRouterConformance(opening: Screen.first, .second) {
      let driver = NavigationDriver(root: AppScreen.home) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      return RouterUnderTest(StackRouter(driver).embedding(AppScreen.modules), host: driver)
    }
  }

  // MARK: Stores

  private enum Intent: Sendable {
    case first, second, nothing, work
    case tell(String)
  }

  private static func makeStore() -> ReducerStore<Intent, [String], String, String> {
    ReducerStore(initialState: []) {
      if !$1.isEmpty { $0.append($1) }
    } execute: { intent, context in
      switch intent {
      case .tell(let text): context.publish(text)
      case .work:
        context.dispatch("begun")
        context.latest("work") { $0.dispatch("work") }
        context.launch { effect in
          let text = await Task.detached { "work from another thread" }.value
          effect.dispatch(text)
        }
      case .nothing: context.dispatch("")
      default: context.dispatch("\(intent)")
      }
    }
  }

  @Test func `a reducer store keeps all rules`() async throws {
    try await expectStoreConformance(
      changing: [.first, .second],
      leaving: .nothing,
      publishing: [.tell("a"), .tell("b")],
      working: .work
    ) { Self.makeStore() }
  }
}
