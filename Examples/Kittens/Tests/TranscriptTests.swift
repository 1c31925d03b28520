import KalugaArchitectureTestUtils
import KalugaTerminal
import KittensFeatures
import Testing

@testable import Kittens

/// The app as a whole, with typed lines and printed ones.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TranscriptTests {
  private func run(
    _ lines: [String],
    on output: any TextSink,
    isInteractive: Bool = false
  ) async {
    let app = KittensApp(
      input: ArrayLineSource(lines),
      output: output,
      isInteractive: isInteractive,
      source: .embedded(EmbeddedKittenDataSource())
    )
    await app.run()
  }

  @Test func `a sink that closes ends the app quietly`() async {
    let output = ClosingSink()
    await run(["help", "help", "help"], on: output)
    #expect(!output.text.contains("quit"))
  }

  @Test func `an interactive app shows how the screen changes, and no log`() async {
    let output = StringSink()
    await run(["tap 1", "yes"], on: output, isInteractive: true)
    #expect(output.text.contains("1  https://kittens.example/1.jpg  ♥"))
    #expect(!output.text.contains("render"))
  }
}

/// A sink that closes after the first screen.
private final class ClosingSink: TextSink {
  private(set) var text = ""
  var isClosed: Bool { text.contains("Kittens") }

  func write(_ text: String) {
    if !isClosed { self.text += text }
  }
}
