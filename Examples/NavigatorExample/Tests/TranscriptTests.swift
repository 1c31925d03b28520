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

    expectTranscript(printed, goldenFile: "Transcripts/tour.out")
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
    #expect(lines(printed).contains("╶ home   ← shown"))
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

  // MARK: Saving and restoring

  /// A path of its own for each test; nothing is left there.
  private func withFile(_ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "navigator-example-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }

  private let editing = ["name Ada", "number 42", "details", "inverse"]

  @Test func `a saved stack is restored with what its screens show`() async throws {
    try await withFile { file in
      let saving = await transcript(of: editing + ["save \(file)"])
      #expect(!saving.contains("error"))

      let restoring = lines(await transcript(of: ["sheet", "restore \(file)", "back", "yes"]))
      #expect(restoring.contains("start    details   [home, details]"))
      #expect(restoring.contains(#"  name: "adA""#))
      // The screens that were there before are cleared, top first.
      let cleared = restoring.filter { $0.hasPrefix("cleared") }
      #expect(cleared.prefix(2) == ["cleared  SheetViewModel", "cleared  HomeViewModel"])
      #expect(
        restoring.contains(
          "present  details → discardQuestion   [home, details] ▸ [discardQuestion]"
        )
      )
      #expect(restoring.contains("pop      details → home   [home]"))
      #expect(restoring.contains(#"  name: "Ada""#))
    }
  }

  @Test func `tabs are restored as they were`() async throws {
    try await withFile { file in
      _ = await transcript(of: editing + ["tabs", "tab 2", "save \(file)"])
      let restored = lines(await transcript(of: ["restore \(file)", "tab 1"]))
      #expect(restored.contains("start    about   {[home, details] | *[about]}"))
      #expect(restored.contains(#"  name: "adA""#))
    }
  }

  @Test
  func `a file that is damaged or missing is refused, and so is a moment that cannot be kept`()
    async throws
  {
    try await withFile { file in
      _ = await transcript(of: editing + ["save \(file)"])
      var data = try Data(contentsOf: URL(filePath: file))
      data[data.count / 2] ^= 1
      try data.write(to: URL(filePath: file))

      let damaged = await transcript(of: ["sheet", "restore \(file)", "stack"])
      #expect(damaged.contains("error    saved state is damaged"))
      #expect(damaged.contains("▸ ╶ sheet   ← shown"))

      let asked = await transcript(of: editing + ["back", "save \(file)"])
      #expect(asked.contains("error    save: answer the question first"))

      let missing = await transcript(of: ["restore \(file).gone", "restore"])
      #expect(missing.contains("cannot be read: there is no such file or folder"))
      #expect(missing.contains("error    expected the name of a file, found nothing"))
      #expect(!missing.contains("cleared  HomeViewModel\n>"))
    }
  }

  @Test func `a pipe is not written over, and a link to a file stays a link`() async throws {
    try await withFile { path in
      let files = FileManager.default
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(mkfifo("\(path)/pipe", 0o600) == 0)
      try files.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "file")

      let printed = await transcript(of: [
        "save \(path)/pipe", "save \(path)/file", "save \(path)/link",
      ])

      #expect(printed.contains("cannot be written: it is no file"))
      let types = try ["pipe", "file", "link"].map {
        try files.attributesOfItem(atPath: "\(path)/\($0)")[.type] as? FileAttributeType
      }
      #expect(types[0] != .typeRegular)
      #expect(types[1] == .typeRegular)
      #expect(types[2] == .typeSymbolicLink)
    }
  }

  @Test func `blanks around what is typed mean nothing`() async throws {
    try await withFile { file in
      let printed = await transcript(of: [
        "  name   Ada  ", "back ", "help  ", "tabs", "tab  2 ", "save  ", " save  \(file) ",
      ])
      #expect(printed.contains("name: \"Ada\"\n"))
      #expect(printed.contains("cannot go back from 'home'"))
      #expect(!printed.contains("takes nothing"))
      #expect(printed.contains("selectTab home → about"))
      #expect(printed.contains("expected the name of a file, found nothing"))
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(printed.contains("saved    \(file.debugDescription)"))
    }
  }

  @Test func `a file that cannot be written is an error, and the old one stays`() async throws {
    try await withFile { folder in
      let printed = await transcript(of: ["save \(folder)/file"])
      #expect(printed.contains("cannot be written: there is no such file or folder"))
    }
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
