import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

@MainActor
struct ControllerBindingTests {
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

  private func bound() -> UIViewController {
    let controller = UIViewController()
    controller.bind(model)
    return controller
  }

  @Test func `a bound view model has the stage of its controller and of the scene`() {
    scene.enter(.background)
    let controller = bound()
    show(controller)
    #expect(model.stage.current == .created)
    let stages: [(UIScene.ActivationState, LifecycleStage)] = [
      (.foregroundActive, .resumed), (.foregroundInactive, .visible), (.background, .paused),
      (.foregroundInactive, .visible), (.foregroundActive, .resumed),
    ]
    for (state, stage) in stages {
      scene.enter(state)
      #expect(model.stage.current == stage)
    }
    let navigation = UINavigationController()
    window.rootViewController = nil
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
    let navigation = UINavigationController()
    navigation.viewControllers = [UIViewController(), bound()]
    show(navigation)
    var stages: [LifecycleStage] = []
    let token = model.stage.observe { stages.append($0) }
    window.beginSwipeBack()
    window.cancelGesture()
    #expect(stages == [.resumed])
    token.dispose()
  }

  @Test func `a controller that has disappeared does not follow the scene`() {
    show(bound())
    window.rootViewController = UIViewController()
    scene.enter(.background)
    scene.enter(.foregroundActive)
    #expect(model.stage.current == .paused)
  }

  @Test func `a controller that moves to another window follows the scene of that window`() {
    let controller = bound()
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

  @Test func `a controller that has disappeared is not visible in an inactive scene`() {
    show(bound())
    window.rootViewController = UIViewController()
    scene.enter(.foregroundInactive)
    #expect(model.stage.current == .paused)
  }

  @Test func `observations end when the view model is no longer resumed, and begin again`() {
    let controller = UIViewController()
    let subject = InitializedSubject(wrappedValue: 0)
    var seen: [Int] = []
    controller.bind(model) { [subject.observe { seen.append($0) }] }
    show(controller)
    for state in [UIScene.ActivationState.background, .foregroundInactive] {
      scene.enter(state)
      subject.current += 1
      #expect(seen.count == subject.current)
      scene.enter(.foregroundActive)
    }
    #expect(seen == [0, 1, 2])
  }

  @Test func `a controller reports each step in which it is shown and hidden`() {
    var steps: [String] = []
    let controller = UIViewController()
    controller.bind(
      model,
      onAppearance: { [model] step in
        steps.append("\(step) \(model.stage.current)")
      }
    )
    let navigation = UINavigationController()
    navigation.viewControllers = [controller]
    show(navigation)
    #expect(steps == ["willAppear created", "didAppear resumed"])
    navigation.pushViewController(UIViewController(), animated: true)
    window.settle()
    #expect(steps.suffix(2) == ["willDisappear resumed", "didDisappear paused"])
    steps = []
    window.beginSwipeBack()
    window.cancelGesture()
    #expect(steps == ["willAppear paused", "willDisappear paused", "didDisappear paused"])
    scene.enter(.background)
    scene.enter(.foregroundActive)
    #expect(steps.count == 3)
  }

  /// Pull request 5146 of alpha-wallet-ios: a swipe that the user cancelled counted as the end.
  @Test func `a swipe that the user cancels is reported, and has no end`() {
    var steps: [AppearanceStep] = []
    let controller = UIViewController()
    controller.bind(model, onAppearance: { steps.append($0) })
    let navigation = UINavigationController()
    navigation.viewControllers = [UIViewController(), controller]
    show(navigation)
    window.beginSwipeBack()
    window.cancelGesture()
    #expect(steps == [.willAppear, .didAppear, .willDisappear, .willAppear, .didAppear])
    window.swipeBack()
    #expect(steps.suffix(2) == [.willDisappear, .didDisappear])
  }

  @Test func `a view model is cleared after its controller has been released`() async {
    let service = LifecycleHostObserver<UIViewController>()
    let model = PlaceViewModel(.a, services: [service])
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
      #expect(service.currentHost === controller)
    }
    window.rootViewController = nil
    #expect(released == nil)
    #expect(service.currentHost == nil)
    await until(model.stage.current == .cleared)
  }

  @Test func `the child of a binding is invisible and cannot be touched`() {
    let controller = bound()
    let child = controller.children[0].view
    #expect(child?.isHidden == true)
    #expect(child?.isUserInteractionEnabled == false)
    #expect(child?.frame == .zero)
  }
}
