import KalugaArchitecture
import KalugaCoordinators
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

// The Swift blocks of the article on coordinators about UIKit and SwiftUI, word for word.

enum AppScreen: NavigationDestination {
  case launch, home, login
}

final class HomeViewModel: BaseLifecycleViewModel, Presentable {
  let destination = AppScreen.home
  let loginTaps = EventChannel<Void>()
  @InitializedSubject var user = "Guest"
}

final class LoginViewModel: BaseLifecycleViewModel, Presentable {
  let destination = AppScreen.login
  let names = EventChannel<String>()
}

final class LoginCoordinator: Coordinator<AppScreen, String> {
  override func start() async throws(NavigationError) {
    let login = LoginViewModel()
    login.names.collect { [weak self] in self?.finish($0) }.addTo(scope)
    try await router.present(login)
  }
}

final class AppCoordinator: Coordinator<AppScreen, Never> {
  override func start() async throws(NavigationError) {
    let home = HomeViewModel()
    try await router.setRoot(home)
    for await _ in home.loginTaps {
      // Also returns when the user swipes the sheet away, and then has no result.
      if let user = try await coordinate(to: LoginCoordinator()).result { home.user = user }
    }
  }
}

@MainActor
func makeAppDriver() -> NavigationDriver<AppScreen> {
  let configuration = NavigationConfiguration(beforeStart: .wait(limit: 1))
  return NavigationDriver(root: .launch, configuration: configuration) { _, _ in
    BaseLifecycleViewModel()
  }
}

final class FlowSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let driver = makeAppDriver()
    let window = UIWindow(windowScene: scene)
    window.rootViewController = NavigationHostController(driver) { screen in
      switch screen.viewModel {
      case let model as HomeViewModel: HomeViewController(model)
      case let model as LoginViewModel: LoginViewController(model)
      default: UIViewController()  // until the coordinator shows its first screen
      }
    }
    window.makeKeyAndVisible()
    self.window = window
    let router = StackRouter(driver)  // does not keep the driver alive
    Task { await AppCoordinator().run(on: router) }
  }
}

final class FlowWindowViewModel: BaseLifecycleViewModel {
  let driver = makeAppDriver()

  init() {
    super.init()
    addChild(driver)
    let router = StackRouter(driver)
    scope.launch { await AppCoordinator().run(on: router) }
  }
}

struct FlowWindow: View {
  @StateViewModel private var window = FlowWindowViewModel()

  var body: some View {
    NavigationHost(window.driver) { screen in
      switch screen.viewModel {
      case let model as HomeViewModel: HomeView(model: model)
      case let model as LoginViewModel: LoginView(model: model)
      default: Color.clear  // until the coordinator shows its first screen
      }
    }
    .lifecycle(of: window)
  }
}

// MARK: Screens

/// The article mentions the controllers and the views without declarations.
final class HomeViewController: UIViewController {
  let model: HomeViewModel
  private let bag = DisposeBag()

  init(_ model: HomeViewModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Log in",
      primaryAction: UIAction { _ in model.loginTaps.send(()) }
    )
    model.$user.observe { [weak self] in self?.title = $0 }.addTo(bag)
  }

  required init?(coder: NSCoder) { nil }
}

final class LoginViewController: UIViewController {
  init(_ model: LoginViewModel) {
    super.init(nibName: nil, bundle: nil)
    title = "Login"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Ada",
      primaryAction: UIAction { _ in model.names.send("Ada") }
    )
  }

  required init?(coder: NSCoder) { nil }
}

struct HomeView: View {
  let model: HomeViewModel

  var body: some View {
    Text(model.user)
    Button("Log in") { model.loginTaps.send(()) }
  }
}

struct LoginView: View {
  let model: LoginViewModel

  var body: some View {
    Text("Login")
    Button("Ada") { model.names.send("Ada") }
  }
}

// MARK: Tests

@MainActor
struct CoordinatorSamplesTests {
  @Test func `the flows of the article run in a scene of UIKit, and end with its window`()
    async throws
  {
    let scene = UIWindowScene()
    let delegate = FlowSceneDelegate()
    delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
    scene.enter(.foregroundActive)
    let window = try #require(delegate.window)
    await until(window.settledPicture == "[Guest]")
    weak let home = window.rootViewController?.shownHome
    #expect(home?.stage.current == .resumed)
    window.tap("Log in")
    await until(window.settledPicture == "[Guest] ▸ [Login]")
    window.swipeDown()
    await until(window.settledPicture == "[Guest]")
    window.tap("Log in")
    await until(window.settledPicture == "[Guest] ▸ [Login]")
    window.tap("Ada")
    await until(window.settledPicture == "[Ada]")
    #expect(window.problems == [])
    #expect(home != nil)
    window.rootViewController = nil
    // The coordinator would keep it.
    await until(home == nil)
  }

  @Test func `the flows of the article run in a window of SwiftUI`() async {
    let app = Renderer { FlowWindow() }
    await until(app.picture == "[Guest]")
    app.tap("Log in")
    await until(app.picture == "[Guest] ▸ [Login]")
    app.dismissSheet()
    await until(app.picture == "[Guest]")
    app.tap("Log in")
    await until(app.picture == "[Guest] ▸ [Login]")
    app.tap("Ada")
    await until(app.picture == "[Ada]")
    #expect(app.problems == [])
  }

  @Test func `the flows of the article end with the view model of their window`() async {
    let window = FlowWindowViewModel()
    let app = Renderer {
      NavigationHost(window.driver) { screen in Text(verbatim: "\(screen.destination)") }
        .lifecycle(of: window)
    }
    await until(app.picture == "[home]")
    let home = window.driver.topViewModel
    #expect(home?.stage.current == .resumed)
    #expect(window.scope.runningCount == 1)
    window.clear()
    #expect(home?.stage.current == .cleared)
    await until(window.scope.runningCount == 0)
  }
}

extension UIWindow {
  /// The picture at the end of all animations.
  fileprivate var settledPicture: String {
    settle()
    return picture
  }
}

extension UIViewController {
  /// The view model of the home screen in this controller.
  fileprivate var shownHome: HomeViewModel? {
    (self as? HomeViewController)?.model ?? children.lazy.compactMap(\.shownHome).first
  }
}
