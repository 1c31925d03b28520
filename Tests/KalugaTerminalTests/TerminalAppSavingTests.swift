import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

/// Tests that an app does not end before the values of its files have been written.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TerminalAppSavingTests {
  private enum Screen: NavigationDestination {
    case settings
  }

  private final class Settings: BaseLifecycleViewModel {
    @Saved var text: String

    init(in file: SavedFile) {
      _text = Saved(wrappedValue: "", file)
      super.init()
    }
  }

  /// Calls a closure with each text.
  private final class ObservedSink: TextSink {
    let isClosed = false
    private let onWrite: (String) -> Void

    init(onWrite: @escaping (String) -> Void) { self.onWrite = onWrite }

    func write(_ text: String) { onWrite(text) }
  }

  private static func app(
    on console: TerminalConsole,
    in file: SavedFile
  ) -> TerminalApp<Screen> {
    let app = TerminalApp(root: Screen.settings, on: console) { _, _ in Settings(in: file) }
    app.screen(Settings.self) { settings in
      settings.text
    } commands: { settings in
      TerminalCommand("set", "TEXT", "sets the text") { settings.text = $0 }
      TerminalCommand("end", "SIGNAL", "sets the text and sends a signal") { signal in
        settings.text = "last"
        kill(getpid(), CInt(signal) ?? 0)
      }
      TerminalCommand("insist", "sends termination signals and does not suspend") {
        while true { kill(getpid(), SIGTERM) }
      }
    }
    return app
  }

  private func withFile(_ body: (SavedFile) async throws -> Void) async rethrows {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/text.json")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try await body(.file(url))
  }

  private func text(in file: SavedFile) throws -> String {
    String(decoding: try #require(try file.read()), as: UTF8.self)
  }

  @Test(arguments: [["quit"], []])
  func `an app has written its newest values when it says bye`(end: [String]) async throws {
    for _ in 0..<5 {
      try await withFile { file in
        var written: [Bool] = []
        let output = ObservedSink { [self] text in
          if text == "bye\n" { written.append((try? self.text(in: file).contains("last")) == true) }
        }
        let script = ["set a", "set last"] + end
        await Self.app(on: .script(script, output: output), in: file).run()
        #expect(written == [true])
        try await TerminalApp.run(on: .script(script, output: output)) { console in
          Self.app(on: console, in: file)
        }
        #expect(written == [true, true])
      }
    }
  }

  // In separate processes, because the signals reach all sessions.

  @Test func `an app that Ctrl-C ends has written its newest values`() async throws {
    try await withFile { file in
      await #expect(processExitsWith: .success) { [path = file.url.path as String] in
        await TerminalAppSavingTests.run("end \(SIGINT)", in: path)
      }
      let written = try text(in: file)
      #expect(written.contains("last"))
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends an app ends it after its newest values have been written`(
    signal: CInt
  ) async throws {
    try await withFile { file in
      await #expect(processExitsWith: .signal(signal)) {
        [path = file.url.path as String, signal = signal as CInt] in
        await TerminalAppSavingTests.run("end \(signal)", in: path)
      }
      let written = try text(in: file)
      #expect(written.contains("last"))
    }
  }

  @Test func `a second termination signal ends an app whose command does not return`() async {
    await withFile { file in
      await #expect(processExitsWith: .signal(SIGTERM)) { [path = file.url.path as String] in
        await TerminalAppSavingTests.run("insist", in: path)
      }
    }
  }

  private static func run(_ line: String, in path: String) async {
    let input = ObservedLineSource([line, "unreachable"]) { line in
      // The signal arrives while the app waits for its next line.
      if line == "unreachable" { try? await Gate().pass() }
    }
    let console = TerminalConsole(input: input, output: StringSink())
    await app(on: console, in: .file(URL(filePath: path))).run()
  }
}
