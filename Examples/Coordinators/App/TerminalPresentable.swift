import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaTerminal

/// A view model that the terminal can show: its lines, and the commands of its screen.
@MainActor
protocol TerminalPresentable: BaseLifecycleViewModel {
  var screen: TerminalScreen { get }
  var commands: [String] { get }

  /// Carries out a command by writing to the view model's input.
  func handle(_ command: String, _ argument: String) throws(CommandError)
}

/// The reason why a screen rejected a command.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  /// Returns the error for a command that the screen does not have.
  static func unknown(_ command: String) -> CommandError {
    let name = command.escapingControlCharacters()
    return CommandError(description: "'\(name)' is unknown here; type `help`")
  }
}

extension TutorialViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen([output.text]) }
  var commands: [String] { ["next"] }

  func handle(_ command: String, _ argument: String) throws(CommandError) {
    guard command == "next" else { throw .unknown(command) }
    input.nextTaps.send(())
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

  func handle(_ command: String, _ argument: String) throws(CommandError) {
    switch command {
    case "name": input.name.current = argument
    case "login":
      guard output.isLoginEnabled.current else {
        throw CommandError(description: "the name is missing: type `name` and a name")
      }
      input.loginTaps.send(())
    default: throw .unknown(command)
    }
  }
}

extension ShopViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    TerminalScreen(output.text.map { ["Shop", $0.escapingControlCharacters()] })
  }

  var commands: [String] { ["item NUMBER", "logout"] }

  func handle(_ command: String, _ argument: String) throws(CommandError) {
    switch command {
    case "item":
      guard let number = Int(argument) else {
        let found = argument.escapingControlCharacters()
        throw CommandError(description: "expected the number of an item, found '\(found)'")
      }
      input.itemTaps.send(Item(number: number))
    case "logout": input.logoutTaps.send(())
    default: throw .unknown(command)
    }
  }
}

extension ItemViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen([output.text]) }
  var commands: [String] { ["buy"] }

  func handle(_ command: String, _ argument: String) throws(CommandError) {
    guard command == "buy" else { throw .unknown(command) }
    input.buyTaps.send(())
  }
}
