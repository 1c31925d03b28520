import AddressWizard
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import KalugaSystem
import SearchFeatures
import Testing

@testable import Search

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExplorationTests {
  @Test func `every state of the app is in order`() async throws {
    let exploration = try await exploreApp { snapshot, _ in try SearchUnderTest(snapshot) }
    let report = "88 states, 356 events, at most 18 events deep: these are all states"
    #expect("\(exploration)" == report)
    expectAtlas(exploration.atlas, goldenFile: "Transcripts/atlas.dot")
  }
}

/// The app, driven by its user, by time, and by a library that answers when the explorer decides.
@MainActor
private final class SearchUnderTest: ExploredApp {
  enum Move: AppMove {
    case query(String), retry, details
    case reserve, recommend, deliver
    case type(String), next, confirm
    case answer(String)
    case wait
    case answered, failed
  }

  let driver: NavigationDriver<LibraryScreen>
  private let clock = ManualClock()
  private let library = ScriptedLibrary()
  private let effects: ManualEffects

  init(_ snapshot: NavigationSnapshot<LibraryScreen>?) throws {
    let links = try DeepLinks.library()
    self.links = links
    driver = NavigationDriver(root: .search, restoring: snapshot) {
      [clock, library] screen, driver in
      let viewModel = screen.makeViewModel(driver, library, links: links, clock: clock)
      // A view reads the results, which begins the search.
      _ = (viewModel as? SearchViewModel)?.results
      return viewModel
    }
    effects = ManualEffects(driver, SystemEffects.all)
    // What the system asks covers the screen, so that the user cannot go back.
    _ = driver.onBack { [weak effects] in
      effects?.open.current.isEmpty == false ? .intercept : .proceed
    }
  }

  let screenNames = ["search", "details", "address.name", "address.city", "address.confirm"]
  let links: DeepLinks<LibraryScreen>?
  /// Users do not expect a message of an earlier process, and copies are counted again after the
  /// wizard.
  let unsavedValues: Set = ["DetailsViewModel.message", "DetailsViewModel.copies"]

  private var search: SearchViewModel? {
    driver.viewModel(of: driver.stack.current.entries[0].id) as? SearchViewModel
  }

  private var details: DetailsViewModel? { driver.topViewModel as? DetailsViewModel }

  /// What is loaded, what is being loaded, and what the system asks the user.
  ///
  /// Nothing in the wizard, which does not depend on it.
  var unsavedState: String {
    if case .address = driver.stack.current.top.destination { return "" }
    let results = search?.results.current
    let isSearching = search?.isSearching.current
    let asks = effects.open.current.map(\.prompt)
    return String(describing: (results, isSearching, details?.copies, library.calls.waiting, asks))
  }

  var moves: [Move] {
    // What the system asks covers the screen.
    if let asked = effects.open.current.last { return asked.answers.map(Move.answer) }
    let answers: [Move] = library.calls.waiting.isEmpty ? [] : [.answered, .failed]
    switch driver.topViewModel {
    case let details as DetailsViewModel:
      // An address changes nothing else on the screen, nor does the library in the wizard.
      if details.address != nil { return answers + [.reserve] }
      let moves = answers + [.wait, .reserve, .recommend]
      return details.copies != nil && answers.isEmpty ? moves + [.deliver] : moves
    case is AddressNameViewModel: return [.type("Ada"), .next]
    case is AddressCityViewModel: return [.type("Turku"), .next]
    case is AddressConfirmViewModel: return [.confirm]
    default:
      let books = search?.results.current.value ?? []
      return answers + [.wait, .query("em"), .retry] + (books.isEmpty ? [] : [.details])
    }
  }

  func perform(_ move: Move) async throws {
    switch move {
    case .deliver: try details?.deliverTapped()
    case .type(let text):
      (driver.topViewModel as? AddressNameViewModel)?.name = text
      (driver.topViewModel as? AddressCityViewModel)?.city = text
    case .next:
      try (driver.topViewModel as? AddressNameViewModel)?.nextTapped()
      try (driver.topViewModel as? AddressCityViewModel)?.nextTapped()
    case .confirm: try (driver.topViewModel as? AddressConfirmViewModel)?.confirmTapped()
    case .query(let text): search?.query = text
    case .retry: search?.retryTapped()
    case .details:
      guard let book = search?.results.current.value?.first else { throw NotShown() }
      try search?.bookTapped(book)
    case .reserve: try details?.reserveTapped()
    case .recommend: try details?.recommendTapped()
    case .answer(let answer): try effects.answer(answer)
    case .wait: await clock.run(for: .seconds(30))
    case .answered, .failed:
      library.isOnline = move == .answered
      library.calls.letPass(1)
    }
  }

  func isTap(_ move: Move) -> Bool {
    if case .answer = move { false } else { true }
  }

  struct NotShown: Error {}
}

/// A library with one book, whose calls wait until the explorer lets them pass.
@MainActor
private final class ScriptedLibrary: Catalogue {
  let calls = Gate()
  var isOnline = true

  @MainActor func books(matching query: String) async throws -> [Book] {
    try await pass("books")
    return [Book(id: 1, title: "Emma")]
  }

  @MainActor func copies(of book: Book) async throws -> Int {
    try await pass("copies")
    return 3
  }

  private func pass(_ call: String) async throws {
    try await calls.pass(call)
    if !isOnline { throw EmbeddedCatalogue.Offline() }
  }
}
