import KalugaTerminal
import KittensFeatures
import Testing

@testable import Kittens

/// The app as a whole, with typed lines and printed ones.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TranscriptTests {
  @Test func `an interactive app shows how the screen changes, and no log`() async {
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
