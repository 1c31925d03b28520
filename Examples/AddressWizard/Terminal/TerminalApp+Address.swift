import AddressWizard
import KalugaArchitecture
public import KalugaTerminal

extension TerminalApp {
  /// Adds the lines and commands of the wizard's screens.
  public func addAddressScreens() {
    screen(AddressNameViewModel.self) { screen in
      "Name: \(screen.name.debugDescription)"
    } commands: { screen in
      TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") { screen.name = $0 }
      TerminalCommand("next", "asks for the city") {
        if screen.name.isEmpty { throw TerminalCommandError("the name is missing: type `name`") }
        try screen.nextTapped()
      }
    }
    screen(AddressCityViewModel.self) { screen in
      "City of \(screen.name): \(screen.city.debugDescription)"
    } commands: { screen in
      TerminalCommand("city", "TEXT", "sets the city", example: "city Turku") { screen.city = $0 }
      TerminalCommand("next", "shows the address") {
        if screen.city.isEmpty { throw TerminalCommandError("the city is missing: type `city`") }
        try screen.nextTapped()
      }
    }
    screen(AddressConfirmViewModel.self) { screen in
      "Deliver to \(screen.address.line)?"
    } commands: { screen in
      TerminalCommand("confirm", "uses the address") { try screen.confirmTapped() }
    }
  }
}
