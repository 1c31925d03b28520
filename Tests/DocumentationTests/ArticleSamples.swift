// The Swift blocks of the DocC articles, word for word; ReadmeTests compares them, and the tests below
// run them.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// MARK: Showing view models in a host

final class Alerts: HostLifecycleSubscribable {
  private let hosts = LifecycleHostObserver<AlertHost>()

  func attach(to host: AlertHost) -> HostAttachment { hosts.attach(to: host) }

  func show(_ text: String) { hosts.currentHost?.present(text) }
}

final class EditorViewModel: BaseLifecycleViewModel {
  let alerts = Alerts()
  @InitializedSubject var title = "Untitled"

  init() {
    super.init(lifecycleSubscribables: [alerts])
  }
}

@MainActor
final class AlertHost {
  private(set) var shown: [String] = []
  private(set) var title = ""
  private var manager: LifecycleManager?

  func load(_ viewModel: EditorViewModel) {
    manager = LifecycleManager(viewModel, host: self) { [weak self] in
      [viewModel.$title.observe { self?.title = $0 }]  // ends when the host disappears
    }
  }

  func present(_ text: String) { shown.append(text) }

  func didAppear() { manager?.hostDidAppear() }
  func didDisappear() { manager?.hostDidDisappear() }
  func close() { manager?.unbind() }
}

@MainActor
struct ArticleTests {
  @Test func `a host shows a view model as the article says`() async throws {
    let host = AlertHost()
    try await withViewModel(EditorViewModel()) { harness in
      let model = harness.viewModel
      host.load(model)
      model.alerts.show("hello")
      #expect(host.shown == ["hello"])

      host.didAppear()
      model.title = "Letter"
      #expect(host.title == "Letter")

      host.didDisappear()
      model.title = "Unseen"
      #expect(host.title == "Letter")

      host.close()
      #expect(model.stage.current == .cleared)
      model.alerts.show("nobody")
      #expect(host.shown == ["hello"])
    }
  }
}

// MARK: Moving between screens

enum LibraryNavigation: NavigationAction {
  case rating
}

extension NavigationRequest where Action == LibraryNavigation, Result == Int {
  static var pickRating: Self { Self(.rating) }
}

final class BookViewModel: NavigatingViewModel<LibraryNavigation> {
  @InitializedSubject var rating = 0

  func rateTapped() throws(NavigationError) {
    let ticket = try navigator.navigate(.pickRating)
    scope.launch { [weak self] in  // the life scope: this screen is paused meanwhile
      if let rating = try await ticket.result { self?.rating = rating }
    }
  }
}

enum Shelf: Codable, Hashable, Sendable {
  case books
  case book(Book)
}

struct Book: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var title: String

  static let bundleSpec = NavigationBundleSpec(Book.init(id:title:), Rows.id, Rows.title)

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Book.id, .integer)
    static let title = NavigationBundleSpecRow("title", \Book.title, .string)
  }
}

final class EditorScreen: BaseLifecycleViewModel, NavigationStateSaving {
  let text: SavedState<String>

  var hasChanges: Bool { text.state.current != "" }

  init(restoring data: Data? = nil) {
    text = SavedState(fresh: "", restoring: data)
    super.init()
  }

  func stateToSave() throws(SavedStateError) -> Data { try text.save() }
}

@MainActor
struct StackArticleTests {
  @Test func `a result is awaited as the article says`() async throws {
    let navigator = RecordingNavigator<LibraryNavigation>()
    try await withViewModel(BookViewModel(navigator: navigator)) { harness in
      let rating = ValueRecorder(harness.viewModel.$rating)
      try await #expect(rating.next() == 0)
      try harness.viewModel.rateTapped()
      try navigator.finish(with: 5)
      try await #expect(rating.next() == 5)
    }
  }

  @Test func `going back, links and saving work as the article says`() throws {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    driver.start()
    defer { driver.end() }

    let links = DeepLinks(
      scheme: "library",
      host: "open",
      routes: [
        DeepLinkRoute("shelf", screens: [Shelf.books]),
        DeepLinkRoute(["books", .row(Book.Rows.id)], Book.bundleSpec) {
          [.books, .book($0)]
        } content: { screens in
          if case .book(let book) = screens.last { book } else { nil }
        },
      ]
    )
    try driver.open(links.screens(for: "library://open/books/7?title=Emma"))
    let link = try links.link(to: driver.stack.current)
    #expect(link == "library://open/books/7?title=Emma")

    let editor = try #require(driver.topScreen as? EditorScreen)
    let question = driver.onBack(on: editor) { [weak editor] in
      editor?.hasChanges == true ? .intercept : .proceed
    }
    editor.text.state.current = "words"
    #expect(try driver.back() == nil)

    let data = try driver.snapshot().data()
    let later = NavigationDriver(restoring: try NavigationSnapshot<Shelf>(data)) { _, driver in
      EditorScreen(restoring: driver.restoredState)
    }
    later.start()
    defer { later.end() }
    #expect((later.topScreen as? EditorScreen)?.text.state.current == "words")

    question.dispose()
    driver.path.current = [driver.path.current[0]]
    #expect("\(driver.stack.current)" == "[books]")
  }
}
