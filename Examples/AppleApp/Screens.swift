import KalugaArchitecture
import NavigatorExampleFeatures

/// The screens of the app.
enum Destination: NavigationDestination {
  case home
  case details(InputDetails)
  case sheet
  case subPage
  case about
}

/// Makes the view models of the app, with navigators that map their actions to stack operations.
@MainActor
enum Screens {
  static func makeDriver(ticker: any Ticker) -> NavigationDriver<Destination> {
    NavigationDriver(root: .home) { destination, driver in
      switch destination {
      case .home: makeHome(driver, ticker)
      case .details(let details): makeDetails(details, driver)
      case .sheet: makeSheet(driver)
      case .subPage: makeSubPage(driver)
      case .about: AboutViewModel()
      }
    }
  }

  private static func makeHome(
    _ driver: NavigationDriver<Destination>,
    _ ticker: any Ticker
  ) -> HomeViewModel {
    let navigator = StackNavigator(driver) { (action: HomeNavigation) in
      switch action {
      case .details(let details): .push(.details(details))
      case .sheet: .present(.sheet)
      }
    }
    return HomeViewModel(navigator: navigator, ticker: ticker)
  }

  private static func makeDetails(
    _ details: InputDetails,
    _ driver: NavigationDriver<Destination>
  ) -> DetailsViewModel {
    let navigator = StackNavigator(driver) { (action: DetailsNavigation) in
      switch action {
      case .finish(let details): .pop(result: NavigationResult(details))
      case .back: .pop()
      case .askToDiscard: .ask(.mayDiscard)
      }
    }
    let viewModel = DetailsViewModel(details, navigator: navigator)
    driver.onBack(on: viewModel) { [weak viewModel] in viewModel?.backRequested() ?? .proceed }
      .addTo(viewModel.scope)
    return viewModel
  }

  private static func makeSheet(_ driver: NavigationDriver<Destination>) -> SheetViewModel {
    let navigator = StackNavigator(driver) { (action: SheetNavigation) in
      switch action {
      case .sub: .push(.subPage)
      case .close: .dismiss()
      }
    }
    return SheetViewModel(navigator: navigator)
  }

  private static func makeSubPage(_ driver: NavigationDriver<Destination>) -> SubPageViewModel {
    let navigator = StackNavigator(driver) { (action: SubPageNavigation) in
      switch action {
      case .back: .pop()
      case .close: .dismiss()
      }
    }
    return SubPageViewModel(navigator: navigator)
  }
}
