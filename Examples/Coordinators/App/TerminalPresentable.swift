import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaTerminal

/// A view model that the terminal can show: its lines, and what can be typed on its screen.
@MainActor
protocol TerminalPresentable: BaseLifecycleViewModel {
  var screen: TerminalScreen { get }
  var commands: [String] { get }

  /// Writes a command to the input; false if the screen has no such command.
  func handle(_ command: String, _ argument: String) -> Bool
}

extension TutorialViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen([output.text]) }
  var commands: [String] { ["next"] }

  func handle(_ command: String, _ argument: String) -> Bool {
    guard command == "next" else { return false }
    return input.nextTaps.send(())
  }
}

extension LoginViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    TerminalScreen(
      combine(input.name, output.isLoginEnabled) { name, isEnabled in
        ["Login", "name: \(name.debugDescription)" + (isEnabled ? "" : " (the name is missing)")]
      }
    )
  }

  var commands: [String] { ["name TEXT", "login"] }

  func handle(_ command: String, _ argument: String) -> Bool {
    switch command {
    case "name": input.name.current = argument
    case "login": input.loginTaps.send(())
    default: return false
    }
    return true
  }
}

extension ShopViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    TerminalScreen(output.text.map { ["Shop", $0.escapingControlCharacters()] })
  }

  var commands: [String] { ["item NUMBER", "logout"] }

  func handle(_ command: String, _ argument: String) -> Bool {
    switch command {
    case "item":
      guard let number = Int(argument) else { return false }
      input.itemTaps.send(Item(number: number))
    case "logout": input.logoutTaps.send(())
    default: return false
    }
    return true
  }
}

extension ItemViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen([output.text]) }
  var commands: [String] { ["buy"] }

  func handle(_ command: String, _ argument: String) -> Bool {
    guard command == "buy" else { return false }
    return input.buyTaps.send(())
  }
}
