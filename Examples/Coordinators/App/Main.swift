import KalugaTerminal

/// Runs the app on standard input and output.
@main
enum Main {
  static func main() async {
    let input = StandardInput()
    let output = StandardOutput()
    let app = CoordinatorApp(
      input: input,
      output: output,
      isInteractive: input.isTerminal && output.isTerminal,
      style: .automatic(isTerminal: output.isTerminal)
    )
    await app.run()
  }
}
