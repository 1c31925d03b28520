import SearchFeatures

/// A small library without a network, which can be switched off like one.
@MainActor
final class EmbeddedCatalogue: Catalogue {
  /// The reason why a search fails while the library is switched off.
  struct Offline: Error, CustomStringConvertible {
    let description = "the library cannot be reached"
  }

  var isOnline = true

  private let titles = ["Emma", "Persuasion", "Dracula", "Middlemarch", "The Time Machine"]

  @MainActor func books(matching query: String) async throws -> [Book] {
    guard isOnline else { throw Offline() }
    return titles.enumerated().map { Book(id: $0 + 1, title: $1) }
      .filter { $0.title.lowercased().contains(query.lowercased()) }
  }

  @MainActor func copies(of book: Book) async throws -> Int { 1 + book.title.count % 4 }
}
