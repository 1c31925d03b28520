import Foundation
import KalugaArchitecture
import KalugaTerminal
import Testing

/// Runs a test with a unique path, and removes the file at this path afterwards.
func withFile(_ body: (String) async throws -> Void) async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())")
  defer { try? FileManager.default.removeItem(at: file) }
  try await body(file.path)
}

/// Tests untrusted input to the app: links, save files, and typed text.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HostileInputTests {
  /// Escape sequences in both encodings, line breaks, NUL, and characters that reverse the
  /// direction of text.
  private let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{7}d\u{2028}FAKE\u{85}e\u{202E}f\u{2066}g\0h\u{7F}"

  private func transcript(of script: [String], isInteractive: Bool = false) async -> String {
    let output = StringSink()
    let console = TerminalConsole.script(script, output: output, isInteractive: isInteractive)
    await ExampleApp.make(on: console, ticker: ManualTicker()).run()
    return output.text
  }

  private func expectPlain(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let controls = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
      default: false
      }
    }
    #expect(controls.isEmpty, "\(text.debugDescription)", sourceLocation: location)
    let isFaked = text.split(separator: "\n").contains { $0.hasPrefix("FAKE") }
    #expect(!isFaked, sourceLocation: location)
  }

  // MARK: Control of the terminal

  @Test(arguments: [false, true])
  func `typed text and links cannot control the terminal`(isInteractive: Bool) async {
    let escaped = "%1B%5B2J%0AFAKE%C2%9B31m%E2%80%AE%00%E2%80%A8"
    let printed = await transcript(
      of: [
        "name \(hostile)", "number \(hostile)", "details", "number 1", "details", "inverse",
        "finish", hostile, "tick \(hostile)", "tab \(hostile)", "quit \(hostile)",
        "save /\(hostile)/x", "restore /\(hostile)", "open \(hostile)",
        "open kaluga://example/\(hostile)",
        "open kaluga://example/details?name=\(escaped)&number=1", "inverse", "share", "stack",
        "open kaluga://example/details?name=a&number=\(escaped)",
        "open kaluga://example/\(escaped)", "open \(escaped)://example",
        "open kaluga://\(escaped)/home", "open kaluga://example/details?\(escaped)=1&\(escaped)=1",
      ],
      isInteractive: isInteractive
    )
    expectPlain(printed)
    #expect(printed.contains("push     home → details"))
    #expect(printed.contains("open     home → details"))
  }

  /// The saved state of Details.
  ///
  /// It can be forged, because anyone can compute the checksum of a file.
  private final class Edits: BaseLifecycleViewModel {
    @Saved("name") var name = ""
    @Saved("number") var number = ""
  }

  @Test(arguments: [false, true])
  func `a save file cannot control the terminal`(isInteractive: Bool) async throws {
    try await withFile { file in
      let details = InputDetails(name: hostile, number: 1)
      let stack = BackStack(root: Destination.home, [.details(details)])
      let edits = Edits()
      edits.name = hostile
      edits.number = hostile + "\nFAKE"
      let state = edits.savedState()
      let states = Dictionary(uniqueKeysWithValues: stack.entries.map { ($0.id, state ?? Data()) })
      try NavigationSnapshot(stack: stack, states: states).data().write(to: URL(filePath: file))

      let printed = await transcript(
        of: ["restore \(file)", "inverse", "finish", "back", "yes", "details"],
        isInteractive: isInteractive
      )

      expectPlain(printed)
      #expect(printed.contains("start    details   [home, details]"))
    }
  }

  // MARK: Damage

  @Test func `restoring from a pipe or a device fails without waiting`() async throws {
    try await withFile { path in
      try #require(mkfifo(path, 0o600) == 0)
      for path in [path, "/dev/zero"] {
        let printed = await transcript(of: ["restore \(path)"])
        #expect(printed.contains("error    \"\(path)\" cannot be read: it is not a file"))
      }
    }
  }
}
