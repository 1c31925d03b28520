// The Swift blocks of the articles on writing a navigator and on coordinators, word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import KalugaTerminal
import Testing

// MARK: Writing a navigator

enum PlayerNavigation: NavigationAction, Equatable {
  case song(Song)
  case queue
  case store
}

struct Song: Codable, Hashable, NavigationBundleContent {
  var title: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum PlayerScreen: NavigationDestination {
  case library, song(Song), queue
}

@MainActor
final class TransitionPage {
  private(set) var items: [String] = []

  func follow<Destination>(_ driver: NavigationDriver<Destination>) -> any Disposable {
    driver.onTransition { [weak self] transition in
      let rows = transition.rows.isEmpty ? "" : " \(transition.rows.bundleDescription)"
      self?.items.append("<li>\(transition.kind) \(transition.toName)\(rows)</li>")
    }
  }
}

@MainActor
final class SpokenNavigator: Navigator {
  private let say: (String) -> Void

  init(say: @escaping (String) -> Void) { self.say = say }

  func navigate<Result>(
    _ request: NavigationRequest<PlayerNavigation, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    switch request.action {
    case .song(let song): say("now playing \(song.title)")
    case .queue: say("this is the queue")
    case .store: throw .refused(action: "store", reason: "there is no network")
    }
    let promise = NavigationPromise<Result>()
    // Speech returns no results, so a request for a result ends immediately.
    promise.settle(Result.self == Never.self ? .done : .cancelled(.closed))
    return promise.ticket
  }
}

func json<Destination>(
  of transition: StackTransition<Destination>
) throws(NavigationBundleError) -> Data {
  try UntypedNavigationBundle(rows: transition.rows).json(for: .showing)
}

extension NavigationRequest where Action == PlayerNavigation, Result == Song {
  static var pickSong: Self { Self(.queue) }
}

@MainActor
final class FormNavigator: Navigator {
  private let show: (String) -> Void
  // Sendable, because a `deinit` may run on any thread.
  private var open: [@Sendable ((any Sendable)?) -> Void] = []

  init(show: @escaping (String) -> Void) { self.show = show }

  func navigate<Result>(
    _ request: NavigationRequest<PlayerNavigation, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    switch request.action {
    case .song(let song): show("<h1>\(song.title)</h1>")
    case .queue: show("<form><input name='title'></form>")
    case .store: throw .refused(action: "store", reason: "there is no network")
    }
    let promise = NavigationPromise<Result>()
    if Result.self == Never.self {
      promise.settle(.done)
    } else {
      promise.transitionDidEnd()  // the screen is shown; its result follows later
      open.append { value in
        promise.settle((value as? Result).map { .finished($0) } ?? .cancelled(.closed))
      }
    }
    return promise.ticket
  }

  func submitted(_ song: Song) { open.popLast()?(song) }

  deinit {
    for end in open { end(nil) }
  }
}

// MARK: Coordinators

enum ShopScreen: NavigationDestination {
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

/// The article mentions it without a declaration.
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
final class ListRouter: Router {
  private struct Entry {
    let screen: ScreenPromise<ShopScreen>
    let viewModel: BaseLifecycleViewModel
    let isPresented: Bool
  }

  private var entries: [Entry] = []

  func perform(
    _ spec: NavigationSpec<ShopScreen>,
    opening screen: ScreenPromise<ShopScreen>?
  ) async throws(NavigationError) {
    let presented = entries.lastIndex(where: \.isPresented)
    switch spec {
    case .push(let new): open(screen ?? ScreenPromise(new), isPresented: false)
    case .present(let new, _, _): open(screen ?? ScreenPromise(new), isPresented: true)
    case .setRoot(let new):
      remove(from: 0, .closed)
      open(screen ?? ScreenPromise(new), isPresented: false)
    case .pop where entries.count > 1: remove(from: entries.count - 1, .back)
    case .popToRoot: remove(from: (presented ?? 0) + 1, .back)
    case .dismiss where presented != nil: remove(from: presented ?? 0, .closed)
    default:
      let error = NavigationError.refused(action: "the request", reason: "the list cannot do this")
      screen?.refuse(error)
      throw error
    }
  }

  private func open(_ screen: ScreenPromise<ShopScreen>, isPresented: Bool) {
    let viewModel = screen.viewModel ?? BaseLifecycleViewModel()
    entries.last?.viewModel.didPause()
    entries.append(Entry(screen: screen, viewModel: viewModel, isPresented: isPresented))
    viewModel.didResume()
    screen.didOpen { [weak self, weak opened = screen.screen] in
      if let index = self?.entries.firstIndex(where: { $0.screen.screen === opened }) {
        self?.remove(from: index, .closed)
      }
      let promise = NavigationPromise<Never>()
      promise.settle(.done)
      return promise.ticket
    }
  }

  private func remove(from index: Int, _ reason: NavigationCancellation) {
    let leaving = entries.dropFirst(index)
    entries.removeLast(leaving.count)
    for entry in leaving.reversed() {
      entry.viewModel.clear()
      entry.screen.didLeave(reason)
    }
    entries.last?.viewModel.didResume()
  }
}

// MARK: Tests

@MainActor
struct NavigatorSampleTests {
  @Test func `the spoken navigator keeps the rules`() async throws {
    try await expectNavigatorConformance(
      accepting: [PlayerNavigation.song(Song(title: "Gloria")), .queue],
      refusing: .store
    ) { onNavigate in
      NavigatorUnderTest(SpokenNavigator { _ in onNavigate() })
    }
  }

  @Test func `the list router keeps the rules`() async throws {
    try await expectRouterConformance(opening: ShopScreen.login, .catalogue) {
      RouterUnderTest(ListRouter())
    }
  }

  @Test func `a flow runs on a router with its own stack and closes its screens`() async {
    final class Visit: Coordinator<ShopScreen, Int> {
      let screens = [ShopLoginViewModel(), ShopLoginViewModel()]

      override func start() async throws(NavigationError) {
        for screen in screens { try await router.push(screen) }
        finish(42)
      }
    }
    let visit = Visit()
    #expect(await visit.run(on: ListRouter()) == .finished(42))
    #expect(visit.screens.allSatisfy { $0.stage.current == .cleared })
  }

  @Test func `the form navigator returns results`() async throws {
    var pages: [String] = []
    let navigator = FormNavigator { pages.append($0) }
    let ticket = try navigator.navigate(.pickSong)
    try await ticket.waitForTransition()
    #expect(pages == ["<form><input name='title'></form>"])
    navigator.submitted(Song(title: "Gloria"))
    try await #expect(ticket.result == Song(title: "Gloria"))
  }

  @Test func `the page has the items that the article shows`() throws {
    let page = TransitionPage()
    let driver = NavigationDriver(root: PlayerScreen.library) { _, _ in BaseLifecycleViewModel() }
    let following = page.follow(driver)
    let navigator = StackNavigator(driver) { (action: PlayerNavigation) throws(NavigationError) in
      switch action {
      case .song(let song): .push(.song(song))
      case .queue: .present(.queue)
      case .store: throw .refused(action: "store", reason: "there is no network")
      }
    }
    driver.start()
    try navigator.navigate(.song(Song(title: "Gloria")))
    try navigator.navigate(.queue)

    let article = try Documentation.text(
      "Sources/KalugaTerminal/KalugaTerminal.docc/Articles/writing-a-navigator.md"
    )
    let shown = Documentation.blocks("text", of: article).first
    #expect(shown == page.items.map { $0 + "\n" }.joined())
    following.dispose()
    driver.end()
  }

  @Test func `the JSON of a transition leaves out private rows`() throws {
    let driver = NavigationDriver(root: OrderScreen.shop) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    var last: Data?
    let following = driver.onTransition { last = try? json(of: $0) }
    let navigator = makeOrderNavigator(driver, printer: TransitionPrinter(output: StringSink()))
    try navigator.navigate(.order(Order(number: 7, note: "now", card: "1234")))
    #expect(last == Data(#"{"note":"now","number":7}"#.utf8))
    following.dispose()
    driver.end()
  }

  @Test func `flows follow each other as the article says`() async throws {
    let driver = NavigationDriver(root: ShopScreen.launch) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    let stacks = ValueRecorder(driver.stack.map { "\($0)" })
    let shop = ShopCoordinator()
    async let running = shop.run(on: StackRouter(driver))
    await stacks.expect("[launch]", "[launch, login]")
    let login = try #require(driver.topViewModel as? ShopLoginViewModel)
    login.input.name.current = "Ada"
    login.input.loginTaps.send(())
    await stacks.expect("[launch]", "[launch, catalogue]")
    let catalogue = try #require(shop.children.first as? CatalogueCoordinator)
    #expect(catalogue.user == "Ada")
    catalogue.finish(())
    await stacks.expect("[launch]", "[launch, login]")
    try driver.back()  // Without a user, the loop ends.
    _ = await running
  }

  @Test func `the outermost flow runs as the article says`() async {
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
