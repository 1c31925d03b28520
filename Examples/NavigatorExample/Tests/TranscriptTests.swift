import Foundation
import KalugaArchitectureTestUtils
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// The app as a whole, from typed lines to printed ones.
@MainActor
struct TranscriptTests {
  @Test func `the tour prints what its golden file says`() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")
    let script = try String(contentsOf: folder.appending(path: "tour.in"), encoding: .utf8)

    let printed = await transcript(of: script.split(separator: "\n").map(String.init))

    try expectTranscript(printed, goldenFile: "Transcripts/tour.out")
  }

  @Test func `the end of the input clears every view model`() async {
    let printed = await transcript(of: ["sheet", "sub"])

    #expect(
      lines(printed).suffix(4)
        == [
          "cleared  SubPageViewModel", "cleared  SheetViewModel", "cleared  HomeViewModel", "bye",
        ]
    )
  }

  @Test func `a bad link says which part is wrong and changes nothing`() async {
    let printed = await transcript(of: [
      "link kaluga://example/details?name=Ada&number=many", "stack",
    ])

    #expect(
      lines(printed).contains(
        #"error    link to "details": number: expected Int, found "many""#
      )
    )
    #expect(lines(printed).contains("stack    [home]"))
  }

  @Test func `a link opens over a presented sheet and keeps Home`() async {
    let printed = await transcript(of: [
      "tick 2", "sheet", "link kaluga://example/details?name=Ada&number=1", "back",
    ])

    #expect(lines(printed).contains("  shown for 2 s"))
    #expect(
      lines(printed).contains(
        "open     sheet → details {name: \"Ada\", number: 1}   [home, details]"
      )
    )
  }

  @Test(arguments: [("detials", "details"), ("hlep", "help"), ("q", "quit"), ("nme", "name")])
  func `an unknown command names the nearest known one`(typed: String, meant: String) async {
    let printed = await transcript(of: [typed])

    #expect(printed.contains("unknown command \"\(typed)\"; did you mean '\(meant)'?"))
  }

  @Test func `a sink that closes ends the app quietly`() async {
    let output = ClosingSink()
    let app = ExampleApp(
      input: ArrayLineSource(["help", "help", "help"]),
      output: output,
      isInteractive: false,
      style: .plain,
      ticker: ManualTicker()
    )

    await app.run()

    #expect(output.writes == 3)
  }

  private func transcript(of script: [String]) async -> String {
    let output = StringSink()
    let app = ExampleApp(
      input: ArrayLineSource(script),
      output: output,
      isInteractive: false,
      style: .plain,
      ticker: ManualTicker()
    )
    await app.run()
    return output.text
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}

/// A pipe whose reader goes away after three writes.
@MainActor
private final class ClosingSink: TextSink {
  private(set) var writes = 0
  var isClosed: Bool { writes >= 3 }

  func write(_ text: String) {
    if !isClosed { writes += 1 }
  }
}
