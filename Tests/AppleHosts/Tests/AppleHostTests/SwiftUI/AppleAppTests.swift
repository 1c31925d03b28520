import KalugaArchitecture
import NavigatorExampleFeatures
import SwiftUI
import Testing

@testable import AppleApp

/// The features of the terminal example, driven by taps and swipes.
@MainActor
struct AppleAppTests {
  let ticker = ManualTicker()
  let driver: NavigationDriver<Destination>
  let app: Renderer

  init() {
    let driver = Screens.makeDriver(ticker: ticker)
    self.driver = driver
    app = Renderer { AppView(driver: driver) }
  }

  private func openDetails() {
    app.type("Ada", into: "Name")
    app.type("42", into: "Number")
    app.tap("Details")
  }

  @Test func `the fields of Home are sent to Details and back`() async {
    openDetails()
    #expect(app.texts.first == "Details of Ada, 42")
    app.tap("Inverse")
    #expect(app.texts.first == "Details of adA, 24")
    app.tap("Finish")
    #expect(driver.stack.current.description == "[home]")
    await until(app.texts.contains("adA"))
    #expect(app.problems == [])
  }

  @Test func `Home counts only while it is shown and the app is active`() async {
    await until(ticker.runningCount == 1)
    ticker.tick()
    #expect(app.texts.first == "Home, 1 s")
    app.scenePhase = .background
    await until(ticker.runningCount == 0)
    app.scenePhase = .active
    await until(ticker.runningCount == 1)
    ticker.tick()
    #expect(app.texts.first == "Home, 2 s")
  }

  @Test func `a swipe back with changes asks, and an answer goes back`() async {
    openDetails()
    app.tap("Inverse")
    app.swipeBack()
    await until(driver.stack.current.description == "[home, details] ? (discard | keep)")
    await until(app.alerts.count == 1)
    #expect(app.alerts[0].contains("Discard changes?"))
    app.tap("Discard")
    await until(driver.stack.current.description == "[home]")
    #expect(app.texts.first?.hasPrefix("Home") == true)
  }

  @Test func `the sheet has a page of its own, and can be swiped away`() {
    app.tap("Sheet")
    app.tap("Page")
    #expect(driver.stack.current.description == "[home] ▸ [sheet, subPage]")
    #expect(app.topTexts.first == "A page in the sheet.")
    app.swipeBack()
    app.dismissSheet()
    #expect(driver.stack.current.description == "[home]")
    #expect(app.problems == [])
  }
}
