// The Swift blocks of the article on coordinators, word for word; ReadmeTests compares them, and the tests
// below run them.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

enum ShopScreen: Codable, Hashable, Sendable {
  case launch, login, catalogue
}

final class ShopLoginViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  @MainActor struct Input {
    let name = InitializedSubject(wrappedValue: "")
    let loginTaps = EventChannel<Void>()
  }

  @MainActor struct Output {
    let isLoginEnabled: InitializedObservable<Bool>
    let loggedIn = EventChannel<String>()
  }

  let input = Input()
  let output: Output

  init() {
    output = Output(isLoginEnabled: input.name.map { !$0.isEmpty })
    super.init()
    input.loginTaps.collect { [weak self] _ in self?.logIn() }.addTo(scope)
  }

  private func logIn() {
    if output.isLoginEnabled.current { output.loggedIn.send(input.name.current) }
  }
}

extension ShopLoginViewModel: Presentable {
  var destination: ShopScreen { .login }
}

final class ShopLoginCoordinator: Coordinator<ShopScreen, String> {
  override func start() async throws(NavigationError) {
    let login = ShopLoginViewModel()
    login.output.loggedIn.collect { [weak self] in self?.finish($0) }.addTo(scope)
    try await router.push(login)  // returns when the screen is shown
  }
}

final class ShopCoordinator: Coordinator<ShopScreen, Never> {
  override func start() async throws(NavigationError) {
    while let user = try await coordinate(to: ShopLoginCoordinator()).result {
      try await coordinate(to: CatalogueCoordinator(user))  // until the user logs out
    }
  }
}

/// Only named by the article.
final class CatalogueCoordinator: Coordinator<ShopScreen, Void> {
  let user: String

  init(_ user: String) {
    self.user = user
  }

  override func start() async throws(NavigationError) {
    try await router.push(CatalogueScreen())
  }

  private struct CatalogueScreen: Presentable {
    let destination = ShopScreen.catalogue
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorArticleTests {
  @Test func `flows follow each other as the article says`() async throws {
    func run(
      _ body: @MainActor (NavigationDriver<ShopScreen>, ShopCoordinator) async throws -> Void
    )
      async rethrows
    {
      let driver = NavigationDriver(root: ShopScreen.launch) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      let shop = ShopCoordinator()
      async let running = shop.run(on: StackRouter(driver))
      try await body(driver, shop)
      _ = await running
    }

    try await run { driver, shop in
      let stacks = ValueRecorder(driver.stack.map { "\($0)" })
      try await #expect(stacks.next() == "[launch]")
      try await #expect(stacks.next() == "[launch, login]")
      let login = try #require(driver.topScreen as? ShopLoginViewModel)
      login.input.name.current = "Ada"
      login.input.loginTaps.send(())
      try await #expect(stacks.next() == "[launch]")
      try await #expect(stacks.next() == "[launch, catalogue]")
      let catalogue = try #require(shop.children.first as? CatalogueCoordinator)
      #expect(catalogue.user == "Ada")
      catalogue.finish(())
      try await #expect(stacks.next() == "[launch]")
      try await #expect(stacks.next() == "[launch, login]")
      // Back: there is no user, and the loop ends.
      try driver.back()
    }
  }

  @Test func `the outermost flow is run as the article says`() async {
    let task = Task { @MainActor in
      let driver = NavigationDriver(root: ShopScreen.launch) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      let shop = ShopCoordinator()
      let outcome = await shop.run(on: StackRouter(driver))
      return outcome
    }
    task.cancel()
    #expect(await task.value == .cancelled(.waitCancelled))
  }
}
