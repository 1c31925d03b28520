import KalugaTerminal
import Testing

@testable import CoordinatorExample

/// The app as a whole, with typed lines and printed ones.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CoordinatorTranscriptTests {
  @Test func `the end of the input ends all flows`() async {
    let output = StringSink()
    let app = CoordinatorApp(
      input: ArrayLineSource(["next", "next", "name Ada", "login", "item 1"]),
      output: output,
      isInteractive: false,
      style: .plain
    )
    await app.run()
    #expect(output.text.hasSuffix("bye\n"))
  }
}
