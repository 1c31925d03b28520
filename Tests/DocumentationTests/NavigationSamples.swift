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

@MainActor
func rate(_ navigator: any Navigator<LibraryNavigation>, in scope: TaskScope) throws {
  let ticket = try navigator.navigate(.pickRating)
  scope.launch { print(try await ticket.result ?? 0) }
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

final class FilterScreen: BaseLifecycleViewModel {
  @InitializedSubject var title = "Emma"
}

struct Browser: NavigationEffect, NavigationBundleContent, Codable {
  var url: String

  static let bundleSpec = NavigationBundleSpec<Self>.codable()
}

enum Permission: NavigationEffect {
  typealias Answer = Bool
  case camera, contacts
}

enum HelpNavigation: NavigationAction, Equatable {
  case website(String)
  case scanner
}

extension NavigationRequest where Action == HelpNavigation, Result == Bool {
  static var useCamera: Self { Self(.scanner) }
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

final class HelpViewModel: NavigatingViewModel<HelpNavigation> {
  let messages = EventChannel<String>()

  func websiteTapped() {
    scope.launch { [navigator, messages] in
      do throws(NavigationError) {
        _ = try await navigator.navigate(.website("https://example.org")).result
      } catch {
        if error.isLate { return }
        messages.send("\(error)")  // 'website' was refused: no app opens this link
      }
    }
  }
}

@MainActor
func show(_ screens: [Shelf], inTab tab: Int, of driver: NavigationDriver<Shelf>) throws {
  var steps = driver.stack.current.layers.dropFirst().map { _ in NavigationSpec<Shelf>.dismiss() }
  steps += [.selectTab(tab), .popToRoot()]
  steps += screens.dropFirst().map { .push($0) }
  try driver.perform(.steps(steps))
}

enum NewBookNavigation: NavigationAction {
  case created(Book)
  case cancelled
}

@MainActor
func makeNewBookNavigator(
  _ driver: NavigationDriver<Shelf>
) -> any Navigator<NewBookNavigation> {
  StackNavigator(driver) { action in
    switch action {
    case .created(let book): .steps([.dismiss(), .push(.book(book))])
    case .cancelled: .finish()
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

  @Test func `a result for which no request waits is printed with its transition`() async throws {
    let output = StringSink()
    let driver = NavigationDriver(root: Shelf.books) { _, _ in BaseLifecycleViewModel() }
    TransitionPrinter(output: output).follow(driver)
    driver.start()
    defer { driver.end() }
    let navigator = StackNavigator(driver) { (_: LibraryNavigation) in .push(.books) }
    let result = NavigationResult(5, .integer)
    for open in [{ try driver.open([.books, .books]) }, { try navigator.navigate(.rating) }] {
      _ = try open()
      let ticket = try driver.perform(.pop(result: result))
      #expect(await ticket.outcome == .done)
      #expect(output.lines.last == "pop      books → books {value: 5}   [books]")
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
    editor.text = "words"
    #expect(try driver.back() == nil)

    let data = try driver.snapshot().data()
    let later = NavigationDriver(restoring: try NavigationSnapshot<Shelf>(data)) { _, _ in
      EditorScreen()
    }
    later.start()
    defer { later.end() }
    #expect((later.topScreen as? EditorScreen)?.text == "words")

    question.dispose()
    // As in the view for SwiftUI.
    let shown: [BackStack<Shelf>.Entry] = Array(driver.path.current.dropFirst())
    driver.path.current = Array(driver.path.current.prefix(1)) + shown.dropLast()
    #expect("\(driver.stack.current)" == "[books]")
  }

  @Test func `a screen that no longer decodes is dropped as the article says`() throws {
    enum OldShelf: NavigationDestination {
      case books
      case book(OldBook)

      struct OldBook: Codable, Hashable { var id: String }
    }
    let stack = BackStack(root: OldShelf.books, [.book(OldShelf.OldBook(id: "emma"))])
    let data = try NavigationSnapshot(stack: stack).data()
    func print(_ screen: NavigationUnreadableScreen) {
      #expect("\(screen)" == "#2, screen 2: book._0.id: expected Int, found a string")
    }
    let snapshot = try NavigationSnapshot<Shelf>(
      data,
      unreadable: { screen in screen.canBeDropped ? .drop : .replace(.books) }
    )
    // #2, screen 2: book._0.id: expected Int, found a string
    for screen in snapshot.dropped { print(screen) }
    #expect("\(snapshot.stack)" == "[books]" && snapshot.dropped.count == 1)
  }

  @Test func `the destination follows what is shown as the article says`() throws {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in FilterScreen() }
    driver.start()
    defer { driver.end() }
    let filter = try #require(driver.topScreen as? FilterScreen)
    let following = filter.$title.observe { [weak filter] title in
      guard let filter else { return }
      _ = try? driver.update(filter, to: .book(Book(id: 7, title: title)))
    }
    filter.title = "Persuasion"
    #expect(driver.stack.current.top.destination == .book(Book(id: 7, title: "Persuasion")))
    following.dispose()
  }

  @Test func `a driver starts as the articles say`() throws {
    var printed: [String] = []
    func print(_ kind: String, _ picture: String) { printed.append("\(kind) \(picture)") }

    let driver = NavigationDriver(root: Shelf.books) { _, _ in EditorScreen() }
    let following = driver.onTransition { print($0.kind, $0.picture) }
    driver.start()  // prints: start [books]
    #expect(printed == ["start [books]"] && driver.topScreen?.stage.current == .resumed)
    driver.end()
    following.dispose()
  }

  @Test func `a driver begins with tabs, and a link keeps them, as the article says`() throws {
    let saved: NavigationSnapshot<Shelf>? = nil
    let driver = NavigationDriver(tabs: [Shelf.books, .wishes], restoring: saved) { _, _ in
      EditorScreen()
    }
    driver.start()  // start {*[books] | [wishes]}
    #expect("\(driver.stack.current)" == "{*[books] | [wishes]}")
    try driver.perform(.push(.books))
    try driver.perform(.selectTab(1))
    try driver.perform(.present(.wishes))
    try show([.books, .book(Book(id: 7, title: "Emma"))], inTab: 0, of: driver)
    #expect("\(driver.stack.current)" == "{*[books, book] | [wishes]}")
    driver.end()
  }

  @Test func `a sheet closes itself and pushes as one request, as the article says`() throws {
    final class NewBook: NavigatingViewModel<NewBookNavigation> {}
    let driver = NavigationDriver(root: Shelf.books) { screen, driver in
      screen == .wishes
        ? NewBook(navigator: makeNewBookNavigator(driver)) : BaseLifecycleViewModel()
    }
    driver.start()
    defer { driver.end() }
    var kinds: [String] = []
    let following = driver.onTransition { kinds.append($0.kind) }
    for action in [NewBookNavigation.created(Book(id: 7, title: "Emma")), .cancelled] {
      try driver.perform(.present(.wishes))
      let form = try #require(driver.topScreen as? NewBook)
      try form.navigator.navigate(action)
      #expect(throws: NavigationError.self) { try form.navigator.navigate(action) }
    }
    #expect(kinds == ["present", "steps", "present", "finish"])
    #expect("\(driver.stack.current)" == "[books, book]")
    following.dispose()
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

  @Test func `a refused effect becomes a message, as the article says`() async {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in BaseLifecycleViewModel() }
    let help = HelpViewModel(navigator: makeHelpNavigator(driver))
    let token = driver.onLaunch(of: Browser.self) { _ throws(NavigationError) in
      throw .refused(action: "website", reason: "no app opens this link")
    }
    help.websiteTapped()
    var messages = help.messages.makeAsyncIterator()
    let early = await messages.next()
    #expect(early == NavigationError.noHost(action: "website").description)
    driver.start()
    help.websiteTapped()
    let late = await messages.next()
    #expect(late == "'website' was refused: no app opens this link")
    token.dispose()
    driver.end()
  }

  @Test func `without a start, requests are refused and no view model is made`() {
    let saved = NavigationSnapshot(stack: BackStack(root: Shelf.books, [.books]))
    let driver = NavigationDriver(restoring: saved) { _, _ in EditorScreen() }
    #expect(throws: NavigationError.noHost(action: "back")) { try driver.back() }
    driver.path.current = Array(driver.path.current.prefix(1))
    #expect("\(driver.stack.current)" == "[books, books]" && driver.topScreen == nil)
  }

  @Test func `the host's state and a link to a nested stack work as the articles say`() throws {
    let driver = NavigationDriver(root: Shelf.books) { _, _ in ReaderViewModel() }
    defer { driver.end() }

    var atStart: LifecycleStage?
    let following = driver.onTransition { [weak driver] _ in
      atStart = driver?.topScreen?.stage.current
    }
    driver.hostState = .inactive
    driver.start()  // makes the screens, and resumes none
    driver.hostState = .active  // the screen on top is resumed
    #expect(atStart == .created && driver.topScreen?.stage.current == .resumed)
    following.dispose()

    driver.hostState = .background  // the screen on top is paused
    try driver.perform(.push(Shelf.books))  // resumes no screen
    driver.hostState = .active  // the new screen is resumed
    #expect(driver.topScreen?.stage.current == .resumed)

    func open(_ link: String, _ library: NavigationDriver<Shelf>) throws {
      let shelfLinks = DeepLinks(
        scheme: "library",
        host: "open",
        routes: [DeepLinkRoute("page", screens: [Shelf.books])]
      )
      let pageLinks = DeepLinks(
        scheme: "library",
        host: "open",
        routes: [DeepLinkRoute("page", screens: [Page.cover, .page])]
      )
      let reader = try #require(library.topScreen as? ReaderViewModel)
      try library.open(shelfLinks.screens(for: link))
      try reader.pages.open(pageLinks.screens(for: link))
      #expect("\(reader.pages.stack.current)" == "[cover, page]")
    }
    try driver.perform(.pop())
    try open("library://open/page", driver)
  }

  @Test func `effects are carried out and print as the article says`() async throws {
    let output = StringSink()
    let driver = NavigationDriver(root: Shelf.books) { _, _ in BaseLifecycleViewModel() }
    TransitionPrinter(output: output).follow(driver)
    driver.start()
    defer { driver.end() }
    let navigator = makeHelpNavigator(driver)

    var opened: [String] = []
    let browser = driver.onLaunch(of: Browser.self) { opened.append($0.url) }
    let permission = driver.onLaunch(of: Permission.self) { $0 == .camera }
    let mayScan = try await navigator.navigate(.useCamera).result  // true
    #expect(mayScan == true)

    let ticket = try navigator.navigate(.website("https://example.org"))
    #expect(await ticket.outcome == .done)
    #expect(opened == ["https://example.org"])
    let article = try Documentation.article("stack")
    #expect(article.contains("`\(output.lines.last ?? "nothing")`"))
    for token in [browser, permission] { token.dispose() }
  }
}
