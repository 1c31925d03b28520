import Testing
import UIKit

/// Writes the calls of its appearance methods into a log that several controllers share.
final class LoggingController: UIViewController {
  @MainActor
  final class Log {
    var lines: [String] = []

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private let log: Log

  init(_ title: String, _ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
    self.title = title
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  private func write(_ event: String) { log.lines.append("\(title ?? "?") \(event)") }

  override func viewDidLoad() {
    super.viewDidLoad()
    write("load")
  }
  override func viewWillAppear(_ animated: Bool) { write("will appear") }
  override func viewIsAppearing(_ animated: Bool) {
    write(view.window == nil ? "is appearing without window" : "is appearing")
  }
  override func viewDidAppear(_ animated: Bool) { write("did appear") }
  override func viewWillDisappear(_ animated: Bool) { write("will disappear") }
  override func viewDidDisappear(_ animated: Bool) { write("did disappear") }
  override func willMove(toParent parent: UIViewController?) {
    write(parent == nil ? "will leave" : "will move")
  }
  override func didMove(toParent parent: UIViewController?) {
    write(parent == nil ? "did leave" : "did move")
  }
}

/// Checks the stub against `developer.apple.com/documentation/uikit`.
@MainActor
struct AppearanceTests {
  let log = LoggingController.Log()
  let window = UIWindow(windowScene: UIWindowScene())

  private func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.settle()
  }

  private func screen(_ title: String) -> LoggingController { LoggingController(title, log) }

  /// `/uiviewcontroller/viewdidload()` and `/uiviewcontroller/viewisappearing(_:)`.
  ///
  /// The view is in the hierarchy when it is appearing.
  @Test func `a controller is loaded, and appears in three steps`() {
    show(screen("a"))
    #expect(log.take() == ["a load", "a will appear", "a is appearing", "a did appear"])
  }

  /// `/uiviewcontroller/addchild(_:)`: the container adds the view, and is told of by
  /// `willMove(toParent:)`; `/uiviewcontroller/shouldautomaticallyforwardappearancemethods`: the
  /// child appears with its parent.
  @Test func `a child appears when its view is in the view of its shown parent`() {
    let parent = UIViewController()
    show(parent)
    let child = screen("child")
    parent.addChild(child)
    #expect(log.take() == ["child will move"])
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(
      log.take() == [
        "child load", "child will appear", "child is appearing", "child did appear",
        "child did move",
      ]
    )
    #expect(child.parent === parent)
  }

  /// `/uiviewcontroller/removefromparent()`: calls `didMove(toParent:)` with nil.
  @Test func `a child disappears when its view is removed`() {
    let parent = UIViewController()
    show(parent)
    let child = screen("child")
    parent.addChild(child)
    parent.view.addSubview(child.view)
    _ = log.take()
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(
      log.take() == [
        "child will leave", "child will disappear", "child did disappear", "child did leave",
      ]
    )
    #expect(parent.children.isEmpty)
  }

  /// `/uiviewcontroller/addchild(_:)`: a child of another container is removed from it first.
  @Test func `a controller has one parent`() {
    let first = UIViewController()
    let second = UIViewController()
    let child = UIViewController()
    first.addChild(child)
    second.addChild(child)
    #expect(child.parent === second)
    #expect(first.children.isEmpty)
  }

  /// `/uiviewcontroller/viewdidappear(_:)`: the methods of a push are called at its start and end.
  @Test func `the old screen of a push disappears, and the new one appears`() {
    let navigation = UINavigationController()
    navigation.viewControllers = [screen("a")]
    show(navigation)
    _ = log.take()
    navigation.pushViewController(screen("b"), animated: true)
    #expect(
      log.take() == [
        "b will move", "b did move", "b load", "a will disappear", "b will appear",
        "b is appearing",
      ]
    )
    window.settle()
    #expect(log.take() == ["a did disappear", "b did appear"])
  }

  /// `/uiviewcontroller/viewwilldisappear(_:)` and `/uiviewcontroller/transitioncoordinator`: a
  /// cancelled transition is reversed, and its coordinator says so.
  @Test func `a cancelled swipe makes the old screen appear again`() {
    let navigation = UINavigationController()
    navigation.viewControllers = [screen("a"), screen("b")]
    show(navigation)
    _ = log.take()
    window.beginSwipeBack()
    #expect(log.lines.contains("b will disappear"))
    var isCancelled: Bool?
    navigation.transitionCoordinator?
      .animate(
        alongsideTransition: nil,
        completion: { isCancelled = $0.isCancelled }
      )
    _ = log.take()
    window.cancelGesture()
    #expect(isCancelled == true)
    #expect(navigation.transitionCoordinator == nil)
    #expect(
      log.take().filter { $0.hasSuffix("appear") } == [
        "a will disappear", "b will appear", "a did disappear", "b did appear",
      ]
    )
    #expect(window.picture == "[a, b]")
  }

  /// `/uiscene/activationstate-swift.enum` and the notifications of `/uiscene`.
  @Test func `a scene posts its changes`() {
    let scene = UIWindowScene()
    let names = [
      UIScene.didActivateNotification, UIScene.willDeactivateNotification,
      UIScene.willEnterForegroundNotification, UIScene.didEnterBackgroundNotification,
    ]
    let log = log
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: scene, queue: nil) { _ in
        MainActor.assumeIsolated { log.lines.append(name.rawValue) }
      }
    }
    scene.enter(.foregroundActive)
    #expect(
      log.take() == ["UISceneWillEnterForegroundNotification", "UISceneDidActivateNotification"]
    )
    scene.enter(.background)
    #expect(
      log.take() == ["UISceneWillDeactivateNotification", "UISceneDidEnterBackgroundNotification"]
    )
    #expect(scene.activationState == .background)
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
