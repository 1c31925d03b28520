import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Walks through what the article on MVVM-C with RxSwift shows: a view model with input and output, the
/// coordinator that makes it and binds it, and the app coordinator that leads from flow to flow.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MVVMCWithRxSwiftTests {
  private enum Page: Codable, Hashable, Sendable {
    case launch, tutorial, login, chat
  }

  // MARK: View model: input and output

  /// Decides what of its input leads to which output; the view decides nothing.
  private final class LoginViewModel: BaseLifecycleViewModel, InputOutputViewModel, Presentable {
    @MainActor struct Input {
      let name = InitializedSubject(wrappedValue: "")
      let doneTaps = EventChannel<Void>()
    }

    @MainActor struct Output {
      let isDoneEnabled: InitializedObservable<Bool>
      let done = EventChannel<String>()
    }

    let input = Input()
    let output: Output
    var destination: Page { .login }

    init() {
      output = Output(isDoneEnabled: input.name.map { !$0.isEmpty })
      super.init()
      input.doneTaps.collect { [weak self] _ in self?.finish() }.addTo(scope)
    }

    private func finish() {
      if output.isDoneEnabled.current { output.done.send(input.name.current) }
    }
  }

  /// The two tasks of a view: to say what the user did, and to show what it is told.
  @MainActor
  private struct LoginView {
    let viewModel: LoginViewModel

    func type(_ name: String) { viewModel.input.name.current = name }
    func tapDone() { viewModel.input.doneTaps.send(()) }
    var isDoneEnabled: Bool { viewModel.output.isDoneEnabled.current }
  }

  // MARK: Coordinators

  /// Makes the view model, shows it, and acts on its output.
  private final class LoginCoordinator: Coordinator<Page, String> {
    override func start() async throws(NavigationError) {
      let login = LoginViewModel()
      login.output.done.collect { [weak self] in self?.finish($0) }.addTo(scope)
      try await router.present(login)
    }
  }

  private final class OnePageCoordinator: Coordinator<Page, Void> {
    private let page: Page

    init(_ page: Page) {
      self.page = page
    }

    override func start() async throws(NavigationError) {
      try await router.present(PageScreen(destination: page))
    }
  }

  private struct PageScreen: Presentable {
    let destination: Page
  }

  /// What the article's app coordinator decides when a flow has ended.
  private final class AppCoordinator: Coordinator<Page, Never> {
    private(set) var user: String?
    private var isTutorialFinished: Bool
    private var isCalledToChat = false

    init(isTutorialFinished: Bool) {
      self.isTutorialFinished = isTutorialFinished
    }

    override func start() async throws(NavigationError) {
      while true {
        if isCalledToChat {
          isCalledToChat = false
          try await coordinate(to: OnePageCoordinator(.chat))
        } else if isTutorialFinished {
          user = try await coordinate(to: LoginCoordinator()).result
        } else {
          try await coordinate(to: OnePageCoordinator(.tutorial))
          isTutorialFinished = true
        }
      }
    }

    /// A push notification: hands over to another flow.
    func openChat() {
      isCalledToChat = true
      for case let login as LoginCoordinator in children { login.cancel() }
    }
  }

  private func makeDriver() -> NavigationDriver<Page> {
    let driver = NavigationDriver(root: Page.launch) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  private func shows(_ expected: String, on driver: NavigationDriver<Page>) async -> Bool {
    await mainActorTurns(1, until: "\(driver.stack.current)" == expected)
    return "\(driver.stack.current)" == expected
  }

  // MARK: The walk

  @Test func `input leads to output, and the view decides nothing`() async throws {
    try await withViewModel(LoginViewModel()) { harness in
      let view = LoginView(viewModel: harness.viewModel)
      #expect(!view.isDoneEnabled)
      view.type("Ada")
      #expect(view.isDoneEnabled)
      view.tapDone()
      var done = harness.viewModel.output.done.makeAsyncIterator()
      #expect(await done.next() == "Ada")
    }
  }

  @Test func `the login flow shows its screen, and takes it away when it is done`() async throws {
    let driver = makeDriver()
    let login = LoginCoordinator()
    let task = Task { @MainActor in await login.run(on: StackRouter(driver)) }
    #expect(await shows("[launch] ▸ [login]", on: driver))
    let view = LoginView(viewModel: try #require(driver.topScreen as? LoginViewModel))
    view.type("Ada")
    view.tapDone()
    #expect(await task.value == .finished("Ada"))
    #expect("\(driver.stack.current)" == "[launch]")
    driver.end()
  }

  @Test func `the app shows the tutorial first, and then the login`() async throws {
    let driver = makeDriver()
    let app = AppCoordinator(isTutorialFinished: false)
    let task = Task { @MainActor in await app.run(on: StackRouter(driver)) }
    #expect(await shows("[launch] ▸ [tutorial]", on: driver))
    // The tutorial is swiped away: what comes after it waits for the end of its transition.
    try driver.hostDidDismiss()
    #expect(await shows("[launch] ▸ [login]", on: driver))
    driver.end()
    #expect(await task.value == .cancelled(.hostEnded))
  }

  @Test func `a user who knows the tutorial begins with the login`() async throws {
    let driver = makeDriver()
    let app = AppCoordinator(isTutorialFinished: true)
    let task = Task { @MainActor in await app.run(on: StackRouter(driver)) }
    #expect(await shows("[launch] ▸ [login]", on: driver))
    let view = LoginView(viewModel: try #require(driver.topScreen as? LoginViewModel))
    view.type("Ada")
    view.tapDone()
    await mainActorTurns(until: app.user != nil)
    #expect(app.user == "Ada")
    driver.end()
    _ = await task.value
  }

  @Test func `a notification hands over to another flow from wherever the user is`() async throws {
    let driver = makeDriver()
    let app = AppCoordinator(isTutorialFinished: true)
    let task = Task { @MainActor in await app.run(on: StackRouter(driver)) }
    #expect(await shows("[launch] ▸ [login]", on: driver))
    weak let login: AnyObject? = app.children.first
    #expect(login != nil)
    app.openChat()
    #expect(await shows("[launch] ▸ [chat]", on: driver))
    await mainActorTurns(until: login == nil)
    #expect(login == nil)
    driver.end()
    _ = await task.value
  }

  @Test func `the app, its flows and their screens are released`() async {
    let driver = makeDriver()
    await expectReleased {
      let app = AppCoordinator(isTutorialFinished: true)
      let task = Task { @MainActor in await app.run(on: StackRouter(driver)) }
      #expect(await shows("[launch] ▸ [login]", on: driver))
      task.cancel()
      _ = await task.value
      return app
    }
    #expect("\(driver.stack.current)" == "[launch]")
    driver.end()
  }
}
