import KalugaTerminal
import NavigatorExampleFeatures

@testable import NavigatorExample

/// What the app prints for a script: all of it, to the end.
@MainActor
func transcript(of script: [String], isInteractive: Bool = false) async -> String {
  let output = StringSink()
  let app = ExampleApp(
    input: ArrayLineSource(script),
    output: output,
    isInteractive: isInteractive,
    style: .plain,
    ticker: ManualTicker()
  )
  await app.run()
  return output.text
}
