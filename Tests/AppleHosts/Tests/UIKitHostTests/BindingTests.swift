import KalugaArchitecture
import KalugaUIKit
import Synchronization
import Testing
import UIKit

@MainActor
struct BindingTests {
  let model = PlaceViewModel(.a)
  let scene = UIWindowScene()
  let window: UIWindow

  init() {
    window = UIWindow(windowScene: scene)
    scene.enter(.foregroundActive)
  }

  private func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.settle()
  }

  @Test func `a bound view model is resumed when the controller has appeared`() {
    let controller = UIViewController()
    controller.bind(model)
    #expect(model.stage.current == .created)
    show(controller)
    #expect(model.stage.current == .resumed)
  }

  @Test func `a bound view model is paused when its controller has disappeared`() {
    let controller = UIViewController()
    controller.bind(model)
    let navigation = UINavigationController()
    navigation.viewControllers = [controller]
    show(navigation)
    navigation.pushViewController(UIViewController(), animated: true)
    #expect(model.stage.current == .resumed)
    window.settle()
    #expect(model.stage.current == .paused)
    window.swipeBack()
    #expect(model.stage.current == .resumed)
  }

  @Test func `a swipe that the user cancels pauses nothing`() {
    let model = PauseCounter()
    let controller = UIViewController()
    controller.bind(model)
    let navigation = UINavigationController()
    navigation.viewControllers = [UIViewController(), controller]
    show(navigation)
    window.beginSwipeBack()
    window.cancelGesture()
    #expect(model.stage.current == .resumed)
    #expect(model.pauses == 0)
  }

  @Test func `saved files are written when the scene of a controller enters the background`()
    async throws
  {
    let controller = UIViewController()
    controller.bind(model)
    show(controller)
    let written = try await DeletedFile()
    scene.enter(.background)
    await until(written.isWritten)
    try written.delete()
  }

  @Test func `a bound view model is resumed only while the scene is active`() {
    let controller = UIViewController()
    controller.bind(model)
    show(controller)
    scene.enter(.foregroundInactive)
    #expect(model.stage.current == .paused)
    scene.enter(.background)
    #expect(model.stage.current == .paused)
    scene.enter(.foregroundActive)
    #expect(model.stage.current == .resumed)
  }

  @Test func `a controller that appears in the background does not resume its view model`() {
    scene.enter(.background)
    let controller = UIViewController()
    controller.bind(model)
    show(controller)
    #expect(model.stage.current == .created)
    scene.enter(.foregroundActive)
    #expect(model.stage.current == .resumed)
  }

  @Test func `a controller that has disappeared does not follow the scene`() {
    let controller = UIViewController()
    controller.bind(model)
    show(controller)
    window.rootViewController = UIViewController()
    scene.enter(.background)
    scene.enter(.foregroundActive)
    #expect(model.stage.current == .paused)
  }

  @Test func `a controller that moves to another window follows the scene of that window`() {
    let controller = UIViewController()
    controller.bind(model)
    show(controller)
    window.rootViewController = nil
    let other = UIWindowScene()
    let otherWindow = UIWindow(windowScene: other)
    other.enter(.foregroundActive)
    otherWindow.rootViewController = controller
    otherWindow.makeKeyAndVisible()
    scene.enter(.background)
    #expect(model.stage.current == .resumed)
    other.enter(.background)
    #expect(model.stage.current == .paused)
  }

  @Test func `a controller in a window without a scene is active`() {
    let controller = UIViewController()
    controller.bind(model)
    let window = UIWindow(frame: .zero)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(model.stage.current == .resumed)
  }

  @Test func `observations end when the controller disappears, and begin again`() {
    let controller = UIViewController()
    var begun = 0
    let ended = Counter()
    controller.bind(model) {
      begun += 1
      return [SimpleDisposable { ended.increment() }]
    }
    show(controller)
    #expect(begun == 1)
    scene.enter(.background)
    #expect(ended.value == 1)
    scene.enter(.foregroundActive)
    #expect(begun == 2)
  }

  @Test func `a view model is cleared after its controller has been released`() async {
    weak var released: UIViewController?
    do {
      let controller = UIViewController()
      released = controller
      controller.bind(model) { [weak controller] in
        controller?.title = "shown"
        return []
      }
      show(controller)
      #expect(controller.title == "shown")
    }
    window.rootViewController = nil
    #expect(released == nil)
    await until(model.stage.current == .cleared)
  }

  @Test func `services are attached to the bound controller until it is released`() async {
    let service = LifecycleHostObserver<UIViewController>()
    let model = PlaceViewModel(.a, services: [service])
    do {
      let controller = UIViewController()
      controller.bind(model)
      #expect(service.currentHost === controller)
    }
    #expect(service.currentHost == nil)
    await until(model.stage.current == .cleared)
  }

  @Test func `the child of a binding is invisible and cannot be touched`() {
    let controller = UIViewController()
    controller.bind(model)
    let child = controller.children[0].view
    #expect(child?.isHidden == true)
    #expect(child?.isUserInteractionEnabled == false)
    #expect(child?.frame == .zero)
  }

  final class PauseCounter: BaseLifecycleViewModel {
    var pauses = 0
    override func onPause() { pauses += 1 }
  }

  final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.add(1, ordering: .relaxed) }
  }
}
