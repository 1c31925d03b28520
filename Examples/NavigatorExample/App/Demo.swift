import KalugaArchitecture
import KalugaTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the app types by itself to show what it can do, in less than half a minute.
@MainActor
enum Demo {
  /// Before the process ends, from any screen.
  static func beginning(_ file: String) -> [String] {
    [
      "open kaluga://example/home", "name Ada", "number 42",
      "# a push: Home waits for the result, and no longer counts",
      "details", "inverse", "# the user leaves the app, and the system ends it",
      "background", "save \(file)", "kill \(file)",
    ]
  }

  /// In the new process.
  static func end(_ file: String) -> [String] {
    [
      "restore \(file)", "# the result arrives in the new process", "finish",
      "# a test explores all states of the app", "explore",
    ]
  }

  /// The option of the process that continues the demonstration with a file.
  static let option = "--continue-demo"

  /// Removes the file when a driver ends: a new process has then read it.
  static func remove(_ file: String, after app: TerminalApp<Destination>) {
    app.work { _ in
      for await _ in EventChannel<Never>() {}
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// Adds the command `demo`, for which the app must be able to redraw the prompt.
  static func addDemo(to app: TerminalApp<Destination>, file: String) {
    app.commands { app in
      TerminalCommand("demo", "types by itself at a terminal; any key stops it") {
        guard app.canRedraw else {
          throw TerminalCommandError("demo: types only at a terminal that can redraw lines")
        }
        app.play(beginning(file))
        app.output.writeLine("demo     any key stops it")
      }.notAMove
    }
  }

  /// Adds the other commands that `demo` types.
  static func addSteps(to app: TerminalApp<Destination>) {
    app.commands { app in
      TerminalCommand("background", "leaves the app, as with the home button") {
        app.driver.hostState = .background
        app.output.writeLine("paused   the app is in the background; `foreground` returns to it")
      }
      TerminalCommand("foreground", "returns to the app") {
        app.driver.hostState = .active
        app.output.writeLine("resumed  the app is in the foreground")
      }
      TerminalCommand("kill", "[FILE]", "replaces the process; the new one restores FILE") { file in
        guard file.isEmpty || FileManager.default.isReadableFile(atPath: file) else {
          throw TerminalCommandError("kill: expected a file of `save`, found \(file.quoted)")
        }
        app.output.writeLine("killed   no screen was cleared; this is a new process:")
        try app.replaceProcess(arguments: file.isEmpty ? [] : [option, file])
      }.notAMove
      TerminalCommand("explore", "prints what the test of all states finds") {
        app.output.writeLine(exploration)
      }.notAMove
    }
  }

  /// What the exploration in the tests finds.
  static let report = "81 states, 273 events, at most 10 events deep: these are all states"

  private static let exploration = """
    explored \(report)
    test     swift test --filter NavigatorExampleTests.ExplorationTests
    map      atlas.svg in Examples/NavigatorExample/Tests/Transcripts
    """
}
