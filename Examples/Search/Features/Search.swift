package import AddressWizard
package import KalugaArchitecture
import KalugaSystem

/// A book; also the contents of its screen's link.
package struct Book: Codable, Hashable, NavigationBundleContent {
  package let id: Int
  package let title: String

  package static let bundleSpec = NavigationBundleSpec<Self>.codable()

  package init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// The service of the library.
package protocol Catalogue: Sendable {
  func books(matching query: String) async throws -> [Book]
  /// Returns how many copies of the book can be reserved.
  func copies(of book: Book) async throws -> Int
}

package enum SearchNavigation: NavigationAction, Equatable { case details(Book) }

package enum DetailsNavigation: NavigationAction, Equatable {
  case reserved(Book)
  case recommend(Book)
  case pickAddress
}

extension NavigationRequest where Action == SearchNavigation, Result == Book {
  /// Shows the details of a book, and returns the book if the user reserves it.
  static func reserve(_ book: Book) -> Self { Self(.details(book)) }
}

extension NavigationRequest where Action == DetailsNavigation, Result == Share.Answer {
  /// Lets the user share the link of a book.
  static func share(_ book: Book) -> Self { Self(.recommend(book)) }
}

extension NavigationRequest where Action == DetailsNavigation, Result == Address {
  /// Asks for an address.
  static var pickAddress: Self { Self(.pickAddress) }
}

/// The search, which begins after a pause in typing.
package final class SearchViewModel: NavigatingViewModel<SearchNavigation> {
  @Saved("query") package var query = ""
  @Saved("reserved") package private(set) var reserved: [Book] = []

  package private(set) lazy var results = load(latest: settledQuery) { [catalogue] query in
    try await query.isEmpty ? [] : catalogue.books(matching: query)
  }
  /// Whether the results of the typed query are still missing.
  package private(set) lazy var isSearching = combine($query, settledQuery, results) {
    query,
    settled,
    results in query != settled || results.isLoading
  }
  private lazy var settledQuery = $query.debounced(for: .milliseconds(300), clock: clock)

  private let wasReserved = NavigationResultKey<Book>("reserved")
  private let catalogue: any Catalogue
  private let clock: any Clock<Duration>

  package init(
    _ catalogue: any Catalogue,
    clock: any Clock<Duration>,
    navigator: any Navigator<SearchNavigation>
  ) {
    self.catalogue = catalogue
    self.clock = clock
    super.init(navigator: navigator)
    onResult(wasReserved) { [weak self] book in
      if self?.reserved.contains(book) == false { self?.reserved.append(book) }
    }
  }

  package func retryTapped() { results.reload() }

  package func bookTapped(_ book: Book) throws(NavigationError) {
    try navigate(.reserve(book), resultTo: wasReserved)
  }
}

/// The details of a book; asks for the number of copies again and again while it is shown.
package final class DetailsViewModel: NavigatingViewModel<DetailsNavigation> {
  package let book: Book
  /// The number of copies; nil while it is unknown.
  @InitializedSubject package private(set) var copies: Int?
  /// What has become of the recommendation.
  @InitializedSubject package private(set) var message = ""
  /// Where the book is delivered; nil if it is collected.
  @Saved("address") package private(set) var address: Address? = nil

  private let addressWasPicked = NavigationResultKey<Address>("address")

  package init(
    _ book: Book,
    _ catalogue: any Catalogue,
    clock: any Clock<Duration>,
    navigator: any Navigator<DetailsNavigation>
  ) {
    self.book = book
    super.init(navigator: navigator)
    onResult(addressWasPicked) { [weak self] in self?.address = $0 }
    poll(every: .seconds(30), clock: clock) { [weak self] in
      do {
        self?.copies = try await catalogue.copies(of: book)
      } catch  where !Task.isCancelled {
        self?.copies = nil
      }
    }
  }

  package func reserveTapped() throws(NavigationError) { try navigator.navigate(.reserved(book)) }

  package func deliverTapped() throws(NavigationError) {
    try navigate(.pickAddress, resultTo: addressWasPicked)
  }

  package func recommendTapped() throws(NavigationError) {
    let ticket = try navigator.navigate(.share(book))
    scope.launch(name: "recommend") { [weak self] in
      switch await ticket.outcome {
      case .finished(true): self?.message = "recommended"
      case .refused: self?.message = "cannot be shared here"
      default: self?.message = ""
      }
    }
  }
}
