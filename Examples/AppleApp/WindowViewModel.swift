import KalugaArchitecture
import NavigatorExampleFeatures

/// A window of the app, which has a stack of its own.
final class WindowViewModel: BaseLifecycleViewModel {
  let driver: NavigationDriver<Destination>

  init(ticker: any Ticker = SecondsTicker()) {
    driver = Screens.makeDriver(ticker: ticker)
    super.init()
    addChild(driver)
  }
}
