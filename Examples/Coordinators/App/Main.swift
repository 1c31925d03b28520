import KalugaTerminal

/// Runs the app on standard input and output.
@main
@MainActor
enum Main {
  static func main() async {
    await TerminalLaunch(
      "CoordinatorExample",
      "flows of screens: a tutorial, a login and a shop",
      version: "1.0"
    ).run { launch in CoordinatorApp.make(on: launch.console) }
  }
}
