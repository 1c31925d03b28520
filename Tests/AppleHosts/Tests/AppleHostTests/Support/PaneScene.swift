import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

/// The screens of the tests of lists and details.
enum Post: String, NavigationDestination {
  case folders, inbox, mail, other, attachment, sheet

  var isDetail: Bool { self == .mail || self == .other }
  var isList: Bool { self == .folders || self == .inbox }
}

struct PostAction: NavigationAction { let spec: NavigationSpec<Post> }

/// A screen that navigates, and has a draft.
final class PostViewModel: NavigatingViewModel<PostAction> {
  let post: Post
  @InitializedSubject var draft = ""

  init(_ post: Post, _ driver: NavigationDriver<Post>) {
    self.post = post
    super.init(navigator: StackNavigator(driver) { $0.spec })
  }
}

extension NavigationDriver<Post> {
  static func posts(_ path: [Post]) -> NavigationDriver {
    let stack = BackStack(root: path[0], Array(path.dropFirst()))
    return NavigationDriver(restoring: NavigationSnapshot(stack: stack)) { post, driver in
      PostViewModel(post, driver)
    }
  }
}

/// A window with a host of lists and details, and its user.
@MainActor
protocol PaneScene: AnyObject {
  var driver: NavigationDriver<Post> { get }
  /// Whether the window has place for two columns.
  var isWide: Bool { get set }
  /// The stack as the host draws it.
  var picture: String { get }
  /// What the user sees: the names of the screens, and of what is in the place of a detail.
  var titles: [String] { get }
  var problems: [String] { get }
  var alerts: [String] { get }

  func settle()
  /// Swipes back in the list or in the detail.
  func swipeBack(inColumn column: Int, _ count: Int)
  /// Lets the top screen move out.
  func beginSwipeBack()
  func finishSwipeBack()
  func dismissSheet()
  func selectTab(_ index: Int)
  /// Taps the button with which a screen shows another one as its detail.
  func tap(_ title: String)
}

extension PaneScene {
  func perform(_ specs: NavigationSpec<Post>...) throws {
    for spec in specs {
      try driver.perform(spec)
      settle()
    }
  }

  func swipeBack(inColumn column: Int) { swipeBack(inColumn: column, 1) }

  func viewModel(_ post: Post) throws -> PostViewModel {
    let entry = try #require(driver.stack.current.entries.last { $0.destination == post })
    return try #require(driver.viewModel(of: entry.id) as? PostViewModel)
  }

  /// Checks that this stack is shown, with these screens in sight.
  func expectShown(
    _ expected: String,
    _ seen: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    // After a change of the user, a host follows the driver in the next job of the main actor.
    await Task {}.value
    settle()
    await until(picture == expected, limit: .seconds(3), sourceLocation: sourceLocation)
    #expect(picture == expected, sourceLocation: sourceLocation)
    #expect("\(driver.stack.current)" == expected, sourceLocation: sourceLocation)
    #expect(problems == [], sourceLocation: sourceLocation)
    if let seen { #expect(titles.sorted() == seen.sorted(), sourceLocation: sourceLocation) }
  }
}

/// A host of either framework, under one reading of what Apple's documentation leaves open.
enum PaneHost: CaseIterable {
  case swiftUI(Renderer.Reading, showsDetailFirst: Bool)
  case uiKit(UIWindow.CoordinatorOrder, showsDetailFirst: Bool)

  static let allCases = [false, true].flatMap(cases)

  private static func cases(showsDetailFirst: Bool) -> [PaneHost] {
    Renderer.Reading.allCases.map { .swiftUI($0, showsDetailFirst: showsDetailFirst) }
      + UIWindow.CoordinatorOrder.allCases.map { .uiKit($0, showsDetailFirst: showsDetailFirst) }
  }

  /// Shows a stack in an active scene.
  @MainActor
  func scene(
    _ path: [Post] = [.inbox, .mail],
    isWide: Bool = true,
    hasPanes: Bool = true
  ) -> any PaneScene {
    scene(.posts(path), isWide: isWide, hasPanes: hasPanes)
  }

  @MainActor
  func scene(
    _ driver: NavigationDriver<Post>,
    isWide: Bool = true,
    hasPanes: Bool = true
  ) -> any PaneScene {
    switch self {
    case .swiftUI(let reading, let showsDetailFirst):
      SwiftUIPaneScene(reading, driver, isWide: isWide, hasPanes: hasPanes)
        .showingDetailFirst(showsDetailFirst)
    case .uiKit(let order, let showsDetailFirst):
      UIKitPaneScene(
        order,
        driver,
        isWide: isWide,
        hasPanes: hasPanes,
        showsDetailFirst: showsDetailFirst
      )
    }
  }
}

private struct PostView: View {
  let model: PostViewModel

  var body: some View {
    Text(model.post.screenName)
    Button("show other") {
      _ = try? model.navigator.navigate(PostAction(spec: .showDetail(.other)))
    }
  }
}

@MainActor
final class SwiftUIPaneScene: PaneScene {
  let driver: NavigationDriver<Post>
  private let app: Renderer
  private let window = WindowWidth()

  @MainActor
  private final class WindowWidth {
    var isOpen = false
  }

  init(
    _ reading: Renderer.Reading,
    _ driver: NavigationDriver<Post>,
    isWide: Bool,
    hasPanes: Bool
  ) {
    self.driver = driver
    let emptyDetail: (@MainActor (Post) -> AnyView?)? = { post in
      post.isList ? AnyView(Text("none")) : nil
    }
    app = Renderer(reading) { [window] in
      if window.isOpen {
        NavigationHost(driver, emptyDetail: hasPanes ? emptyDetail : nil) { screen in
          if let model = screen.viewModel as? PostViewModel { PostView(model: model) }
        }
      }
    }
    app.isWide = isWide
  }

  func showingDetailFirst(_ showsDetailFirst: Bool) -> Self {
    app.showsDetailFirst = showsDetailFirst
    window.isOpen = true
    app.redraw()
    return self
  }

  var isWide: Bool {
    get { app.isWide }
    set { app.isWide = newValue }
  }
  var picture: String { app.picture }
  var titles: [String] {
    app.texts.filter { $0 == "none" || Post(rawValue: $0) != nil && $0 != "tab" }
  }
  var problems: [String] { app.problems }
  var alerts: [String] { app.alerts }

  func settle() { app.settle() }
  func swipeBack(inColumn column: Int, _ count: Int) {
    app.beginSwipeBack(count, inColumn: column)
    app.finishSwipeBack()
  }
  func beginSwipeBack() { app.beginSwipeBack() }
  func finishSwipeBack() { app.finishSwipeBack() }
  func dismissSheet() { app.dismissSheet() }
  func selectTab(_ index: Int) { app.selectTab(index) }
  func tap(_ title: String) { app.tap(title, at: 0) }
}

private final class PostController: UIViewController {
  private let model: PostViewModel

  init(_ model: PostViewModel) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    title = model.post.screenName
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let show = UIAction(title: "show other") { [model] _ in
      _ = try? model.navigator.navigate(PostAction(spec: .showDetail(.other)))
    }
    view.addSubview(UIButton(primaryAction: show))
  }
}

@MainActor
final class UIKitPaneScene: PaneScene {
  let driver: NavigationDriver<Post>
  private let scene = UIWindowScene()
  private let window: UIWindow
  private let made = Made()

  @MainActor
  private final class Made {
    var posts: [Post] = []
  }

  /// The screens for which the host has asked for a controller.
  var madePosts: [Post] { made.posts }

  init(
    _ order: UIWindow.CoordinatorOrder,
    _ driver: NavigationDriver<Post>,
    isWide: Bool,
    hasPanes: Bool,
    showsDetailFirst: Bool
  ) {
    self.driver = driver
    let emptyDetail: (@MainActor (Post) -> UIViewController?)? = { post in
      guard post.isList else { return nil }
      let empty = UIViewController()
      empty.title = "none"
      return empty
    }
    window = UIWindow(windowScene: scene)
    window.coordinatorOrder = order
    window.showsDetailFirst = showsDetailFirst
    window.isWide = isWide
    scene.enter(.foregroundActive)
    window.rootViewController = NavigationHostController(
      driver,
      emptyDetail: hasPanes ? emptyDetail : nil
    ) { [made] screen in
      made.posts.append(screen.destination)
      return (screen.viewModel as? PostViewModel).map { PostController($0) } ?? UIViewController()
    }
    window.makeKeyAndVisible()
    window.settle()
  }

  var isWide: Bool {
    get { window.isWide }
    set { window.isWide = newValue }
  }
  var picture: String { window.picture.replacingOccurrences(of: " ‖ none", with: "") }
  var titles: [String] { window.titles }
  var problems: [String] { window.problems }
  var alerts: [String] { window.alerts }

  func settle() { window.settle() }
  func swipeBack(inColumn column: Int, _ count: Int) {
    window.beginSwipeBack(count, inColumn: column)
    window.finishGesture()
  }
  func beginSwipeBack() { window.beginSwipeBack() }
  func finishSwipeBack() { window.finishGesture() }
  func dismissSheet() { window.swipeDown() }
  func selectTab(_ index: Int) { window.selectTab(index) }
  func tap(_ title: String) { window.tap(title) }
}
