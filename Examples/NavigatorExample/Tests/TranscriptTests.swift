import Foundation
import KalugaTerminal
import NavigatorExampleFeatures
import Testing

@testable import NavigatorExample

/// Tests the whole app: typed lines in, printed lines out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TranscriptTests {
  /// Returns what the app prints for a script, line by line.
  private func lines(of script: [String]) async -> [String] {
    let output = StringSink()
    await ExampleApp.make(on: .script(script, output: output), ticker: ManualTicker()).run()
    return output.lines
  }

  // MARK: Commands

  @Test func `the end of the input clears every view model, the top one first`() async {
    let cleared = ["SubPageViewModel", "SheetViewModel", "HomeViewModel"].map { "cleared  \($0)" }
    #expect(await lines(of: ["sheet", "sub"]).suffix(4) == cleared + ["bye"])
  }

  @Test func `blanks around commands and arguments are ignored`() async throws {
    try await withFile { file in
      let printed = await lines(
        of: ["  name   Ada  ", "back ", "help  ", "tabs", "tab  2 ", "save  ", " save  \(file) "]
      )
      let text = printed.joined(separator: "\n")
      #expect(printed.contains("  name: \"Ada\""))
      #expect(text.contains("cannot go back from 'home'"))
      #expect(!text.contains("takes no argument"))
      #expect(text.contains("selectTab home → about"))
      #expect(text.contains("expected the name of a file, found nothing"))
      #expect(printed.contains("saved    \(file.debugDescription)"))
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `a second tap on a tab goes back to its first screen, unless a screen objects`() async
  {
    let details = ["name Ada", "number 42", "details", "tabs"]
    let printed = await lines(of: details + ["tab 1", "tab 1"])
    #expect(
      printed.filter { $0.hasPrefix("pop ") } == [
        "pop      details → home   {*[home] | [about]}"
      ]
    )
    let asked = await lines(of: details + ["inverse", "tab 1"])
    #expect(
      asked.contains("ask      details → details   {*[home, details] | [about]} ? (discard | keep)")
    )
    #expect(!asked.contains { $0.hasPrefix("pop ") })
  }

  // MARK: Saving and restoring

  /// Opens and changes Details, runs further commands, and saves.
  private func save(_ file: String, after commands: String...) async -> [String] {
    await lines(of: ["name Ada", "number 42", "details", "inverse"] + commands + ["save \(file)"])
  }

  @Test func `a saved stack is restored with the contents of its screens`() async throws {
    try await withFile { file in
      _ = await save(file)
      let printed = await lines(of: ["sheet", "restore \(file)", "back", "answer discard"])
      #expect(printed.contains("start    details   [home, details]"))
      #expect(printed.contains(#"  name: "adA""#))
      // The previous screens are cleared, the top one first.
      let cleared = printed.filter { $0.hasPrefix("cleared") }
      #expect(cleared.prefix(2) == ["cleared  SheetViewModel", "cleared  HomeViewModel"])
      #expect(printed.contains("ask      details → details   [home, details] ? (discard | keep)"))
      #expect(printed.contains("  question: Discard changes?"))
      #expect(printed.contains("pop      details → home   [home]"))
      #expect(printed.contains(#"  name: "Ada""#))
    }
  }

  @Test func `tabs are restored as they were`() async throws {
    try await withFile { file in
      _ = await save(file, after: "tabs", "tab 2")
      let printed = await lines(of: ["restore \(file)", "tab 1"])
      #expect(printed.contains("start    about   {[home, details] | *[about]}"))
      #expect(printed.contains(#"  name: "adA""#))
    }
  }

  @Test func `a damaged or missing file is refused, and nothing changes`() async throws {
    try await withFile { file in
      _ = await save(file)
      var data = try Data(contentsOf: URL(filePath: file))
      data[data.count / 2] ^= 1
      try data.write(to: URL(filePath: file))

      let printed = await lines(
        of: ["sheet", "restore \(file)", "restore \(file).gone", "restore", "stack"]
      )
      let text = printed.joined(separator: "\n")
      #expect(text.contains("error    saved state is damaged"))
      #expect(text.contains("cannot be read: no such file or folder"))
      #expect(text.contains("error    expected the name of a file, found nothing"))
      #expect(text.contains("▸ ╶ sheet   ← shown"))
    }
  }

  @Test func `results arrive at the screens of a later process`() async throws {
    try await withFile { file in
      _ = await save(file)
      let printed = await lines(of: ["restore \(file)", "finish"])
      #expect(printed.contains(#"pop      details → home {name: "adA", number: 24}   [home]"#))
      #expect(printed.contains(#"  name: "adA""#))
      #expect(printed.contains(#"  received {name: "adA", number: 24}"#))

      _ = await save(file, after: "back")
      let answered = await lines(of: ["restore \(file)", "answer discard"])
      #expect(answered.contains("pop      details → home   [home]"))
    }
  }

  @Test func `saving does not replace a pipe, and keeps a link to a file`() async throws {
    try await withFile { path in
      let files = FileManager.default
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(mkfifo("\(path)/pipe", 0o600) == 0)
      try files.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "file")

      let names = ["pipe", "file", "link", "file/file"]
      let printed = await lines(of: names.map { "save \(path)/\($0)" }).joined(separator: "\n")

      #expect(printed.contains("cannot be written: it is not a file"))
      #expect(printed.contains("cannot be written: its folder is not a folder"))
      let types = try names.prefix(3).map {
        try files.attributesOfItem(atPath: "\(path)/\($0)")[.type] as? FileAttributeType
      }
      #expect(types[0] != .typeRegular)
      #expect(types[1...] == [.typeRegular, .typeSymbolicLink])
    }
  }
}
