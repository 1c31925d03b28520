import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// Stacks of their own in the screens of lists and details.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NestedPaneTests {
  /// A screen with a stack of its own, whose screens are in the same column.
  private final class Outer: BaseLifecycleViewModel {
    let inner = NavigationDriver<Place>.places(root: .a)

    init() {
      super.init()
      addChild(inner, drawn: .inOuterPath)
    }
  }

  private struct OuterView: View {
    let outer: Outer

    var body: some View {
      NavigationHost(outer.inner, emptyDetail: { _ in AnyView(Text("none")) }) { screen in
        Text(screen.destination.screenName)
      }
    }
  }

  private final class OuterController: UIViewController {
    private let outer: Outer

    init(_ outer: Outer) {
      self.outer = outer
      super.init(nibName: nil, bundle: nil)
      title = "a"
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let host = NavigationHostController(
        outer.inner,
        emptyDetail: { _ in UIViewController() }
      ) { PlaceController($0.destination) }
      addChild(host)
      view.addSubview(host.view)
      host.didMove(toParent: self)
    }
  }

  private let outer = Outer()

  /// Makes a driver of a list and its detail, one of which has the inner stack.
  private func driver(nestedIn place: Post) -> NavigationDriver<Post> {
    let stack = BackStack(root: Post.inbox, [.mail])
    return NavigationDriver(restoring: NavigationSnapshot(stack: stack)) { [outer] post, driver in
      if post == place { outer } else { PostViewModel(post, driver) }
    }
  }

  private func show(_ driver: NavigationDriver<Post>, _ reading: Renderer.Reading) -> Renderer {
    let app = Renderer(reading) {
      NavigationHost(driver, emptyDetail: { _ in AnyView(Text("none")) }) { screen in
        if let outer = screen.viewModel as? Outer {
          OuterView(outer: outer)
        } else {
          Text(screen.destination.screenName)
        }
      }
    }
    app.isWide = true
    return app
  }

  private func show(
    _ driver: NavigationDriver<Post>,
    _ order: UIWindow.CoordinatorOrder
  ) -> UIWindow {
    let window = UIWindow(windowScene: UIWindowScene())
    window.coordinatorOrder = order
    window.isWide = true
    window.rootViewController = NavigationHostController(
      driver,
      emptyDetail: { _ in UIViewController() }
    ) { screen in
      if let outer = screen.viewModel as? Outer { return OuterController(outer) }
      let controller = UIViewController()
      controller.title = screen.destination.screenName
      return controller
    }
    window.makeKeyAndVisible()
    window.settle()
    return window
  }

  @Test(arguments: Renderer.Reading.allCases)
  func `the SwiftUI host shows a nested stack in the column of its screen`(
    _ reading: Renderer.Reading
  ) async throws {
    let app = show(driver(nestedIn: .mail), reading)
    try outer.inner.perform(.push(.b))
    await until(app.picture == "[inbox ‖ a, b]")
    #expect(!outer.inner.isWide)
    app.swipeBack()
    await until(app.picture == "[inbox ‖ a]")
    #expect("\(outer.inner.stack.current)" == "[a]")
    try outer.inner.perform(.push(.c))
    app.isWide = false
    await until(app.picture == "[inbox, a, c]")
    app.isWide = true
    await until(app.picture == "[inbox ‖ a, c]")
    #expect(app.problems == [])
  }

  @Test(arguments: UIWindow.CoordinatorOrder.allCases)
  func `the UIKit host shows a nested stack in the column of its screen`(
    _ order: UIWindow.CoordinatorOrder
  ) async throws {
    let window = show(driver(nestedIn: .mail), order)
    try outer.inner.perform(.push(.b))
    window.settle()
    #expect(window.picture == "[inbox ‖ a, b]")
    #expect(!outer.inner.isWide)
    window.swipeBack()
    #expect(window.picture == "[inbox ‖ a]")
    #expect("\(outer.inner.stack.current)" == "[a]")
    try outer.inner.perform(.push(.c))
    window.settle()
    window.isWide = false
    #expect(window.picture == "[inbox, a, c]")
    window.isWide = true
    #expect(window.picture == "[inbox ‖ a, c]")
    #expect(window.problems == [])
  }

  @Test(arguments: Renderer.Reading.allCases)
  func `the SwiftUI host shows a stack nested in the list in its column`(
    _ reading: Renderer.Reading
  ) async throws {
    let driver = driver(nestedIn: .inbox)
    let app = show(driver, reading)
    await until(app.picture == "[a ‖ mail]")
    try outer.inner.perform(.push(.b))
    await until(app.picture == "[a, b ‖ mail]")
    #expect(driver.canGoBack.current)
    app.beginSwipeBack(1, inColumn: 0)
    app.finishSwipeBack()
    await until(app.picture == "[a ‖ mail]")
    #expect("\(outer.inner.stack.current)" == "[a]")
    try outer.inner.perform(.push(.c))
    app.isWide = false
    await until(app.picture == "[a, c, mail]")
    app.isWide = true
    await until(app.picture == "[a, c ‖ mail]")
    try driver.back()
    await until(app.picture == "[a ‖ mail]")
    #expect(app.problems == [])
  }

  @Test(arguments: UIWindow.CoordinatorOrder.allCases)
  func `the UIKit host shows a stack nested in the list in its column`(
    _ order: UIWindow.CoordinatorOrder
  ) async throws {
    let driver = driver(nestedIn: .inbox)
    let window = show(driver, order)
    try outer.inner.perform(.push(.b))
    window.settle()
    #expect(window.picture == "[a, b ‖ mail]")
    #expect(driver.canGoBack.current)
    window.beginSwipeBack(1, inColumn: 0)
    window.finishGesture()
    #expect(window.picture == "[a ‖ mail]")
    #expect("\(outer.inner.stack.current)" == "[a]")
    try outer.inner.perform(.push(.c))
    window.settle()
    window.isWide = false
    #expect(window.picture == "[a, c, mail]")
    window.isWide = true
    #expect(window.picture == "[a, c ‖ mail]")
    try driver.back()
    window.settle()
    #expect(window.picture == "[a ‖ mail]")
    #expect(window.problems == [])
  }
}
