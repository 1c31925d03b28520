import KalugaArchitecture
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
    routes: [DeepLinkRoute("book", Book.bundleSpec) { [.search, .details($0)] }]
  )
}

/// Makes the app's driver, either new or from the snapshot of an earlier process.
@MainActor
func makeLibraryDriver(
  _ catalogue: any Catalogue,
  clock: any Clock<Duration> = ContinuousClock(),
  restoring snapshot: NavigationSnapshot<LibraryScreen>? = nil
) -> NavigationDriver<LibraryScreen> {
  NavigationDriver(
    restoring: snapshot ?? NavigationSnapshot(stack: BackStack(root: .search))
  ) { screen, driver in
    switch screen {
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
        navigator: StackNavigator(driver) { action in
          switch action {
          case .reserved(let book): .pop(result: NavigationResult(book))
          }
        }
      )
    }
  }
}
