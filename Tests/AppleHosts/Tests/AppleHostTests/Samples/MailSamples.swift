import KalugaArchitecture
import KalugaSwiftUI
import KalugaUIKit
import SwiftUI
import Testing
import UIKit

// The Swift blocks about lists and details of the articles on SwiftUI and UIKit, word for word.

enum MailScreen: NavigationDestination {
  case inbox, mail(String)

  var isDetail: Bool {
    if case .mail = self { true } else { false }
  }
}

struct MailView: View {
  let driver: NavigationDriver<MailScreen>

  var body: some View {
    NavigationHost(driver, emptyDetail: emptyDetail) { screen in
      Text(screen.destination.isDetail ? "mail" : "inbox")
    }
  }

  private func emptyDetail(of screen: MailScreen) -> AnyView? {
    screen == .inbox ? AnyView(Text("No mail is open")) : nil
  }
}

@MainActor
func makeMailController(_ driver: NavigationDriver<MailScreen>) -> UIViewController {
  NavigationHostController(
    driver,
    emptyDetail: { $0 == .inbox ? UIViewController() : nil }
  ) { screen in
    let controller = UIViewController()
    controller.title = screen.destination.isDetail ? "mail" : "inbox"
    return controller
  }
}

@MainActor
struct MailSamples {
  private let driver = NavigationDriver(root: MailScreen.inbox) { _, _ in BaseLifecycleViewModel() }

  @Test func `the sample in SwiftUI draws a list and its detail`() throws {
    let app = Renderer { [driver] in MailView(driver: driver) }
    app.isWide = true
    #expect(app.texts == ["inbox", "No mail is open"])
    try driver.perform(.showDetail(.mail("1")))
    #expect(app.picture == "[inbox ‖ mail]")
    app.isWide = false
    #expect(app.picture == "[inbox, mail]")
    #expect(app.problems == [])
  }

  @Test func `the sample in UIKit shows a list and its detail`() throws {
    let window = UIWindow(windowScene: UIWindowScene())
    window.isWide = true
    window.rootViewController = makeMailController(driver)
    window.makeKeyAndVisible()
    window.settle()
    try driver.perform(.showDetail(.mail("1")))
    window.settle()
    #expect(window.picture == "[inbox ‖ mail]")
    window.isWide = false
    #expect(window.picture == "[inbox, mail]")
    #expect(window.problems == [])
  }
}
