import KalugaArchitecture
import KalugaSystem
import SearchFeatures

/// The screens of the app.
enum LibraryScreen: NavigationDestination {
  case search
  case details(Book)
}

extension DeepLinks where Destination == LibraryScreen {
  /// The links of the app, such as `library://app/book?id=1&title=Emma`.
  static let library = DeepLinks(
    scheme: "library",
    host: "app",
    routes: [
      DeepLinkRoute("search", screens: [.search]),
      DeepLinkRoute("book", Book.bundleSpec) {
        [.search, .details($0)]
      } content: { screens in
        if case .details(let book) = screens.last { book } else { nil }
      },
    ]
  )
}

extension LibraryScreen {
  /// Makes the view model of the screen, with a navigator that maps its actions.
  @MainActor
  func makeViewModel(
    _ driver: NavigationDriver<LibraryScreen>,
    _ catalogue: any Catalogue,
    clock: any Clock<Duration>
  ) -> BaseLifecycleViewModel {
    switch self {
    case .search:
      SearchViewModel(
        catalogue,
        clock: clock,
        navigator: StackNavigator(driver) { action in
          switch action {
          case .details(let book): .push(.details(book))
          }
        }
      )
    case .details(let book):
      DetailsViewModel(
        book,
        catalogue,
        clock: clock,
        navigator: StackNavigator(driver) { action throws(NavigationError) in
          switch action {
          case .reserved(let book): return .pop(result: NavigationResult(book))
          case .recommend(let book):
            let link = try? DeepLinks.library.link(to: BackStack(root: .search, [.details(book)]))
            return .launch(try Share(text: book.title, link: link))
          }
        }
      )
    }
  }
}
