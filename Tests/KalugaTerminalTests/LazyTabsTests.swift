import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

/// An app whose tabs are made when they are first selected, in the terminal.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LazyTabsTests {
  private enum Screen: NavigationDestination { case home, list, item }

  private final class Page: BaseLifecycleViewModel { @Saved("count") var count = 0 }

  private let made = Log<String>()
  private let output = StringSink()

  private func makeApp(on console: TerminalConsole) -> TerminalApp<Screen> {
    let app = TerminalApp(
      root: Screen.home,
      on: console,
      savesState: true,
      configuration: NavigationConfiguration(hiddenTabs: .lazily)
    ) { [made] screen, _ in
      made.append("\(screen)")
      return Page()
    }
    app.screen(Page.self) { page in
      "count: \(page.count)"
    } commands: { page in
      TerminalCommand("add", "adds") { page.count += 1 }
    }
    app.commands { app in
      TerminalCommand("tabs", "shows tabs") { try app.driver.perform(.tabs([.home, .list])) }
      TerminalCommand("tab", 0...1, "selects a tab") { try app.driver.perform(.selectTab($0)) }
      TerminalCommand("item", "opens an item in the list") {
        try app.driver.perform(.steps([.selectTab(1), .push(.item), .selectTab(0)]))
      }
    }
    return app
  }

  private func run(_ script: [String]) async throws -> [String] {
    try await TerminalApp.run(on: .script(script, output: output), makeApp)
    return output.lines
  }

  @Test func `the time machine makes tabs again when they are selected`() async throws {
    let printed = try await run([
      "tabs",
      "item",
      "tab 1",
      "add",
      ":back 2",
      ":forward 2",
      "tab 0",
      ":goto 1",
      "quit",
    ])
    #expect(
      printed == [
        "start    home   [home]", "  count: 0",
        "> tabs", "tabs     home → home   {*[home] | [list]}",
        "> item", "steps    home → home   {*[home] | [list, item]}",
        "> tab 1", "selectTab home → item   {[home] | *[list, item]}",
        "> add", "  count: 1",
        "> :back 2", "step     2 of 4   {*[home] | [list, item]}", "  count: 0",
        "> :forward 2", "step     4 of 4   {[home] | *[list, item]}", "  count: 1",
        "> tab 0", "selectTab item → home   {*[home] | [list, item]}", "  count: 0",
        "> :goto 1", "step     1 of 5   {*[home] | [list]}",
        "> quit", "cleared  Page", "bye",
      ]
    )
    let home = "home"
    let all = ["home", "list", "item"]
    #expect(made.all == all + [home] + all + [home])
  }

  @Test func `a saved stack is restored without its hidden tabs, whose values stay`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let (save, restore) = ("save \(file.path)", "restore \(file.path)")
    let script = ["tabs", "item", "tab 1", "add", "tab 0", save, restore, save, restore, "tab 1"]
    let printed = try await run(script + ["quit"])
    let home = "home"
    #expect(made.all == [home, "list", "item", home, home, "list", "item"])
    #expect(printed.last { $0.contains("count") } == "  count: 1")
  }

  @Test func `a link opens in the tab that it begins with, and the shown tab has a link`()
    async throws
  {
    let links = DeepLinks(
      scheme: "tabs",
      host: "app",
      routes: [
        DeepLinkRoute("home", screens: [Screen.home]),
        DeepLinkRoute("item", screens: [Screen.list, .item]),
        DeepLinkRoute("alone", screens: [Screen.item]),
      ]
    )
    let script = ["share", "open tabs://app/item", "share", "open tabs://app/alone", "quit"]
    try await TerminalApp.run(on: .script(script, output: output)) { console in
      TerminalApp(tabs: [Screen.home, .list], selected: 0, on: console, links: links) { _, _ in
        Page()
      }
    }
    #expect(
      output.lines.filter { $0.contains("   ") } == [
        "start    home   {*[home] | [list]}",
        "link     tabs://app/home",
        "openInTab home → item   {[home] | *[list, item]}",
        "link     tabs://app/item",
        "open     item → item   [item]",
      ]
    )
  }
}
