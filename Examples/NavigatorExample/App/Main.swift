import KalugaTerminal
import NavigatorExampleFeatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the app on standard input and output.
///
/// If both are terminals, the app is interactive and the clock runs. Otherwise the input is a
/// script, and time passes only by the command `tick`, so that a script always prints the same.
@main
@MainActor
enum Main {
  private static var hasContinued = false

  /// Only this process writes it; the process that replaces it has the same identifier.
  private static var demoFile: String {
    let folder = FileManager.default.temporaryDirectory
    return folder.appending(path: "demo-\(ProcessInfo.processInfo.processIdentifier).json").path
  }

  static func main() async {
    await TerminalLaunch(
      "NavigatorExample",
      "screens with results, tabs, links and saved state",
      version: "1.0",
      options: [
        TerminalLaunch.Option(Demo.option, "FILE", nil)
      ]
    ).run { launch in
      let ticker: any Ticker = launch.console.isInteractive ? SecondsTicker() : ManualTicker()
      let app = ExampleApp.make(on: launch.console, ticker: ticker)
      Demo.addDemo(to: app, file: demoFile)
      guard app.canRedraw else { return app }
      Demo.addSteps(to: app)
      Demo.remove(demoFile, after: app)
      // Not again when the user travels in time.
      if let file = launch[Demo.option], !hasContinued {
        hasContinued = true
        app.play(Demo.end(file))
      }
      return app
    }
  }
}
