import AddressWizard
import KalugaArchitecture
import KalugaSystem
import SearchFeatures

/// The screens of the app.
enum LibraryScreen: NavigationDestination {
  case search
  case details(Book)
  case address(AddressScreen)

  /// Embeds the screens of the wizard that asks for an address.
  static let addresses = NavigationEmbedding(LibraryScreen.address) { screen in
    if case .address(let step) = screen { step } else { nil }
  }
}

extension DeepLinks where Destination == LibraryScreen {
  /// Returns the links of the app, such as `library://app/book?id=1&title=Emma`, and of the wizard,
  /// such as `library://app/address/name`.
  static func library() throws(DeepLinkError) -> Self {
    try DeepLinks(
      scheme: "library",
      host: "app",
      joining: [
        DeepLinkModule(routes: [
          DeepLinkRoute("search", screens: [LibraryScreen.search]),
          DeepLinkRoute("book", Book.bundleSpec) {
            [LibraryScreen.search, .details($0)]
          } content: { screens in
            if case .details(let book) = screens.last { book } else { nil }
          },
        ]),
        DeepLinkModule(
          LibraryScreen.addresses,
          path: "address",
          after: [.search],
          routes: AddressScreen.routes
        ),
      ]
    )
  }
}

extension LibraryScreen {
  /// Makes the view model of the screen, with a navigator that maps its actions.
  @MainActor
  func makeViewModel(
    _ driver: NavigationDriver<LibraryScreen>,
    _ catalogue: any Catalogue,
    links: DeepLinks<LibraryScreen>,
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
            let link = try? links.link(to: BackStack(root: .search, [.details(book)]))
            return .launch(try Share(text: book.title, link: link))
          case .pickAddress: return .push(.address(.name))
          }
        }
      )
    case .address(let step):
      step.makeViewModel(driver, embedding: LibraryScreen.addresses)
    }
  }
}
