import Foundation
import KalugaTerminal
import KittensFeatures

/// Runs the app on standard input and output.
///
/// With the option `--endpoint URL`, it loads images from that server.
@main
@MainActor
enum Main {
  private static let endpoint = "--endpoint"

  static func main() async {
    await TerminalLaunch(
      "Kittens",
      "a list of images, loaded page by page, as a store, a component and a view",
      version: "1.0",
      options: [TerminalLaunch.Option(endpoint, "URL", "loads the images from a server")]
    ).run { launch in KittensApp.make(try source(launch), on: launch.console) }
  }

  private static func source(_ launch: TerminalLaunch) throws -> any KittenDataSource {
    guard let text = launch[endpoint] else {
      // In a script, a slow network answers only after the command that ends it.
      let answer: Duration? = launch.console.isInteractive ? .seconds(2) : nil
      return EmbeddedKittenDataSource(slowAnswer: answer)
    }
    guard let url = URL(string: text), url.host() != nil else {
      throw TerminalCommandError(
        "\(endpoint): expected an address such as http://localhost:8080/kittens"
      )
    }
    return HTTPKittenDataSource(endpoint: url)
  }
}
