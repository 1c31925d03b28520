import Foundation
import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

// The Swift blocks for UIKit, word for word. NotesSamples has the models.

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let driver = makeNotesDriver()

  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = NavigationHostController(driver) { screen in
      switch screen.viewModel {
      case let model as ListViewModel: ListViewController(model)
      case let model as NoteViewModel: NoteViewController(model)
      default: UIViewController()
      }
    }
    window.makeKeyAndVisible()
    self.window = window
  }
}

final class ListViewController: UIViewController {
  private let model: ListViewModel

  init(_ model: ListViewModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    title = "Notes"
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let notes = model.titles.map { title in
      UIAction(title: title) { [model] _ in try? model.noteTapped(title) }
    }
    let help = UIAction(title: "Help") { [model] _ in try? model.helpTapped() }
    let buttons = (notes + [help]).map { UIButton(type: .system, primaryAction: $0) }
    let list = UIStackView(arrangedSubviews: buttons)
    list.axis = .vertical
    list.frame = view.bounds
    list.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.backgroundColor = .white
    view.addSubview(list)
  }
}

final class NoteViewController: UIViewController {
  init(_ model: NoteViewModel) {
    super.init(nibName: nil, bundle: nil)
    title = model.title
  }

  required init?(coder: NSCoder) { nil }
}

final class AccountViewController: UIViewController {
  private let model = AccountViewModel()

  override func viewDidLoad() {
    super.viewDidLoad()
    bind(model) { [weak self, model] in
      [model.greeting.observe { self?.title = $0 }]  // ends when the controller disappears
    }
  }
}

@MainActor
func openLinks(of driver: NavigationDriver<NotesScreen>) -> any Disposable {
  driver.onLaunch(of: Browser.self) { browser throws(NavigationError) in
    guard let url = URL(string: browser.url), await UIApplication.shared.open(url) else {
      throw .refused(action: "browser", reason: "no app opens this link")
    }
  }
}

@MainActor
struct UIKitSamplesTests {
  @Test func `the app of the article shows two screens and a sheet`() throws {
    let scene = UIWindowScene()
    let delegate = SceneDelegate()
    delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
    let window = try #require(delegate.window)
    scene.enter(.foregroundActive)
    window.tap("Ideas")
    #expect(window.picture == "[Notes, Ideas]")
    window.swipeBack()
    window.tap("Help")
    #expect(window.picture == "[Notes] ▸ [?]")
    window.swipeDown()
    #expect(window.picture == "[Notes]")
    #expect(window.problems == [])
  }

  @Test func `the account of the article follows its view model`() {
    let window = UIWindow(frame: .zero)
    let controller = AccountViewController()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(controller.title == "Hello, Ada!")
  }

  @Test(arguments: [("https://a.nl", true), ("unknown:a", false)])
  func `a link of the article is opened or refused`(url: String, isOpened: Bool) async throws {
    let driver = makeNotesDriver()
    driver.start()
    let token = openLinks(of: driver)
    let ticket = try driver.perform(.launch(Browser(url: url)), action: "open")
    #expect((await ticket.outcome == .done) == isOpened)
    token.dispose()
  }
}
