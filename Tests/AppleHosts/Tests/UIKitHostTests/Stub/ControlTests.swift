import Testing
import UIKit

/// Checks the stub's controls against `developer.apple.com/documentation/uikit`.
@MainActor
struct ControlTests {
  let window = UIWindow(windowScene: UIWindowScene())
  let controller = UIViewController()

  private func show(_ view: UIView) {
    controller.view.addSubview(view)
    let navigation = UINavigationController()
    navigation.viewControllers = [controller]
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.settle()
  }

  /// `/uicontrol/addaction(_:for:)`: the action is performed for these events; `/uiaction/sender`
  /// is the control.
  ///
  /// `/uicontrol/event/editingchanged`: sent for changes of the user, not for those of the app.
  @Test func `a text field performs its action when the user types, with itself as the sender`() {
    var typed: [String?] = []
    let field = UITextField(frame: .zero)
    field.placeholder = "Name"
    #expect(field.text == "")
    field.addAction(
      UIAction { typed.append(($0.sender as? UITextField)?.text) },
      for: .editingChanged
    )
    show(field)
    field.text = "by the app"
    window.type("Ada", into: "Name")
    #expect(field.text == "Ada")
    #expect(typed == ["Ada"])
  }

  /// `/uicontrol/isenabled`: a disabled control ignores the user.
  @Test func `a disabled button cannot be tapped`() {
    var taps = 0
    let button = UIButton(type: .system, primaryAction: UIAction(title: "Save") { _ in taps += 1 })
    show(button)
    button.isEnabled = false
    window.tap("Save")
    #expect(window.problems == ["no button Save"])
    button.isEnabled = true
    window.tap("Save")
    #expect(taps == 1)
  }

  /// `/uistackview/addarrangedsubview(_:)` and `/uistackview/arrangedsubviews`: always a subset of
  /// the subviews.
  @Test func `a stack view arranges views until they leave it`() {
    let (first, second) = (UIView(), UIView())
    let stack = UIStackView(arrangedSubviews: [first])
    stack.addArrangedSubview(second)
    #expect(stack.arrangedSubviews == [first, second] && stack.subviews == [first, second])
    first.removeFromSuperview()
    #expect(stack.arrangedSubviews == [second])
    stack.addArrangedSubview(first)
    #expect(stack.arrangedSubviews == [second, first])
  }

  /// `/uinavigationitem/rightbarbuttonitem`: in the bar while the controller is on top.
  ///
  /// `/uiviewcontroller/title`: a new title also becomes that of the navigation item.
  @Test func `the navigation item has the title of its controller, and buttons in the bar`() {
    var taps: [String] = []
    func item(_ title: String) -> UIBarButtonItem {
      UIBarButtonItem(title: title, primaryAction: UIAction { _ in taps.append(title) })
    }
    controller.navigationItem.leftBarButtonItem = item("Cancel")
    controller.navigationItem.rightBarButtonItem = item("Done")
    controller.title = "Notes"
    #expect(controller.navigationItem.title == "Notes")
    show(UIView())
    window.tap("Cancel")
    window.tap("Done")
    controller.navigationController?.pushViewController(UIViewController(), animated: false)
    window.tap("Done")
    #expect(taps == ["Cancel", "Done"])
    #expect(window.problems == ["no button Done"])
  }

  /// `/uiscenedelegate/scene(_:openurlcontexts:)` and
  /// `/uiscenedelegate/scenedidenterbackground(_:)`.
  @Test func `the delegate of a scene receives links, and is told of the background`() throws {
    final class Delegate: NSObject, UISceneDelegate {
      var lines: [String] = []

      func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
      ) {}
      func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        lines += URLContexts.map(\.url.absoluteString)
      }
      func sceneDidEnterBackground(_ scene: UIScene) { lines.append("background") }
    }
    let scene = UIWindowScene()
    let delegate = Delegate()
    scene.delegate = delegate
    scene.enter(.foregroundActive)
    scene.open(try #require(URL(string: "notes://app/help")))
    scene.enter(.background)
    #expect(delegate.lines == ["notes://app/help", "background"])
  }
}
