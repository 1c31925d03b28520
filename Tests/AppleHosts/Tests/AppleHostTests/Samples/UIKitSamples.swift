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
    window.rootViewController = NavigationHostController(driver) { [driver] screen in
      switch screen.viewModel {
      case let model as ListViewModel: ListViewController(model)
      case let model as NoteViewModel: NoteViewController(model)
      default:
        HelpViewController(
          close: UIAction { _ in _ = try? driver.perform(.dismiss()) }
        )
      }
    }
    window.makeKeyAndVisible()
    self.window = window
  }
}

final class ListViewController: UIViewController {
  private let model: ListViewModel
  private let list = UIStackView()
  private var shown: [String] = []
  private let bag = DisposeBag()

  init(_ model: ListViewModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    title = "Notes"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Help",
      primaryAction: UIAction { _ in try? model.helpTapped() }
    )
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    list.axis = .vertical
    view.addBelowBars(list)
    model.$titles.observe { [weak self] in self?.show($0) }.addTo(bag)
  }

  private func show(_ titles: [String]) {
    // Titles are unique, so that they identify their rows.
    guard let difference = try? ListDifference(from: shown, to: titles, id: { $0 }) else { return }
    shown = titles
    let old = list.arrangedSubviews
    for offset in difference.removed { old[offset].removeFromSuperview() }
    for move in difference.moved { old[move.from].removeFromSuperview() }
    let rows =
      difference.inserted.map { (offset: $0, view: button(titles[$0])) }
      + difference.moved.map { (offset: $0.to, view: old[$0.from]) }
    for row in rows.sorted(by: { $0.offset < $1.offset }) {
      list.insertArrangedSubview(row.view, at: row.offset)
    }
  }

  private func button(_ title: String) -> UIView {
    let open = UIAction(title: title) { [model] _ in try? model.noteTapped(title) }
    return UIButton(type: .system, primaryAction: open)
  }
}

final class NoteViewController: UIViewController {
  private let model: NoteViewModel
  private let bag = DisposeBag()

  init(_ model: NoteViewModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    title = model.title
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let field = UITextField()
    field.placeholder = "Text"
    let typed = UIAction { [model] in model.text = ($0.sender as? UITextField)?.text ?? "" }
    field.addAction(typed, for: .editingChanged)
    view.addBelowBars(field)
    // Setting an equal text would move the cursor.
    model.$text.observe { [weak field] in if field?.text != $0 { field?.text = $0 } }.addTo(bag)
  }
}

final class HelpViewController: UIViewController {
  init(close: UIAction) {
    super.init(nibName: nil, bundle: nil)
    title = "Help"
    navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Close", primaryAction: close)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
  }
}

extension UIView {
  func addBelowBars(_ view: UIView) {
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
      view.leadingAnchor.constraint(equalTo: safeAreaLayoutGuide.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor),
    ])
  }
}

@MainActor
func makeTabsController(_ driver: NavigationDriver<NotesScreen>) -> UIViewController {
  NavigationHostController(driver) { screen in
    switch screen.viewModel {
    case let model as ListViewModel: ListViewController(model)
    default: UIViewController()
    }
  } tab: { tab in
    UITabBarItem(title: tab.destination == .help ? "Help" : "Notes", image: nil, tag: 0)
  }
}

extension SceneDelegate {
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts {
      _ = try? driver.open(notesLinks.screens(for: context.url))
    }
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    try? notesFile.write(driver.snapshot().data())
  }
}

final class AccountViewController: UIViewController {
  private let model = AccountViewModel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    bind(model) { [weak self, model] in
      [model.greeting.observe { self?.title = $0 }]  // ends when the controller disappears
    }
  }
}

final class WatchedViewController: UIViewController {
  private let model = AccountViewModel()
  private let onAppearance: @MainActor (AppearanceStep) -> Void

  init(onAppearance: @escaping @MainActor (AppearanceStep) -> Void) {
    self.onAppearance = onAppearance
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    bind(model, onAppearance: onAppearance)
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
    #expect(window.picture == "[Notes] ▸ [Help]")
    window.tap("Close")
    #expect(window.picture == "[Notes]")
    window.tap("Help")
    window.swipeDown()
    #expect(window.picture == "[Notes]")
    #expect(window.problems == [])
  }

  @Test func `the list of the article follows its titles, and the field its text`() throws {
    let list = ListViewModel(navigator: ClosureNavigator<ListNavigation> { _ in })
    let window = UIWindow(frame: .zero)
    window.rootViewController = ListViewController(list)
    window.makeKeyAndVisible()
    let rows = window.rootViewController?.view.subviews.first as? UIStackView
    let shopping = rows?.arrangedSubviews.first
    list.titles = ["Plans", "Ideas", "Shopping"]
    #expect(rows?.arrangedSubviews.count == 3)
    #expect(rows?.arrangedSubviews.last === shopping)
    list.titles = ["Plans"]
    #expect(rows?.arrangedSubviews.count == 1)
    window.tap("Plans")
    window.tap("Ideas")
    #expect(window.problems == ["no button Ideas"])

    let note = NoteViewModel("Plans")
    window.rootViewController = NoteViewController(note)
    window.settle()
    window.type("milk", into: "Text")
    #expect(note.text == "milk")
    note.text = "eggs"
    let field = window.rootViewController?.view.subviews.first as? UITextField
    #expect(field?.text == "eggs")
  }

  @Test func `the tabs of the article have items`() throws {
    let driver = makeTabbedDriver()
    let window = UIWindow(frame: .zero)
    let host = makeTabsController(driver)
    window.rootViewController = host
    window.makeKeyAndVisible()
    #expect(window.picture == "{*[Notes] | []}")
    #expect(window.tabTitles == ["Notes", "Help"])
    window.selectTab(1)
    #expect("\(driver.stack.current)" == "{[list] | *[help]}")
    #expect(window.picture == "{[Notes] | *[?]}")
  }

  @Test func `the scene of the article follows links, and is saved in the background`() throws {
    defer { try? FileManager.default.removeItem(at: notesFile.url) }
    let scene = UIWindowScene()
    let delegate = SceneDelegate()
    scene.delegate = delegate
    delegate.scene(scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
    scene.enter(.foregroundActive)
    scene.open(try #require(URL(string: "notes://app/help")))
    scene.enter(.background)
    #expect("\(makeKeptDriver().stack.current)" == "[list, help]")
  }

  @Test func `the account of the article follows its view model`() {
    let window = UIWindow(frame: .zero)
    let controller = AccountViewController()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(controller.title == "Hello, Ada!")
  }

  @Test func `the watched controller of the article reports when it appears and disappears`() {
    var steps: [AppearanceStep] = []
    let window = UIWindow(frame: .zero)
    window.rootViewController = WatchedViewController { steps.append($0) }
    window.makeKeyAndVisible()
    window.settle()
    #expect(steps == [.willAppear, .didAppear])
    window.rootViewController = nil
    window.settle()
    #expect(steps.suffix(2) == [.willDisappear, .didDisappear])
  }
}
