import KalugaTerminal
import NavigatorExampleFeatures

/// Runs the app on standard input and output.
///
/// With a person at both ends it is interactive and the clock runs. Otherwise it reads a script: the
/// clock stands still until `tick`, so that the same script always prints the same.
@main
enum Main {
  static func main() async {
    let input = StandardInput()
    let output = StandardOutput()
    let isInteractive = input.isTerminal && output.isTerminal
    let app = ExampleApp(
      input: input,
      output: output,
      isInteractive: isInteractive,
      style: .automatic(isTerminal: output.isTerminal),
      ticker: isInteractive ? SecondsTicker() : ManualTicker()
    )
    ExitCode.leave(after: await app.run(), output.failure)
  }
}
