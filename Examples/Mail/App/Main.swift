import KalugaTerminal
import MailShared

/// Runs the app on standard input and output.
@main
@MainActor
enum Main {
  static func main() async {
    await TerminalLaunch("Mail", "letters beside their list", version: "1.0").run {
      MailApp.make(EmbeddedMailbox(), on: $0.console)
    }
  }
}
