import KalugaArchitecture
import MailFeatures
import MailShared

/// A window, with a stack of its own.
final class MailWindowViewModel: BaseLifecycleViewModel {
  let driver: NavigationDriver<MailScreen>

  init(_ mailbox: any Mailbox) {
    driver = NavigationDriver(
      root: .folders,
      // The link that starts the app arrives before the first host.
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 1))
    ) { screen, driver in screen.makeViewModel(driver, mailbox) }
    super.init()
    addChild(driver)
  }

  /// Shows the screens of a link; does nothing for a link of another app.
  func open(_ link: String) {
    _ = try? driver.open(MailScreen.links.screens(for: link))
  }
}
