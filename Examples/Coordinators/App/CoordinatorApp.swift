import AddressWizardTerminal
import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaCoordinators
import KalugaTerminal

/// The app in the terminal: its flows, and the lines and commands of each screen.
@MainActor
enum CoordinatorApp {
  static func make(on console: TerminalConsole) -> TerminalApp<AppScreen> {
    let coordinator = AppCoordinator()
    // Coordinators supply all screens except the first one.
    let app = TerminalApp(
      root: AppScreen.launch,
      on: console,
      // Coordinators do not know which screen was tapped, so a second tap is refused as a duplicate.
      configuration: NavigationConfiguration(duplicates: .refuseOnTop)
    ) { _, _ in BaseLifecycleViewModel() }
    app.work { driver in _ = await coordinator.run(on: StackRouter(driver)) }
    addScreens(to: app)
    app.addAddressScreens()
    app.commands { app in
      let link = "open kaluga://shop/item?number=7"
      TerminalCommand("open", "LINK", "shows an item after the login", example: link) {
        try coordinator.open($0)
        if coordinator.session.user == nil, coordinator.linkedItem != nil {
          app.output.writeLine("later    the item is shown after the login")
        }
      }
      TerminalCommand("flows", "names the flows that run directly in the app's flow") {
        let names = coordinator.children.map { "\(type(of: $0))" }
        app.output.writeLine("flows    \(names.joined(separator: ", "))")
      }
    }
    return app
  }

  private static func addScreens(to app: TerminalApp<AppScreen>) {
    app.screen(TutorialViewModel.self) { page in
      page.output.text
    } commands: { page in
      TerminalCommand("next", "goes to the next page") { page.input.nextTaps.send(()) }
    }
    app.screen(LoginViewModel.self) { login in
      let isEnabled = login.output.isLoginEnabled.current
      "Login"
      "name: \(login.input.name.current.debugDescription)"
        + (isEnabled ? "" : " (the name is missing)")
    } commands: { login in
      TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") {
        login.input.name.current = $0
      }
      TerminalCommand("login", "logs in") {
        guard login.output.isLoginEnabled.current else {
          throw TerminalCommandError("the name is missing: type `name` and a name")
        }
        login.input.loginTaps.send(())
      }
    }
    app.screen(ShopViewModel.self) { shop in
      "Shop"
      shop.output.text.current
    } commands: { shop in
      TerminalCommand("item", 1...1000, "shows an item", example: "item 3") { number in
        shop.input.itemTaps.send(Item(number: number))
      }
      TerminalCommand("logout", "logs out") { shop.input.logoutTaps.send(()) }
    }
    app.screen(ItemViewModel.self) { item in
      item.output.text
    } commands: { item in
      TerminalCommand("buy", "buys the item") { item.input.buyTaps.send(()) }
    }
  }
}
