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

@MainActor
struct SearchTests {
  private let clock = ManualClock()
  private let catalogue = CatalogueMock()
  private let emma = Book(id: 1, title: "Emma")

  /// Tests a search that is shown and has no books; `type` returns after the pause in typing.
  private func withSearch(
    _ test: (
      _ harness: ViewModelHarness<SearchViewModel>, _ results: ValueRecorder<Loadable<[Book]>>,
      _ type: (String) async -> Void
    ) async throws -> Void
  ) async throws {
    try await withViewModel(
      SearchViewModel(catalogue, clock: clock, navigator: RecordingNavigator())
    ) { harness in
      await harness.resume()
      let results = ValueRecorder(harness.viewModel.results)
      await results.expect(.loading(previous: nil), .loaded([]))
      try await test(harness, results) { query in
        harness.viewModel.query = query
        await clock.run(for: .milliseconds(300))
      }
    }
  }

  @Test func `a search waits for a pause in typing, and a newer query cancels it`() async throws {
    let slow = catalogue.search.on(.equal("em")).awaits()
    catalogue.search.on(.equal("emma")).returns([emma])
    try await withSearch { harness, results, type in
      harness.viewModel.query = "e"
      await clock.run(for: .milliseconds(299))
      await type("em")
      _ = try await slow.arrival()
      await type("emma")
      await results.expect(.loading(previous: []), .loaded([emma]))  // not the cancellation
      catalogue.search.verify(calls: 2)
    }
  }

  @Test func `only a search that the pause has cancelled is repeated`() async throws {
    let gate = catalogue.search.onAnyCall.awaits()
    try await withSearch { harness, results, type in
      await type("emma")
      _ = try await gate.arrival()
      await harness.pause()
      await results.expect(.loading(previous: []), .loaded([]))
      gate.open(returning: [emma])
      for _ in 1...2 {
        await harness.resume()
        await harness.pause()
      }
      await results.expect(.loading(previous: []), .loaded([emma]))
    }
  }

  @Test func `a search that fails is repeated on request`() async throws {
    let offline = EmbeddedCatalogue.Offline()
    catalogue.search.onAnyCall.throws(offline)
    try await withSearch { harness, results, type in
      await type("emma")
      await results.expect(.loading(previous: []), .failed(offline, previous: []))
      catalogue.search.onAnyCall.returns([emma])
      harness.viewModel.retryTapped()
      await results.expect(.loading(previous: []), .loaded([emma]))
    }
  }

  @Test func `copies are counted while the details are shown`() async throws {
    catalogue.count.onAnyCall.returns(inSequence: [3, 2, 1])
    try await withViewModel(
      DetailsViewModel(emma, catalogue, clock: clock, navigator: RecordingNavigator())
    ) { harness in
      let copies = ValueRecorder(harness.viewModel.$copies)
      await harness.resume()
      await clock.run(for: .seconds(30))
      await harness.pause()
      await clock.run(for: .seconds(90))
      await copies.expect(nil, 3, 2)
    }
  }

  @Test func `the query and a reservation survive the end of the process`() async throws {
    catalogue.count.onAnyCall.returns(3)
    let process = SimulatedProcess { [catalogue, clock] snapshot in
      makeLibraryDriver(catalogue, clock: clock, restoring: snapshot)
    }
    (process.driver.topScreen as? SearchViewModel)?.query = "em"
    try (process.driver.topScreen as? SearchViewModel)?.bookTapped(emma)
    try await process.dieAndRestore()
    try (process.driver.topScreen as? DetailsViewModel)?.reserveTapped()
    let search = try #require(process.driver.topScreen as? SearchViewModel)
    await ValueRecorder(search.$reserved).expect([], [emma])
    #expect(search.query == "em")
    process.driver.end()
  }

  @Test func `a link opens the details over the search`() throws {
    let screens: [LibraryScreen] = [.search, .details(emma)]
    try #expect(DeepLinks.library.screens(for: "library://app/book?id=1&title=Emma") == screens)
  }
}
