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
    let app = KittensApp(
      input: ArrayLineSource(["tap 1", "yes"]),
      output: output,
      isInteractive: true,
      source: .embedded(EmbeddedKittenDataSource())
    )
    await app.run()
    #expect(output.text.contains("1  https://kittens.example/1.jpg  ♥"))
    #expect(!output.text.contains("render"))
  }
}
