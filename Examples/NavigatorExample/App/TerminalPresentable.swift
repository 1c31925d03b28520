import KalugaArchitecture
import KalugaTerminal
import NavigatorExampleFeatures

/// A view model that the terminal can show: its lines, and the commands of its screen.
@MainActor
protocol TerminalPresentable: BaseLifecycleViewModel {
  var screen: TerminalScreen { get }
  var commands: [Command] { get }
}

extension HomeViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    let name = combine($name, nameProblem, transform: Self.field("name"))
    let number = combine($number, numberProblem, transform: Self.field("number"))
    return TerminalScreen(
      combine(name, number, $seconds, $message) { name, number, seconds, message in
        ["Home", name, number, "shown for \(seconds) s", message].filter { !$0.isEmpty }
      }
    )
  }

  var commands: [Command] {
    [
      Command("name", "TEXT", "sets the name") { self.name = $0 },
      Command("number", "NUMBER", "sets the number") { self.number = $0 },
      Command("details", help: "shows the details") { try self.detailsTapped() },
      Command("sheet", help: "opens the bottom sheet") { try self.sheetTapped() },
    ]
  }

  private static func field(_ label: String) -> @MainActor (String, String?) -> String {
    { value, problem in
      "\(label): \(value.quoted)" + (problem.map { " (\($0))" } ?? "")
    }
  }
}

extension DetailsViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    TerminalScreen(
      combine($name, $number, $message) { name, number, message in
        ["Details", "name: \(name.quoted)", "number: \(number)", message]
          .filter { !$0.isEmpty }
      }
    )
  }

  var commands: [Command] {
    [
      Command("inverse", help: "reverses name and number") { self.inverseTapped() },
      Command("finish", help: "goes back with what is shown") { try self.finishTapped() },
    ]
  }
}

extension QuestionViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen($text.map { [$0] }) }

  var commands: [Command] {
    [
      Command("yes", help: "answers yes") { try self.answerTapped(true) },
      Command("no", help: "answers no") { try self.answerTapped(false) },
    ]
  }
}

extension AboutViewModel: TerminalPresentable {
  var screen: TerminalScreen {
    TerminalScreen($visits.map { ["About", "an example of KalugaArchitecture", "visits: \($0)"] })
  }

  var commands: [Command] { [] }
}

extension SheetViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen(["Sheet", text]) }

  var commands: [Command] {
    [
      Command("sub", help: "opens the page in the sheet") { try self.subTapped() },
      Command("close", help: "closes the sheet") { try self.closeTapped() },
    ]
  }
}

extension SubPageViewModel: TerminalPresentable {
  var screen: TerminalScreen { TerminalScreen(["Sheet › page", text]) }

  var commands: [Command] {
    [
      Command("back", help: "goes back to the sheet") { try self.backTapped() },
      Command("close", help: "closes the whole sheet") { try self.closeTapped() },
    ]
  }
}
