import KalugaTerminal
import KittensFeatures
import Testing

@testable import Kittens

/// Tests the whole app: typed lines in, printed lines out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TranscriptTests {
  @Test func `an interactive app prints its screen but no log`() async {
    let output = StringSink()
    let console = TerminalConsole.script(["help"], output: output, isInteractive: true)
    await KittensApp.make(EmbeddedKittenDataSource(), on: console).run()
    #expect(output.text.contains("Kittens\n"))
    #expect(!output.text.contains("render"))
  }
}
