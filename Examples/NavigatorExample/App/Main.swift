import KalugaTerminal
import NavigatorExampleFeatures

/// Runs the app on standard input and output.
///
/// If both are terminals, the app is interactive and the clock runs. Otherwise the input is a
/// script, and time passes only by the command `tick`, so that a script always prints the same.
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
