import Foundation
import KalugaArchitecture
import KalugaTerminal
import Testing

/// Files that the command `save` of earlier states of the toolkit has written.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SavedByEarlierVersionsTests {
  private enum Screen: NavigationDestination {
    case counter
    case page(Int)
  }

  private final class Counter: BaseLifecycleViewModel {
    @Saved("count") var count = 0
  }

  private final class Page: BaseLifecycleViewModel {
    @Saved("text") var text = ""
  }

  /// Runs an app for a script, and returns what it has printed.
  private func run(_ script: String...) async throws -> [String] {
    let output = StringSink()
    try await TerminalApp.run(on: .script(script, output: output)) { console in
      let app = TerminalApp(root: Screen.counter, on: console, savesState: true) { screen, _ in
        screen == .counter ? Counter() : Page()
      }
      app.screen(Counter.self) { counter in
        "count: \(counter.count)"
      } commands: { counter in
        TerminalCommand("add", 1...9, default: 1, "adds") { counter.count += $0 }
      }
      app.screen(Page.self) { page in
        "text: \(page.text)"
      } commands: { page in
        TerminalCommand("write", "TEXT", "changes the text") { page.text = $0 }
        TerminalCommand("close", "closes the page") { try app.driver.perform(.pop()) }
      }
      app.commands { app in
        TerminalCommand("page", 1...9, "opens a page") { try app.driver.perform(.push(.page($0))) }
      }
      return app
    }
    return output.lines
  }

  @Test(arguments: EarlierFiles.all)
  func `a file of the command save is restored`(_ files: EarlierFiles) async throws {
    let file = files.url("terminal.json").path
    let printed = try await run("restore \(file)", "close", "close", "quit")
    #expect(
      printed.filter { $0.hasPrefix("  ") } == [
        "  count: 0", "  text: second \"page\"", "  text: first page", "  count: 5",
      ]
    )
    #expect(printed.contains { $0.hasSuffix("[counter, page, page]") })
  }

  @Test(.enabled(if: EarlierFiles.new != nil))
  func `write what this state of the toolkit saves`() async throws {
    let files = try #require(EarlierFiles.new)
    let file = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = try await run(
      "add 5",
      "page 1",
      "write first page",
      "page 2",
      "write second \"page\"",
      "save \(file.path)"
    )
    try files.write(Data(contentsOf: file), to: "terminal.json")
  }
}
