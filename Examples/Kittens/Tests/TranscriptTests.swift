import Foundation
import KalugaArchitectureTestUtils
import KalugaTerminal
import KittensFeatures
import Testing

@testable import Kittens

/// The app as a whole, from typed lines to printed ones.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TranscriptTests {
  private func transcript(
    of lines: [String],
    source: KittensApp.Source = .embedded(EmbeddedKittenDataSource())
  ) async -> String {
    let output = StringSink()
    let app = KittensApp(
      input: ArrayLineSource(lines),
      output: output,
      isInteractive: false,
      source: source
    )
    await app.run()
    return output.text
  }

  @Test func `the tour prints what its golden file says`() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
    let script = try String(contentsOf: folder.appending(path: "tour.in"), encoding: .utf8)

    let printed = await transcript(of: script.split(separator: "\n").map(String.init))

    expectTranscript(printed, goldenFile: "Transcripts/tour.out")
  }

  @Test func `the first page is there before the first command`() async {
    let printed = await transcript(of: [])
    #expect(printed.contains("render   refreshing\nrender   4 kittens\n"))
    #expect(printed.hasSuffix("bye\n"))
  }

  @Test func `a script waits for the answers of a server`() async throws {
    let server = try LoopbackServer { client in
      client.answer(
        client.request.contains("offset=0")
          ? #"[{"url": "https://a/1"}, {"url": "https://a/2"}, {"url": "https://a/3"}, {"url": "https://a/4"}]"#
          : #"[{"url": "https://a/5"}]"#
      )
    }
    defer { server.stop() }
    let printed = await transcript(
      of: ["more", "tap 5", "yes", "network off"],
      source: .server(HTTPKittenDataSource(endpoint: server.endpoint))
    )
    #expect(printed.contains("  5  https://a/5\n  that is all\n"))
    #expect(printed.contains("? Do you like https://a/5"))
    #expect(printed.contains("  5  https://a/5  ♥\n"))
    #expect(printed.contains("error    network: the server is what it is\n"))
  }

  @Test func `a sink that closes ends the app quietly`() async {
    let output = ClosingSink()
    let app = KittensApp(
      input: ArrayLineSource(["help", "help", "help"]),
      output: output,
      isInteractive: false,
      source: .embedded(EmbeddedKittenDataSource())
    )
    await app.run()
    #expect(!output.text.contains("quit"))
  }

  @Test func `a person sees the screen change, and no log`() async {
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

/// A sink whose reader goes after the first screen.
private final class ClosingSink: TextSink {
  private(set) var text = ""
  var isClosed: Bool { text.contains("Kittens") }

  func write(_ text: String) {
    if !isClosed { self.text += text }
  }
}
