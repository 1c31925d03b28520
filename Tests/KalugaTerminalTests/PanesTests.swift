import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@testable import KalugaTerminal

/// A list and its detail in a script.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PanesTests {
  enum Post: String, NavigationDestination {
    case inbox, mail, other

    var isDetail: Bool { self != .inbox }
  }

  struct Ask: NavigationAction { let spec: NavigationSpec<Post> }

  final class PostScreen: NavigatingViewModel<Ask> {
    let post: Post

    init(_ post: Post, _ driver: NavigationDriver<Post>) {
      self.post = post
      super.init(navigator: StackNavigator(driver) { $0.spec })
    }
  }

  /// An app whose inbox can read and whose details can close; both can `look`.
  static func makeApp(on console: TerminalConsole) -> TerminalApp<Post> {
    let app = TerminalApp(root: Post.inbox, on: console, savesState: true) {
      PostScreen($0, $1)
    }
    app.screen(PostScreen.self) { screen in
      "\(screen.post)"
      if screen.post == .inbox { "1  Tea" } else { "from Ada" }
    } commands: { [unowned app] screen in
      TerminalCommand("look", "looks at the screen") { app.output.writeLine("at \(screen.post)") }
      if screen.post == .inbox {
        TerminalCommand("read", "NAME", "shows a detail") { name in
          try screen.navigator.navigate(Ask(spec: .showDetail(name == "other" ? .other : .mail)))
        }
      } else {
        TerminalCommand("close", "closes the detail") {
          try screen.navigator.navigate(Ask(spec: .pop()))
        }
      }
    }
    app.commands { app in
      TerminalCommand("columns", 1...400, "sets the width") { app.columns = $0 }
    }
    return app
  }

  private func lines(columns: Int?, _ script: [String]) async -> [String] {
    let output = StringSink()
    let app = Self.makeApp(on: .script(script, output: output))
    app.columns = columns
    await app.run()
    return output.lines
  }

  private static let wide = [
    "  inbox\(String(repeating: " ", count: 33)) │ mail",
    "  1  Tea\(String(repeating: " ", count: 32)) │ from Ada",
  ]

  @Test(arguments: [(nil, false), (99, false), (100, true), (101, true)] as [(Int?, Bool)])
  func `a list is beside its detail from 100 columns on`(_ columns: Int?, _ isWide: Bool) async {
    let printed = await lines(columns: columns, ["read mail"])
    #expect(printed.contains { $0.contains(" │ ") } == isWide)
    #expect(printed.contains("  mail") == !isWide)
    if columns == 100 { #expect(Array(printed[5...6]) == Self.wide, "\(printed)") }
  }

  @Test func `a list without a detail has the whole width`() async {
    #expect(await lines(columns: 120, []).contains("  inbox"))
  }

  @Test func `a window that changes shows the panes or the detail, and keeps the stack`() async {
    let printed = await lines(columns: nil, ["read mail", "columns 100", "stack", "columns 99"])
    #expect(
      Array(printed[3...].prefix(11)) == [
        "> read mail", "showDetail inbox → mail   [inbox, mail]", "  mail", "  from Ada",
        "> columns 100",
      ] + Self.wide + [
        "> stack", "╶ inbox   ← visible", "‖ ╶ mail   ← shown",
        "> columns 99",
      ],
      "\(printed)"
    )
    #expect(printed.suffix(5).first == "  mail")
  }

  @Test func `a width that is set in a transition is drawn at its end`() async {
    let output = StringSink()
    let app = Self.makeApp(on: .script(["read mail"], output: output))
    let following = app.driver.onTransition { [weak app] transition in
      if transition.kind == "showDetail" { app?.columns = 100 }
    }
    await app.run()
    following.dispose()
    #expect(Array(output.lines[5...6]) == Self.wide, "\(output.lines)")
  }

  @Test func `the commands of the list can be typed beside a detail, which replaces the same ones`()
    async
  {
    let printed = await lines(
      columns: 100,
      ["look", "read mail", "look", "read other", "help look", "close", "close"]
    )
    #expect(printed.filter { $0.hasPrefix("at ") } == ["at inbox", "at mail"])
    let move = "showDetail mail → other   [inbox ‖ other]   visible: inbox"
    #expect(printed.contains(move), "\(printed)")
    let error =
      "error    \"close\" is a command of the screen other, which is not shown; type `help`"
    #expect(printed.contains(error))
  }

  @Test func `a command of the list that a detail covers names the list`() async {
    let printed = await lines(columns: 80, ["read mail", "read other"])
    let error =
      "error    \"read\" is a command of the screen inbox, which is not shown; type `help`"
    #expect(printed.contains(error))
  }

  @Test func `a journey to an earlier state has the width that it had`() async throws {
    let output = StringSink()
    let script = ["read mail", "columns 100", "look", ":back 2", ":forward", "stack"]
    try await TerminalApp.run(on: .script(script, output: output)) { Self.makeApp(on: $0) }
    let steps = output.lines.filter { $0.hasPrefix("step ") }
    #expect(steps.map { $0.drop { $0 != "[" } } == ["[inbox, mail]", "[inbox ‖ mail]"])
  }

  // MARK: Two columns

  @Test func `long lines of both columns are wrapped, and control characters are escaped`() {
    let columns = TwoColumns(
      left: ["one two three", "東京 home"],
      right: ["a\u{1B}[2J longer text that is wrapped"]
    )
    let rows = columns.rows(columns: 25)
    #expect(rows.allSatisfy { TextWidth.of($0) <= 23 }, "\(rows)")
    #expect(
      rows == [
        "one two  │ a\\u{1b}[2J", "three    │ longer text", "東京     │ that is",
        "home     │ wrapped",
      ]
    )
  }
}
