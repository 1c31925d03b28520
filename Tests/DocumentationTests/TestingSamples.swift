// The Swift blocks of the article "Testing view models", word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing
import XCTest

// MARK: The view model

enum SearchNavigation: NavigationAction, Equatable {
  case book(String)
}

protocol BookSearch: Sendable {
  func books(_ text: String) async throws -> [String]
}

final class SearchViewModel: NavigatingViewModel<SearchNavigation> {
  @Saved("text") var text = ""
  private(set) lazy var books = makeBooks()
  let messages = EventChannel<String>()

  private let search: any BookSearch
  private let clock: any Clock<Duration>

  init(
    navigator: any Navigator<SearchNavigation>,
    search: any BookSearch,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.search = search
    self.clock = clock
    super.init(navigator: navigator)
  }

  private func makeBooks() -> Loader<[String]> {
    load(latest: $text, name: "search") { [search, clock] text in
      try await clock.sleep(for: .milliseconds(300))  // a pause in typing: newer text cancels this
      return try await search.books(text)
    }
  }

  func bookTapped(_ title: String) throws { try navigator.navigate(.book(title)) }

  func copyTapped(_ title: String) { messages.send("Copied \(title)") }
}

final class ShelfViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var problem: String?

  private let save: @MainActor (String) async throws -> Void
  private let reload: @MainActor () async throws -> Void

  init(
    save: @escaping @MainActor (String) async throws -> Void,
    reload: @escaping @MainActor () async throws -> Void
  ) {
    (self.save, self.reload) = (save, reload)
    super.init()
  }

  func addTapped(_ title: String) {
    scope.launch { [weak self, save, reload] in
      do {
        try await save(title)
        try await reload()
      } catch  where !Task.isCancelled {
        self?.problem = "not added: \(error)"
      }
    }
  }
}

final class CompassViewModel: BaseLifecycleViewModel {
  @InitializedSubject private(set) var heading = "unknown"

  init(headings: MutableStateFlow<String>) {
    super.init()
    collectWhileVisible(headings) { [weak self] in self?.heading = $0 }
  }
}

// MARK: The tests

struct SearchMock: BookSearch {
  let books = MockFunction<[String], String>("books")

  func books(_ text: String) async throws -> [String] { try await books.callAsync(text) }
}

struct Offline: Error {}

final class SearchField { var text = "" }

enum SearchScreen: NavigationDestination { case search }

enum BookshopScreen: NavigationDestination {
  case search
  case book(String)
}

@MainActor
struct SearchViewModelTests {
  private let clock = ManualClock()
  private let mock = SearchMock()

  @Test func `a pause in typing starts one search`() async throws {
    mock.books.on(.equal("swift")).returns(["Swift in Depth"])
    let navigator = RecordingNavigator<SearchNavigation>()
    try await withViewModel(
      SearchViewModel(navigator: navigator, search: mock, clock: clock)
    ) { harness in
      await harness.resume()
      let books = ValueRecorder(harness.viewModel.books)
      harness.viewModel.text = "s"
      await clock.run(for: .milliseconds(299))  // no pause yet
      harness.viewModel.text = "swift"
      await clock.run(for: .milliseconds(300))
      await books.expect(.loading(previous: nil), .loaded(["Swift in Depth"]))
      mock.books.verify(.any, times: 1)
    }
  }

  @Test func `a feed stops five seconds after its last observer has left`() async throws {
    let events = EventChannel<String>()
    let feed = CallbackFlowOf<Int> { _ in
      events.send("begins")
      return { events.send("ends") }
    }
    let scope = TaskScope()
    let start = FlowStart.whileSubscribed(clock: clock)
    let price = InitializedObservable(0, following: feed, in: scope, start: start)
    let runs = ValueRecorder(following: events)
    let token = price.observe { _ in }
    await runs.expect("begins")
    token.dispose()
    try await clock.waitForSleepers(1)  // the grace period has begun
    clock.advance(by: .seconds(5))
    await runs.expect("ends")
    scope.cancel()
  }

  @Test(.exhaustive) func `a tap opens the book`() throws {
    let navigator = RecordingNavigator<SearchNavigation>()
    let harness = ViewModelHarness(SearchViewModel(navigator: navigator, search: mock))
    try harness.viewModel.bookTapped("Emma")
    navigator.expect(.book("Emma"))
  }

  @Test(.exhaustive) func `a copied title is confirmed once`() async throws {
    let harness = ViewModelHarness(SearchViewModel(navigator: RecordingNavigator(), search: mock))
    let messages = ValueRecorder(following: harness.viewModel.messages)
    harness.viewModel.copyTapped("Emma")
    await messages.expect("Copied Emma")
  }

  @Test(.exhaustive) func `a search that nothing handles fails`() async throws {
    let harness = ViewModelHarness(SearchViewModel(navigator: RecordingNavigator(), search: mock))
    mock.books.onAnyCall.throws(Offline())
    harness.viewModel.scope.launch { [mock] in _ = try await mock.books("swift") }
    try await expectError(Offline.self)
  }

  @Test func `a search ends when the screen disappears`() async throws {
    let gate = mock.books.onAnyCall.awaits()
    try await withViewModel(
      SearchViewModel(navigator: RecordingNavigator(), search: mock, clock: ImmediateClock())
    ) { harness in
      await harness.resume()
      let books = ValueRecorder(harness.viewModel.books)
      _ = try await gate.arrival()
      await harness.pause()  // fails if the search ignores its cancellation
      gate.open(returning: ["too late"])
      await books.expect(.loading(previous: nil), .idle)
    }
  }

  @Test func `two taps open one book`() async throws {
    try await withExhaustiveChecks {
      let driver = NavigationDriver(root: BookshopScreen.search) { screen, driver in
        switch screen {
        case .search:
          SearchViewModel(
            navigator: StackNavigator(driver) { (action: SearchNavigation) in
              switch action {
              case .book(let title): .push(.book(title))
              }
            },
            search: SearchMock()
          )
        case .book: BaseLifecycleViewModel()
        }
      }
      driver.start()
      let search = try #require(driver.topViewModel as? SearchViewModel)
      try search.bookTapped("Emma")
      #expect { try search.bookTapped("Emma") } throws: { ($0 as? NavigationError)?.isLate == true }
      #expect(driver.stack.current.entries.map(\.destination) == [.search, .book("Emma")])
      driver.end()
    }
  }

  @Test func `a failed search can be repeated`() async throws {
    mock.books.onAnyCall.throws(Offline())
    try await withViewModel(
      SearchViewModel(navigator: RecordingNavigator(), search: mock, clock: ImmediateClock())
    ) { harness in
      await harness.resume()
      let books = ValueRecorder(harness.viewModel.books)
      await books.expect(.loading(previous: nil), .failed(Offline(), previous: nil))
      mock.books.onAnyCall.returns(["Emma"])
      harness.viewModel.books.reload()
      await books.expect(.loading(previous: nil), .loaded(["Emma"]))
    }
  }

  @Test func `only the newest text is searched for`() async throws {
    let gate = mock.books.onAnyCall.awaits()
    try await withViewModel(
      SearchViewModel(navigator: RecordingNavigator(), search: mock, clock: clock)
    ) { harness in
      await harness.resume()
      let books = ValueRecorder(harness.viewModel.books)
      harness.viewModel.text = "swift"
      try await harness.waitUntilParked()  // the search waits for a pause in typing
      clock.advance(by: .milliseconds(300))
      try await harness.waitUntilParked()  // now it waits at the gate
      mock.books.verify(.equal("swift"), times: 1)
      mock.books.verify(calls: 1)
      gate.open(returning: [])
      await books.expect(.loading(previous: nil), .loaded([]))
    }
  }

  @Test func `the highest number is saved in every order of work`() async throws {
    try await exploreMainActorSchedules(seeds: 1...100) {
      let saved = InitializedSubject(wrappedValue: 0)
      let scope = TaskScope()
      for number in 1...3 {
        scope.launch { saved.current = max(saved.current, number) }
      }
      await scope.waitUntilEmpty()
      try #require(saved.current == 3)
    }
  }

  @Test func `a view model that searches is released`() async throws {
    await expectReleased {
      let model = SearchViewModel(navigator: RecordingNavigator(), search: mock, clock: clock)
      model.didResume()
      _ = model.books  // begins the search
      return model
    }
  }

  @Test func `the compass turns under a sheet, and stops when it is hidden`() async throws {
    let headings = MutableStateFlow("north")
    try await withViewModel(CompassViewModel(headings: headings)) { harness in
      let heading = ValueRecorder(harness.viewModel.$heading)
      await harness.resume()
      await heading.expect("unknown", "north")
      await harness.becomeVisible()  // under a sheet that covers it partly
      headings.value = "east"
      await heading.expect("east")
      await harness.pause()  // hidden: waits for the end of the collection
      headings.value = "south"
      heading.expectNothing()
    }
  }

  @Test func `a new host after a rotation shows the same text`() {
    let model = SearchViewModel(navigator: RecordingNavigator(), search: mock)
    let host = SimulatedHost(for: model) { field in
      [model.$text.observe { field.text = $0 }]  // ends when the host disappears
    } _: {
      SearchField()
    }
    host.appear()
    model.text = "swift"
    host.recreate()  // a new host, and the same view model
    #expect(host.current.text == "swift")
    host.unbind()  // clears the view model
  }

  @Test func `the stack and the text survive the end of the process`() async throws {
    let process = SimulatedProcess<SearchScreen> { snapshot in
      NavigationDriver(
        restoring: snapshot ?? NavigationSnapshot(stack: BackStack(root: .search))
      ) { _, _ in
        SearchViewModel(navigator: RecordingNavigator(), search: SearchMock())
      }
    }
    (process.driver.topViewModel as? SearchViewModel)?.text = "swift"
    try await process.dieAndRestore()  // fails if the driver or a screen stays alive
    #expect((process.driver.topViewModel as? SearchViewModel)?.text == "swift")
    process.driver.end()
  }

  @Test func `the text survives the end of the process`() async throws {
    let first = SearchViewModel(navigator: RecordingNavigator(), search: mock)
    first.text = "swift"
    let data = first.savedState()
    try await withViewModel(
      BaseLifecycleViewModel.restoring(data) {
        SearchViewModel(navigator: RecordingNavigator(), search: mock)
      }
    ) { harness in
      #expect(harness.viewModel.text == "swift")
    }
  }

  @Test func `a trip is read back from its rows`() {
    expectBundleRoundTrip(Trip(from: "Paris", to: "Rome"))
  }

  @Test func `a window is the host of the services until it closes`() {
    let service = MockLifecycleSubscribable<ShelfWindow>()
    let window = ShelfWindow(BaseLifecycleViewModel(lifecycleSubscribables: [service]))
    #expect(service.currentHost === window)
    window.close()
    #expect(service.currentHost == nil && service.attachCount == 1)
  }

  @Test func `deposits add up in every order of tasks`() async throws {
    try await exploreSchedules(seeds: 1...100) {
      let account = Account()
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { await account.deposit(1) } }
      }
      try await #require(account.balance == 4)
    }
  }
}

@MainActor
struct ShelfViewModelTests {
  private let save = MockFunction<Void, String>("save")
  private let reload = MockFunction<Void>("reload")

  private func makeShelf() -> ShelfViewModel {
    ShelfViewModel { [save] title in
      try await save.callAsync(title)
    } reload: { [reload] in
      try await reload.callAsync()
    }
  }

  @Test func `a book that cannot be saved leaves a message`() async throws {
    save.onAnyCall.throws(Offline())
    try await withViewModel(makeShelf()) { harness in
      let problem = ValueRecorder(harness.viewModel.$problem)
      harness.viewModel.addTapped("Emma")
      await problem.expect(nil, "not added: Offline()")
      reload.verify(calls: 0)
    }
  }

  @Test func `a book is saved before the shelf is loaded again`() async throws {
    save.onAnyCall.returns()
    reload.onAnyCall.returns()
    try await withViewModel(makeShelf()) { harness in
      harness.viewModel.addTapped("Emma")
      try await harness.waitUntilParked()
      verifyOrder(save.called(.equal("Emma")), reload.called())
    }
  }
}

struct Trip: NavigationBundleContent, Equatable {
  var from: String
  var to: String

  static let bundleSpec = NavigationBundleSpec(
    Trip.init(from:to:),
    NavigationBundleSpecRow("from", \Trip.from, .string),
    NavigationBundleSpecRow("to", \Trip.to, .string)
  )
}

@MainActor
final class ShelfWindow {
  private var manager: LifecycleManager?

  init(_ viewModel: BaseLifecycleViewModel) {
    manager = LifecycleManager(viewModel, host: self)
  }

  func close() { manager?.unbind() }
}

actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) async {
    await suspensionPoint()  // a real account would wait here
    balance += amount
  }
}

nonisolated final class SearchViewModelXCTests: XCTestCase {
  @MainActor
  func testTapOpensTheBook() async throws {
    try await withExhaustiveChecks {
      let navigator = RecordingNavigator<SearchNavigation>()
      let harness = ViewModelHarness(SearchViewModel(navigator: navigator, search: SearchMock()))
      try harness.viewModel.bookTapped("Emma")
      navigator.expect(.book("Emma"))
    }
  }
}
