// The Swift blocks of the article on stacks, word for word.
import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

enum LibraryNavigation: NavigationAction {
  case rating
}

extension NavigationRequest where Action == LibraryNavigation, Result == Int {
  static var pickRating: Self { Self(.rating) }
}

final class BookViewModel: NavigatingViewModel<LibraryNavigation> {
  @InitializedSubject var rating = 0

  private let rated = NavigationResultKey<Int>("rated")

  init(navigator: any Navigator<LibraryNavigation>) {
    super.init(navigator: navigator)
    onResult(rated) { [weak self] in self?.rating = $0 }
  }

  func rateTapped() throws(NavigationError) {
    try navigate(.pickRating, resultTo: rated)
  }
}

enum Sorting: String, QuestionAnswer { case title, author }

enum MailboxScreen: NavigationDestination {
  case inbox, mail(Int)

  var isDetail: Bool { if case .mail = self { true } else { false } }
}

enum Shelf: NavigationDestination {
  case books, wishes
  case book(Book)
}

struct Book: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var title: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Book.id, .integer)
  }
}

final class EditorScreen: BaseLifecycleViewModel {
  @Saved("text") var text = ""

  var hasChanges: Bool { text != "" }
}

struct Browser: NavigationEffect, NavigationBundleContent, Codable {
  var url: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum HelpNavigation: NavigationAction, Equatable {
  case website(String)
  case scanner
}

extension NavigationRequest where Action == HelpNavigation, Result == Bool {
  static var useCamera: Self { Self(.scanner) }
}

enum Permission: NavigationEffect {
  typealias Answer = Bool
  case camera, contacts
}

@MainActor
func makeHelpNavigator(_ driver: NavigationDriver<Shelf>) -> any Navigator<HelpNavigation> {
  StackNavigator(driver) { action in
    switch action {
    case .website(let url): .launch(Browser(url: url))
    case .scanner: .launch(Permission.camera)
    }
  }
}

@MainActor
final class PlainHost {
  private let driver: NavigationDriver<Shelf>
  private(set) var picture = ""
  private var following: (any Disposable)?

  init(_ driver: NavigationDriver<Shelf>) {
    self.driver = driver
    following = driver.onTransition { [weak self] _ in self?.draw() }
    driver.start()
  }

  private func draw() {
    picture = (driver.canGoBack.current ? "‹ " : "") + "\(driver.stack.current)"
  }

  func backTapped() { _ = try? driver.back() }

  func userSwipedBack() {
    driver.hostDidShow(Array(driver.path.current.dropLast()))
    draw()
  }

  func userClosed(_ sheet: BackStack<Shelf>.Layer) {
    _ = try? driver.hostDidDismiss(sheet.id)
    draw()
  }

  func userTapped(_ tab: BackStack<Shelf>.Entry) {
    driver.hostDidSelect(tab.id)
    draw()
  }
}

enum Page: NavigationDestination { case cover, page }

final class ReaderViewModel: BaseLifecycleViewModel {
  let pages = NavigationDriver(root: Page.cover) { _, _ in BaseLifecycleViewModel() }

  init() {
    super.init()
    addChild(pages)
  }
}

// MARK: Tests

@MainActor
struct NavigationSampleTests {
  @Test func `a result is awaited as the articles say`() async throws {
    let navigator = RecordingNavigator<LibraryNavigation>()
    try await withViewModel(BookViewModel(navigator: navigator)) { harness in
      let rating = ValueRecorder(harness.viewModel.$rating)
      try await rating.skip()  // the value before the request
      try harness.viewModel.rateTapped()
      try navigator.finish(with: 5)
      await rating.expect(5)
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

    let editor = try #require(driver.topViewModel as? EditorScreen)
    let question = driver.onBack(on: editor) { [weak editor] in
      editor?.hasChanges == true ? .intercept : .proceed
    }
    editor.text = "words"
    #expect(try driver.back() == nil)

    let data = try driver.snapshot().data()
    let later = NavigationDriver(restoring: try NavigationSnapshot<Shelf>(data)) { _, _ in
      EditorScreen()
    }
    later.start()
    defer { later.end() }
    #expect((later.topViewModel as? EditorScreen)?.text == "words")

    question.dispose()
    // As in the view for SwiftUI.
    let shown: [BackStack<Shelf>.Entry] = Array(driver.path.current.dropFirst())
    driver.hostDidShow(Array(driver.path.current.prefix(1)) + shown.dropLast())
    #expect("\(driver.stack.current)" == "[books]")
  }

  @Test func `a driver starts as the articles say`() throws {
    var printed: [String] = []
    func print(_ kind: String, _ picture: String) { printed.append("\(kind) \(picture)") }

    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    let following = driver.onTransition { print($0.kind, $0.picture) }
    driver.start()  // prints: start [books]
    #expect(printed == ["start [books]"] && driver.topViewModel?.stage.current == .resumed)
    driver.end()
    following.dispose()
  }

  private final class ShelfScreen: BaseLifecycleViewModel {
    static var made: [Shelf] = []

    init(_ shelf: Shelf) {
      super.init()
      Self.made.append(shelf)
    }
  }

  @Test func `a driver begins with tabs, as the article says`() throws {
    let saved: NavigationSnapshot<Shelf>? = nil
    let lazily = NavigationConfiguration(hiddenTabs: .lazily)
    let driver = NavigationDriver(
      tabs: [Shelf.books, .wishes],
      restoring: saved,
      configuration: lazily
    ) { shelf, _ in ShelfScreen(shelf) }
    driver.start()  // start {*[books] | [wishes]}
    try driver.perform(.selectTab(1))  // makes wishes
    #expect("\(driver.stack.current)" == "{[books] | *[wishes]}")
    #expect(ShelfScreen.made == [.books, .wishes])
    driver.end()
  }

  @Test func `a link into a tab is one transition, as the article says`() throws {
    var printed: [String] = []
    func print(_ stack: BackStack<Shelf>) { printed.append("\(stack)") }
    let links = DeepLinks(
      scheme: "library",
      host: "open",
      routes: [
        DeepLinkRoute(["wishes", .row(Book.Rows.id)], Book.bundleSpec) {
          [Shelf.wishes, .book($0)]
        } content: { screens in
          if case .book(let book) = screens.last { book } else { nil }
        }
      ]
    )
    let driver = NavigationDriver(tabs: [Shelf.books, .wishes]) { _, _ in EditorScreen() }
    driver.start()
    try driver.perform(.present(.wishes))
    let following = driver.onTransition { printed.append($0.kind) }

    let screens = try links.screens(for: "library://open/wishes/7?title=Emma")  // [.wishes, .book]
    try driver.open(screens, inTab: screens[0])
    print(driver.stack.current)  // {[books] | *[wishes, book]}
    #expect(printed == ["openInTab", "{[books] | *[wishes, book]}"])
    following.dispose()
    driver.end()
  }

  @Test func `a request has a style, as the article says`() throws {
    var printed: [String] = []
    func print(_ stack: BackStack<Shelf>) { printed.append("\(stack)") }

    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    driver.start()
    try driver.perform(.present(.wishes, style: .sheet(detents: [.medium, .large])))
    print(driver.stack.current)  // [books] ▸ sheet(medium, large) [wishes]
    #expect(printed == ["[books] ▸ sheet(medium, large) [wishes]"])
    driver.end()
  }

  @Test func `a question has a typed answer, as the article says`() async throws {
    var printed: [String] = []
    func print(_ stack: BackStack<Shelf>) { printed.append("\(stack)") }

    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    driver.start()
    let question = Question(
      "Sort by?",
      choices: [Question.Choice(Sorting.title, "Title"), Question.Choice(Sorting.author, "Author")]
    )
    let sorting = try driver.perform(.ask(question), for: Sorting.self)
    print(driver.stack.current)  // [books] ? (title | author)
    try driver.answer(Sorting.author)  // as a host does, or a test
    #expect(printed == ["[books] ? (title | author)"])
    #expect(try await sorting.result == .author)
    driver.end()
  }

  @Test func `a request decides about its animation, as the article says`() throws {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    var animations: [Bool] = []
    let following = driver.onTransition { animations.append($0.isAnimated) }
    driver.start()
    try driver.perform(.push(.wishes).animated(false))
    try driver.open([.books, .wishes], animated: true)
    #expect(animations == [false, false, true])
    following.dispose()
    driver.end()
  }

  @Test func `a host of one's own works as the article says`() throws {
    let driver = NavigationDriver(tabs: [Shelf.books, .wishes]) { _, _ in BaseLifecycleViewModel() }
    let host = PlainHost(driver)
    defer { driver.end() }
    let tabs = driver.stack.current.layers[0].tabs.map { $0[0] }
    try driver.perform(.push(.books))
    #expect(host.picture == "‹ {*[books, books] | [wishes]}")
    host.userSwipedBack()
    #expect(host.picture == "{*[books] | [wishes]}")
    host.userTapped(tabs[1])
    try driver.perform(.push(.books))
    host.userTapped(tabs[1])
    #expect(host.picture == "{[books] | *[wishes]}")
    try driver.perform(.present(.books))
    let sheet = driver.stack.current.layers[1]
    try driver.perform(.replacePresented(.wishes))
    host.userClosed(sheet)
    #expect(host.picture == "‹ {[books] | *[wishes]} ▸ [wishes]")
    host.userClosed(driver.stack.current.layers[1])
    host.backTapped()
    #expect(host.picture == "{[books] | *[wishes]}")
  }

  @Test func `a push in the background is resumed later`() throws {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in ReaderViewModel() }
    driver.start()
    defer { driver.end() }
    var pushed: LifecycleStage?
    let following = driver.onTransition { [weak driver] _ in
      pushed = driver?.topViewModel?.stage.current
    }
    driver.hostState = .background  // the screen on top is paused
    try driver.perform(.push(Shelf.books))  // resumes no screen
    driver.hostState = .active  // the new screen is resumed
    let reader = try #require(driver.topViewModel as? ReaderViewModel)
    #expect(pushed == .created && reader.stage.current == .resumed)
    #expect(reader.pages.topViewModel != nil)
    following.dispose()
  }

  @Test func `a list and its detail are two panes, as the article says`() throws {
    let driver = NavigationDriver(root: MailboxScreen.inbox) { _, _ in BaseLifecycleViewModel() }
    driver.isWide = true
    driver.start()
    defer { driver.end() }
    try driver.perform(.showDetail(MailboxScreen.mail(7)))
    #expect("\(driver.stack.current)" == "[inbox ‖ mail]")
    driver.isWide = false
    #expect("\(driver.stack.current)" == "[inbox, mail]")
  }

  // Compiles the block of the article.
  private func show(_ driver: NavigationDriver<MailboxScreen>) throws {
    try driver.perform(.showDetail(MailboxScreen.mail(7)))
    print(driver.stack.current)  // [inbox ‖ mail]
  }

  @Test func `effects are carried out and print as the article says`() async throws {
    let output = StringSink()
    let driver = NavigationDriver(root: Shelf.books) { _, _ in BaseLifecycleViewModel() }
    TransitionPrinter(output: output).follow(driver)
    driver.start()
    defer { driver.end() }
    let navigator = makeHelpNavigator(driver)

    var opened: [String] = []
    let browser = driver.onEffect(Browser.self) { opened.append($0.url) }
    let permission = driver.onEffect(Permission.self) { $0 == .camera }
    let mayScan = try await navigator.navigate(.useCamera).result  // true
    #expect(mayScan == true)

    let ticket = try navigator.navigate(.website("https://example.org"))
    #expect(await ticket.outcome == .done)
    #expect(opened == ["https://example.org"])
    #expect(output.lines.last == #"launch   browser {url: "https://example.org"}   [books]"#)
    for token in [browser, permission] { token.dispose() }
  }
}
