import KalugaArchitecture
import NavigatorExampleFeatures

/// Makes the view models of the app, with navigators that map their actions to stack operations.
@MainActor
struct ScreenFactory {
  let ticker: any Ticker

  /// Makes the view model of a screen.
  func makeViewModel(
    _ destination: Destination,
    _ driver: NavigationDriver<Destination>
  ) -> BaseLifecycleViewModel {
    switch destination {
    case .home:
      HomeViewModel(navigator: homeNavigator(driver), ticker: ticker)
    case .details(let details): makeDetails(details, driver)
    case .sheet: SheetViewModel(navigator: sheetNavigator(driver))
    case .subPage: SubPageViewModel(navigator: subPageNavigator(driver))
    case .about: AboutViewModel()
    }
  }

  private func makeDetails(
    _ details: InputDetails,
    _ driver: NavigationDriver<Destination>
  ) -> DetailsViewModel {
    let viewModel = DetailsViewModel(details, navigator: detailsNavigator(driver))
    driver.onBack(on: viewModel) { [weak viewModel] in viewModel?.backRequested() ?? .proceed }
      .addTo(viewModel.scope)
    return viewModel
  }

  // MARK: Navigators

  private func homeNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<HomeNavigation> {
    StackNavigator(driver) { action in
      switch action {
      case .details(let details): .push(.details(details))
      case .sheet: .present(.sheet)
      }
    }
  }

  private func detailsNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<DetailsNavigation> {
    StackNavigator(driver) { action in
      switch action {
      case .finish(let details): .pop(result: NavigationResult(details))
      case .back: .pop()
      case .askToDiscard: .ask(.mayDiscard)
      }
    }
  }

  private func sheetNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SheetNavigation> {
    StackNavigator(driver) { action in
      switch action {
      case .sub: .push(.subPage)
      case .close: .dismiss()
      }
    }
  }

  private func subPageNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SubPageNavigation> {
    StackNavigator(driver) { action in
      switch action {
      case .back: .pop()
      case .close: .dismiss()
      }
    }
  }
}
