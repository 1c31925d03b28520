import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions

enum ShopScreen: NavigationDestination {
  case catalogue, basket
}

enum ShopMove: AppMove {
  case search(String)
  case add(Int)
  case pay(card: String)
  case basket
}

struct Book: Codable, Hashable, Sendable {
  var title: String
}

enum ShopError: Error {
  case noSuchBook(Int)
}

typealias Catalogue = @MainActor (_ query: String) async throws -> [Book]

final class CatalogueViewModel: BaseLifecycleViewModel {
  @InitializedSubject var results: [Book] = []
  private(set) var basket: [Book] = []
  private var query = ""
  private let catalogue: Catalogue

  init(_ catalogue: @escaping Catalogue) {
    self.catalogue = catalogue
    super.init()
  }

  func search(_ query: String) {
    self.query = query
    scope.launch { [self, catalogue] in
      let found = try await catalogue(query)
      // An answer to an earlier query must not replace the newer results.
      if self.query == query || ShopUnderTest.hasBug { results = found }
    }
  }

  func add(_ index: Int) throws {
    guard results.indices.contains(index) else { throw ShopError.noSuchBook(index) }
    basket.append(results[index])
  }
}

/// A shop with a bug that tests can plant.
final class ShopUnderTest: ReplayableApp {
  @TaskLocal static var hasBug = false

  let driver: NavigationDriver<ShopScreen>
  private(set) var payments: [String] = []

  init(_ snapshot: NavigationSnapshot<ShopScreen>?, catalogue: @escaping Catalogue) {
    driver = NavigationDriver(root: .catalogue, restoring: snapshot) { screen, _ in
      switch screen {
      case .catalogue: CatalogueViewModel(catalogue)
      case .basket: BaseLifecycleViewModel()
      }
    }
  }

  convenience init(
    _ snapshot: NavigationSnapshot<ShopScreen>?,
    services: ReplayedServices,
    clock: ManualClock
  ) {
    self.init(snapshot) { _ in try await services.answer("books") }
  }

  func perform(_ move: ShopMove) throws {
    let catalogue = driver.topViewModel as? CatalogueViewModel
    switch move {
    case .search(let query): catalogue?.search(query)
    case .add(let index): try catalogue?.add(index)
    case .pay(let card): payments.append(card)
    case .basket: try driver.perform(.push(.basket), action: "basket")
    }
  }
}
