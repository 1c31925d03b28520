import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures

/// Makes the view models of the app, with navigators that map their actions to stack operations.
@MainActor
final class ScreenFactory {
  private let printer: TransitionPrinter
  private let ticker: any Ticker
  private var made: [BaseLifecycleViewModel] = []

  init(printer: TransitionPrinter, ticker: any Ticker) {
    self.printer = printer
    self.ticker = ticker
  }

  /// The view models that have not been cleared, in the order in which they were made.
  var open: [BaseLifecycleViewModel] { made.filter { $0.stage.current != .cleared } }

  /// Makes the view model of a screen.
  func makeViewModel(
    _ destination: Destination,
    _ driver: NavigationDriver<Destination>
  ) -> BaseLifecycleViewModel {
    let viewModel: BaseLifecycleViewModel
    switch destination {
    case .home:
      viewModel = HomeViewModel(navigator: homeNavigator(driver), ticker: ticker)
    case .details(let details): viewModel = makeDetails(details, driver)
    case .sheet: viewModel = SheetViewModel(navigator: sheetNavigator(driver))
    case .subPage: viewModel = SubPageViewModel(navigator: subPageNavigator(driver))
    case .discardQuestion:
      viewModel = QuestionViewModel("Discard changes?", navigator: questionNavigator(driver))
    case .about: viewModel = AboutViewModel()
    }
    made = open + [viewModel]
    return viewModel
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
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .details(let details): .push(.details(details))
      case .sheet: .present(.sheet)
      }
    }
  }

  private func detailsNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<DetailsNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .finish(let details): .pop(result: NavigationResult(details))
      case .back: .pop()
      case .askToDiscard: .present(.discardQuestion)
      }
    }
  }

  private func questionNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<QuestionNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .answer(let answer): .dismiss(result: NavigationResult(answer, .boolean, key: "answer"))
      }
    }
  }

  private func sheetNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SheetNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .sub: .push(.subPage)
      case .close: .dismiss()
      }
    }
  }

  private func subPageNavigator(
    _ driver: NavigationDriver<Destination>
  ) -> any Navigator<SubPageNavigation> {
    TerminalNavigator(driver, printer: printer) { action in
      switch action {
      case .back: .pop()
      case .close: .dismiss()
      }
    }
  }
}
