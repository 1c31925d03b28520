import Foundation
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

@testable import CoordinatorExample

/// The app as a whole, from typed lines to printed ones.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorTranscriptTests {
  @Test func `the tour prints what its golden file says`() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
    let script = try String(contentsOf: folder.appending(path: "tour.in"), encoding: .utf8)

    let printed = await transcript(of: script.split(separator: "\n").map(String.init))

    expectTranscript(printed, goldenFile: "Transcripts/tour.out")
  }

  @Test func `the end of the input ends all flows`() async {
    let printed = await transcript(of: ["next", "next", "name Ada", "login", "item 1"])
    #expect(printed.hasSuffix("bye\n"))
  }

  private func transcript(of script: [String]) async -> String {
    let output = StringSink()
    let app = CoordinatorApp(
      input: ArrayLineSource(script),
      output: output,
      isInteractive: false,
      style: .plain
    )
    await app.run()
    return output.text
  }
}
