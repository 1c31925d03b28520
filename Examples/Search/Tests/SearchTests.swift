import AddressWizard
import KalugaArchitecture
import KalugaArchitectureTestUtils
import SearchFeatures
import Testing

@testable import Search

private struct CatalogueMock: Catalogue {
  let search = MockFunction<[Book], String>("search")
  let count = MockFunction<Int, Book>("count")
  func books(matching query: String) async throws -> [Book] { try await search.callAsync(query) }
  func copies(of book: Book) async throws -> Int { try await count.callAsync(book) }
}

@MainActor struct SearchTests {
  private let clock = ManualClock()
  private let catalogue = CatalogueMock()
  private let emma = Book(id: 1, title: "Emma")

  @Test func `a search waits for a pause in typing, and a newer query cancels it`() async throws {
    let slow = catalogue.search.on(.equal("em")).awaits()
    catalogue.search.on(.equal("emma")).returns([emma])
    try await withViewModel(
      SearchViewModel(catalogue, clock: clock, navigator: RecordingNavigator())
    ) { harness in
      let results = ValueRecorder(harness.viewModel.results)
      await harness.resume()
      for query in ["e", "em"] { harness.viewModel.query = query }
      await clock.run(for: .milliseconds(300))
      _ = try await slow.arrival()
      harness.viewModel.query = "emma"
      await clock.run(for: .milliseconds(300))
      await results.expect(.idle, .loading(previous: nil), .loaded([]))
      await results.expect(.loading(previous: []), .loaded([emma]))  // not the cancellation
      catalogue.search.verify(calls: 2)
    }
  }

  @Test func `a cancelled search is repeated, and a failed one on request`() async throws {
    let gate = catalogue.search.onAnyCall.awaits()
    try await withViewModel(
      SearchViewModel(catalogue, clock: clock, navigator: RecordingNavigator())
    ) { harness in
      harness.viewModel.query = "emma"
      await harness.resume()
      let results = ValueRecorder(harness.viewModel.results)
      await harness.pause()
      gate.open(throwing: EmbeddedCatalogue.Offline())
      await harness.resume()
      await harness.pause()
      await results.expect(.loading(previous: nil), .idle, .loading(previous: nil))
      await results.expect(.failed(EmbeddedCatalogue.Offline(), previous: nil))
      catalogue.search.onAnyCall.returns([emma])
      await harness.resume()
      harness.viewModel.retryTapped()
      await results.expect(.loading(previous: nil), .loaded([emma]))
    }
  }

  @Test func `copies are counted while the details are shown`() async throws {
    catalogue.count.onAnyCall.returns(inSequence: [3, 2, 1])
    try await withViewModel(
      DetailsViewModel(emma, catalogue, clock: clock, navigator: RecordingNavigator())
    ) { harness in
      await harness.resume()
      await clock.run(for: .seconds(30))
      await harness.pause()
      await clock.run(for: .seconds(90))
      #expect(harness.viewModel.copies == 2)
    }
  }

  /// The app in a process that can be restored.
  private func makeProcess() throws -> SimulatedProcess<LibraryScreen> {
    let links = try DeepLinks.library()
    return SimulatedProcess { [catalogue, clock] snapshot in
      NavigationDriver(root: LibraryScreen.search, restoring: snapshot) { screen, driver in
        screen.makeViewModel(driver, catalogue, links: links, clock: clock)
      }
    }
  }

  @Test func `a tap opens the screens of a link, whose state survives the process`() async throws {
    catalogue.count.onAnyCall.returns(3)
    let process = try makeProcess()
    (process.driver.topViewModel as? SearchViewModel)?.query = "em"
    try (process.driver.topViewModel as? SearchViewModel)?.bookTapped(emma)
    let screens = try DeepLinks.library().screens(for: "library://app/book?id=1&title=Emma")
    #expect(process.driver.stack.current.entries.map(\.destination) == screens)
    try await process.dieAndRestore()
    try (process.driver.topViewModel as? DetailsViewModel)?.reserveTapped()
    let search = try #require(process.driver.topViewModel as? SearchViewModel)
    await ValueRecorder(search.$reserved).expect([], [emma])
    #expect(search.query == "em")
  }

  @Test func `the wizard of another module returns an address, even to a later process`()
    async throws
  {
    catalogue.count.onAnyCall.returns(3)
    let process = try makeProcess()
    func screen<Screen>(_ type: Screen.Type) throws -> Screen {
      try #require(process.driver.topViewModel as? Screen)
    }
    try screen(SearchViewModel.self).bookTapped(emma)
    try screen(DetailsViewModel.self).deliverTapped()
    try screen(AddressNameViewModel.self).name = "Ada"
    try screen(AddressNameViewModel.self).nextTapped()
    try screen(AddressCityViewModel.self).city = "Turku"
    try await process.dieAndRestore()
    try screen(AddressCityViewModel.self).nextTapped()
    try screen(AddressConfirmViewModel.self).confirmTapped()
    let address = Address(name: "Ada", city: "Turku")
    await ValueRecorder(try screen(DetailsViewModel.self).$address).expect(nil, address)
  }

  @Test func `links of the app and of the wizard are in one table`() throws {
    let links = try DeepLinks.library()
    let address = Address(name: "Ada", city: "Turku")
    let wizard: [AddressScreen] = [.name, .city(name: "Ada"), .confirm(address)]
    let stacks: [String: [LibraryScreen]] = [
      "book?id=1&title=Emma": [.search, .details(emma)],
      "address/name": [.search, .address(.name)],
      "address/confirm?name=Ada&city=Turku": [.search] + wizard.map(LibraryScreen.address),
    ]
    for (path, screens) in stacks {
      #expect(try links.screens(for: "library://app/\(path)") == screens)
      #expect(try links.link(to: screens) == "library://app/\(path)")
    }
  }
}
