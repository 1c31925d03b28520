import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures

/// The app: the lines and commands of each screen, and the commands of all screens.
@MainActor
enum ExampleApp {
  static func make(
    on console: TerminalConsole,
    ticker: any Ticker
  ) -> TerminalApp<Destination> {
    let app = TerminalApp(
      root: Destination.home,
      on: console,
      links: .example,
      savesState: true,
      screen: ScreenFactory(ticker: ticker).makeViewModel
    )
    addForm(to: app)
    addSheet(to: app)
    addTabs(to: app)
    if let ticker = ticker as? ManualTicker {
      app.commands { _ in
        TerminalCommand("tick", 1...3600, default: 1, "lets seconds pass") { seconds in
          for _ in 0..<seconds { ticker.tick() }
        }
      }
    }
    return app
  }

  // MARK: Home and Details

  private static func addForm(to app: TerminalApp<Destination>) {
    app.screen(HomeViewModel.self) { home in
      "Home"
      "name: \(home.name.quoted)" + remark(home.nameProblem.current)
      "number: \(home.number.quoted)" + remark(home.numberProblem.current)
      "shown for \(home.seconds) s"
      if !home.message.isEmpty { home.message }
    } commands: { home in
      TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") { home.name = $0 }
      TerminalCommand("number", "NUMBER", "sets the number") { home.number = $0 }
      TerminalCommand("details", "shows the details") {
        try home.detailsTapped()
        try report(home.message)
      }
      TerminalCommand("sheet", "opens the bottom sheet") { try home.sheetTapped() }
    }
    app.screen(DetailsViewModel.self) { details in
      "Details"
      "name: \(details.name.quoted)"
      "number: \(details.number)"
      if !details.message.isEmpty { details.message }
    } commands: { details in
      TerminalCommand("inverse", "reverses name and number") { details.inverseTapped() }
      TerminalCommand("finish", "goes back with what is shown") {
        try details.finishTapped()
        try report(details.message)
      }
    }
    app.share(DetailsViewModel.self) { details in
      guard let shown = details.shown else {
        throw TerminalCommandError("the number \(details.number) is too large for a link")
      }
      return .details(shown)
    }
  }

  /// Fails with the message of a screen, which says why a command did not succeed.
  private static func report(_ message: String) throws(TerminalCommandError) {
    if !message.isEmpty { throw TerminalCommandError(message) }
  }

  private static func remark(_ problem: String?) -> String { problem.map { " (\($0))" } ?? "" }

  // MARK: The sheet

  private static func addSheet(to app: TerminalApp<Destination>) {
    app.screen(SheetViewModel.self) { sheet in
      "Sheet"
      sheet.text
    } commands: { sheet in
      TerminalCommand("sub", "opens the page in the sheet") { try sheet.subTapped() }
      TerminalCommand("close", "closes the sheet") { try sheet.closeTapped() }
    }
    app.screen(SubPageViewModel.self) { page in
      "Sheet › page"
      page.text
    } commands: { page in
      TerminalCommand("close", "closes the whole sheet") { try page.closeTapped() }
    }
  }

  // MARK: Tabs

  private static func addTabs(to app: TerminalApp<Destination>) {
    app.screen(AboutViewModel.self) { about in
      "About"
      "an example of KalugaArchitecture"
      "visits: \(about.visits)"
    }
    app.commands { app in
      let layers = app.driver.stack.current.layers
      TerminalCommand("tabs", "shows Home and About as tabs") {
        guard layers.count == 1 else {
          throw TerminalCommandError("tabs: close what is presented first")
        }
        try app.driver.perform(.tabs([.home, .about]), action: "tabs")
      }
      if let tabs = layers.last?.tabs, tabs.count > 1 {
        TerminalCommand("tab", 1...tabs.count, "shows another tab") { number in
          app.driver.hostDidSelect(tabs[number - 1][0].id)
        }
      }
    }
  }
}
