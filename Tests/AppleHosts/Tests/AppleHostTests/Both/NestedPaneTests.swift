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
  /// A mail whose answer is a stack of its own.
  private final class MailWithAnswer: BaseLifecycleViewModel {
    let answer = NavigationDriver<Place>.places(root: .a)

    init() {
      super.init()
      addChild(answer, drawn: .inOuterPath)
    }
  }

  private struct AnswerView: View {
    let mail: MailWithAnswer

    var body: some View {
      NavigationHost(mail.answer, emptyDetail: { _ in AnyView(Text("none")) }) { screen in
        Text(screen.destination.screenName)
      }
    }
  }

  private final class AnswerController: UIViewController {
    private let mail: MailWithAnswer

    init(_ mail: MailWithAnswer) {
      self.mail = mail
      super.init(nibName: nil, bundle: nil)
      title = "a"
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let host = NavigationHostController(
        mail.answer,
        emptyDetail: { _ in UIViewController() }
      ) { PlaceController($0.destination) }
      addChild(host)
      view.addSubview(host.view)
      host.didMove(toParent: self)
    }
  }

  private let mail = MailWithAnswer()
  private let driver: NavigationDriver<Post>

  init() {
    let stack = BackStack(root: Post.inbox, [.mail])
    driver = NavigationDriver(restoring: NavigationSnapshot(stack: stack)) { [mail] post, driver in
      if post == .mail { mail } else { PostViewModel(post, driver) }
    }
  }

  @Test(arguments: Renderer.Reading.allCases)
  func `the SwiftUI host shows a nested stack in the column of its screen`(
    _ reading: Renderer.Reading
  ) async throws {
    let app = Renderer(reading) { [driver] in
      NavigationHost(driver, emptyDetail: { _ in AnyView(Text("none")) }) { screen in
        if let mail = screen.viewModel as? MailWithAnswer {
          AnswerView(mail: mail)
        } else {
          Text(screen.destination.screenName)
        }
      }
    }
    app.isWide = true
    try mail.answer.perform(.push(.b))
    await until(app.picture == "[inbox ‖ a, b]")
    #expect(!mail.answer.isWide)
    app.swipeBack()
    await until(app.picture == "[inbox ‖ a]")
    #expect("\(mail.answer.stack.current)" == "[a]")
    try mail.answer.perform(.push(.c))
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
    let window = UIWindow(windowScene: UIWindowScene())
    window.coordinatorOrder = order
    window.isWide = true
    window.rootViewController = NavigationHostController(
      driver,
      emptyDetail: { _ in UIViewController() }
    ) { screen in
      if let mail = screen.viewModel as? MailWithAnswer { return AnswerController(mail) }
      let controller = UIViewController()
      controller.title = screen.destination.screenName
      return controller
    }
    window.makeKeyAndVisible()
    window.settle()
    try mail.answer.perform(.push(.b))
    window.settle()
    #expect(window.picture == "[inbox ‖ a, b]")
    #expect(!mail.answer.isWide)
    window.swipeBack()
    #expect(window.picture == "[inbox ‖ a]")
    #expect("\(mail.answer.stack.current)" == "[a]")
    try mail.answer.perform(.push(.c))
    window.settle()
    window.isWide = false
    #expect(window.picture == "[inbox, a, c]")
    window.isWide = true
    #expect(window.picture == "[inbox ‖ a, c]")
    #expect(window.problems == [])
  }
}
