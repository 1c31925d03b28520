import Foundation
import KalugaTerminal
import KittensFeatures

/// Runs the app on standard input and output.
///
/// With the option `--endpoint URL`, it loads images from that server.
@main
@MainActor
enum Main {
  static func main() async {
    let input = StandardInput()
    let output = StandardOutput()
    let source: KittensApp.Source
    switch CommandLine.arguments.dropFirst() {
    case []: source = .embedded(EmbeddedKittenDataSource())
    case let arguments where arguments.count == 2 && arguments.first == "--endpoint":
      guard let endpoint = arguments.last.flatMap(URL.init(string:)), endpoint.host() != nil else {
        return fail("--endpoint: expected an address such as http://localhost:8080/kittens", output)
      }
      source = .server(HTTPKittenDataSource(endpoint: endpoint))
    default: return fail("expected no argument, or --endpoint URL", output)
    }
    let app = KittensApp(
      input: input,
      output: output,
      isInteractive: input.isTerminal && output.isTerminal,
      source: source
    )
    await app.run()
  }

  private static func fail(_ message: String, _ output: StandardOutput) {
    output.writeLine("error    \(message)")
    exit(2)
  }
}
