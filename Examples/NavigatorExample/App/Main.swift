import KalugaTerminal
import NavigatorExampleFeatures

/// Runs the app on standard input and output.
///
/// If both are terminals, the app is interactive and the clock runs. Otherwise the input is a
/// script, and time passes only by the command `tick`, so that a script always prints the same.
@main
@MainActor
enum Main {
  static func main() async {
    await TerminalLaunch(
      "NavigatorExample",
      "screens with results, tabs, links and saved state",
      version: "1.0"
    ).run { launch in
      let ticker: any Ticker = launch.console.isInteractive ? SecondsTicker() : ManualTicker()
      return ExampleApp.make(on: launch.console, ticker: ticker)
    }
  }
}
