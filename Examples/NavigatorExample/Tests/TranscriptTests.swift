import Foundation
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// The app as a whole, with typed lines and printed ones.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TranscriptTests {
  private func run(_ script: [String], on output: any TextSink) async {
    let app = ExampleApp(
      input: ArrayLineSource(script),
      output: output,
      isInteractive: false,
      style: .plain,
      ticker: ManualTicker()
    )
    await app.run()
  }

  /// Returns everything that the app prints for a script.
  private func transcript(of script: String...) async -> String {
    let output = StringSink()
    await run(script, on: output)
    return output.text
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test func `the end of the input clears every view model`() async {
    let printed = await transcript(of: "sheet", "sub")
    #expect(
      lines(printed).suffix(4)
        == [
          "cleared  SubPageViewModel", "cleared  SheetViewModel", "cleared  HomeViewModel", "bye",
        ]
    )
  }

  @Test func `a sink that closes ends the app quietly`() async {
    let output = ClosingSink()
    await run(["help", "help", "help"], on: output)
    #expect(output.writes == 3)
  }

  // MARK: Links and commands

  @Test func `a bad link names the wrong part and changes nothing`() async {
    let printed = await transcript(
      of: "link kaluga://example/details?name=Ada&number=many",
      "stack"
    )
    #expect(printed.contains(#"error    link to "details": number: expected Int, found "many""#))
    #expect(printed.contains("╶ home   ← shown"))
  }

  @Test func `a link opens over a presented sheet and keeps Home`() async {
    let printed = await transcript(
      of: "tick 2",
      "sheet",
      "link kaluga://example/details?name=Ada&number=1",
      "back"
    )
    #expect(printed.contains("  shown for 2 s"))
    #expect(
      printed.contains("open     sheet → details {name: \"Ada\", number: 1}   [home, details]")
    )
  }

  @Test(arguments: [("detials", "details"), ("hlep", "help"), ("q", "quit"), ("nme", "name")])
  func `an unknown command names the nearest known one`(typed: String, meant: String) async {
    let printed = await transcript(of: typed)
    #expect(printed.contains("unknown command \"\(typed)\"; did you mean '\(meant)'?"))
  }

  @Test func `blanks around what is typed mean nothing`() async throws {
    try await withFile { file in
      let printed = await transcript(
        of: "  name   Ada  ",
        "back ",
        "help  ",
        "tabs",
        "tab  2 ",
        "save  ",
        " save  \(file) "
      )
      #expect(printed.contains("name: \"Ada\"\n"))
      #expect(printed.contains("cannot go back from 'home'"))
      #expect(!printed.contains("takes nothing"))
      #expect(printed.contains("selectTab home → about"))
      #expect(printed.contains("expected the name of a file, found nothing"))
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(printed.contains("saved    \(file.debugDescription)"))
    }
  }

  // MARK: Saving and restoring

  /// Runs a test with a path of its own, and leaves nothing there.
  private func withFile(_ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }

  /// Saves what is shown after Details was changed, and after more commands.
  private func save(_ file: String, after commands: String...) async -> String {
    let output = StringSink()
    let editing = ["name Ada", "number 42", "details", "inverse"]
    await run(editing + commands + ["save \(file)"], on: output)
    return output.text
  }

  @Test func `a saved stack is restored with the contents of its screens`() async throws {
    try await withFile { file in
      #expect(!(await save(file).contains("error")))

      let restoring = lines(await transcript(of: "sheet", "restore \(file)", "back", "yes"))
      #expect(restoring.contains("start    details   [home, details]"))
      #expect(restoring.contains(#"  name: "adA""#))
      // The screens that were there before are cleared, the top one first.
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
      _ = await save(file, after: "tabs", "tab 2")
      let restored = lines(await transcript(of: "restore \(file)", "tab 1"))
      #expect(restored.contains("start    about   {[home, details] | *[about]}"))
      #expect(restored.contains(#"  name: "adA""#))
    }
  }

  @Test func `a file that is damaged or missing is refused, and nothing changes`() async throws {
    try await withFile { file in
      _ = await save(file)
      var data = try Data(contentsOf: URL(filePath: file))
      data[data.count / 2] ^= 1
      try data.write(to: URL(filePath: file))

      let printed = await transcript(
        of: "sheet",
        "restore \(file)",
        "restore \(file).gone",
        "restore",
        "stack"
      )
      #expect(printed.contains("error    saved state is damaged"))
      #expect(printed.contains("cannot be read: there is no such file or folder"))
      #expect(printed.contains("error    expected the name of a file, found nothing"))
      #expect(printed.contains("▸ ╶ sheet   ← shown"))
    }
  }

  @Test func `a question must be answered before the stack is saved`() async throws {
    try await withFile { file in
      let printed = await save(file, after: "back")
      #expect(printed.contains("error    save: answer the question first"))
    }
  }

  @Test func `a pipe is not written over, and a link to a file stays a link`() async throws {
    try await withFile { path in
      let files = FileManager.default
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(mkfifo("\(path)/pipe", 0o600) == 0)
      try files.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "file")

      let printed = await transcript(
        of: "save \(path)/pipe",
        "save \(path)/file",
        "save \(path)/link",
        "save \(path)/missing/file"
      )

      #expect(printed.contains("cannot be written: it is no file"))
      #expect(printed.contains("cannot be written: there is no such file or folder"))
      let types = try ["pipe", "file", "link"].map {
        try files.attributesOfItem(atPath: "\(path)/\($0)")[.type] as? FileAttributeType
      }
      #expect(types[0] != .typeRegular)
      #expect(types[1...] == [.typeRegular, .typeSymbolicLink])
    }
  }
}

/// A pipe whose reader closes it after three writes.
@MainActor
private final class ClosingSink: TextSink {
  private(set) var writes = 0
  var isClosed: Bool { writes >= 3 }

  func write(_ text: String) {
    if !isClosed { writes += 1 }
  }
}
