import KalugaTerminal

/// Runs the app on standard input and output.
@main
@MainActor
enum Main {
  static func main() async {
    await TerminalLaunch("Search", "a search with details and a reservation", version: "1.0").run {
      try SearchApp.make(on: $0.console)
    }
  }
}
