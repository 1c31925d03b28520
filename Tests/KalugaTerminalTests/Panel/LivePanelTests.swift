#if os(Linux)
  import Foundation
  import KalugaArchitecture
  import KalugaArchitectureTestUtils
  import Testing

  @testable import KalugaTerminal

  extension PseudoTerminalTests {
    /// Tests the panel of an app on a real pseudo-terminal.
    @MainActor
    @Suite(.timeLimit(.minutes(5)))
    struct LivePanelTests {
      private final class Home: BaseLifecycleViewModel {
        override func onResume(scope: TaskScope) {
          scope.launch(name: "seconds") { await untilCancelled() }
        }
      }

      /// An app whose command `note` writes a line.
      @MainActor
      private final class Scene {
        let terminal: PseudoTerminal
        let app: TerminalApp<Place>
        private let run: Task<TerminalSession.End, Never>

        init(
          columns: Int = 80,
          rows: Int = 24,
          resizing: ScreenModel.Resizing = .wraps,
          style: TerminalStyle = .colored
        ) throws {
          terminal = try PseudoTerminal(columns: columns, rows: rows, resizing: resizing)
          let descriptor = terminal.program.fileDescriptor
          let console = TerminalConsole(
            input: StandardInput(descriptor: descriptor),
            output: StandardOutput(descriptor: descriptor),
            isInteractive: true,
            style: style
          )
          app = TerminalApp(root: Place.home, on: console) { place, _ in
            if case .home = place { Home() } else { BaseLifecycleViewModel() }
          }
          app.screen(Home.self) { _ in
            "Home"
            "sweet 東京 home"
          } commands: { [unowned app] _ in
            TerminalCommand("sheet", "presents a sheet") {
              try app.driver.perform(.present(.sheet), action: "sheet")
            }
          }
          app.commands { app in
            TerminalCommand("note", "TEXT", "notes") { app.output.writeLine("noted    \($0)") }
          }
          run = Task { [app] in await app.run() }
        }

        var shown: [String] { terminal.screen.rowsBelow.filter { !$0.isEmpty } }
        var everything: [String] { terminal.screen.linesAbove + shown }

        func enter(_ line: String, until condition: @autoclosure () -> Bool) async {
          terminal.type(line + "\r")
          await KalugaTerminalTests.until(condition(), "\(line): \(everything)")
        }

        /// Waits until the prompt is shown below these rows.
        func expect(_ rows: String...) async {
          await KalugaTerminalTests.until(
            shown.suffix(rows.count + 1) == rows + [">"],
            "expected \(rows), found \(everything)"
          )
        }

        func resize(columns: Int, rows: Int) async {
          let before = terminal.screen.erasures
          terminal.resize(columns: columns, rows: rows)
          kill(getpid(), SIGWINCH)
          await KalugaTerminalTests.until(terminal.screen.erasures > before)
        }

        func end() async {
          terminal.type("\u{05}\u{15}quit\r")
          _ = await run.value
        }
      }

      private static let home = [
        "┌ Home ─────────────────────────────────┐  stack    work",
        "│ sweet 東京 home                       │  ● home   seconds: runs",
        "│                                       │", "│                                       │",
        "│                                       │",
        "└ sheet · note · help ──────────────────┘",
      ]

      @Test(arguments: [TerminalStyle.colored, .monochrome])
      func `a wide window shows the screen in a frame, the stack, and the latest text below`(
        style: TerminalStyle
      ) async throws {
        let scene = try Scene(style: style)
        await until(Array(scene.shown.prefix(6)) == Self.home)
        #expect(scene.app.canRedraw)
        #expect(!scene.terminal.screen.showsCursor)

        await scene.enter("note one", until: scene.shown.contains("noted    one"))
        await scene.enter("sheet", until: scene.shown.first?.hasPrefix("┌ sheet ─") == true)
        await scene.expect(
          "> note one",
          "noted    one",
          "> sheet",
          "present  home → sheet   [home] ▸ [sheet]"
        )
        await until(scene.shown[1].contains("● ▸ sheet"))
        await until(scene.shown[2].contains("○ home     seconds: cancelled"))
        // Nothing else causes a new panel.
        await until(!scene.shown[2].contains("cancelled 0 s ago"))
        await scene.end()
        await until(scene.terminal.screen.showsCursor)
        #expect(scene.terminal.screen.unknown == [])
      }

      @Test(arguments: ScreenModel.Resizing.allCases)
      func `each line that was printed is in the window or its scrollback once, in every size`(
        resizing: ScreenModel.Resizing
      ) async throws {
        let scene = try Scene(resizing: resizing)
        await until(scene.shown.count > 6)
        var printed = ["start    home   [home]"]
        for (number, (columns, rows)) in [
          (120, 30), (80, 16), (100, 17), (79, 24), (80, 24), (60, 8), (90, 20), (80, 15), (81, 40),
        ].enumerated() {
          for part in ["a", "b"] {
            await scene.enter(
              "note \(number)\(part)",
              // The prompt is back, so that nothing is drawn for the old size while the window changes.
              until: scene.everything.contains("noted    \(number)\(part)")
                && scene.shown.contains(">")
            )
            printed += ["> note \(number)\(part)", "noted    \(number)\(part)"]
          }
          await scene.resize(columns: columns, rows: rows)
          let hasPanel = columns >= 80 && rows >= 16
          await until(scene.shown.contains { $0.hasPrefix("┌ Home") } == hasPanel)
          await until(scene.terminal.screen.showsCursor == !hasPanel)
          let known = ["start", "> note", "noted"]
          await until(
            scene.everything.filter { line in known.contains { line.hasPrefix($0) } } == printed,
            "\(columns)×\(rows): \(scene.everything)"
          )
          #expect(scene.everything.count { $0.hasPrefix("┌ Home") } == (hasPanel ? 1 : 0))
        }
        await scene.end()
      }

      @Test func `a key rewrites only the row of the prompt`() async throws {
        let scene = try Scene()
        await scene.enter("note one", until: scene.shown.last == ">")
        await scene.expect("> note one", "noted    one")
        let before = scene.terminal.screen
        scene.terminal.type("n")
        await until(scene.shown.last == "> n")
        #expect(scene.terminal.screen.rewrittenRows == before.rewrittenRows + 1)
        #expect(scene.terminal.screen.erasures == before.erasures)
        await scene.end()
      }

      @Test func `the panel can be switched off and on, and says what a small window lacks`()
        async throws
      {
        let scene = try Scene()
        await until(scene.shown.count > 6)
        await scene.enter("panel off", until: scene.shown == [">", "Home", "sweet 東京 home"])
        await until(scene.terminal.screen.showsCursor)
        await scene.enter("panel on", until: scene.shown.contains { $0.hasPrefix("┌ Home") })
        await scene.enter("panel", until: scene.shown.contains { $0.hasPrefix("error    panel:") })
        await scene.resize(columns: 80, rows: 12)
        let lack = "panel    on, in windows of 80 columns and 16 rows; this one has 12 rows"
        await scene.enter("panel on", until: scene.everything.contains(lack))
        await scene.end()
      }

      @Test func `the panel stays where it is while commands are entered`() async throws {
        let scene = try Scene()
        await until(scene.shown.count > 6)
        for number in 1...12 {
          await scene.enter(
            "note \(number)",
            until: scene.everything.contains("noted    \(number)") && scene.shown.last == ">"
          )
          #expect(scene.terminal.screen.rows.firstIndex { $0.text.hasPrefix("┌ Home") } == 1)
        }
        await scene.end()
      }

      @Test func `text that has no end or a long reply appears whole above the panel`() async throws
      {
        let scene = try Scene(rows: 16)
        await until(scene.shown.count > 6)
        await scene.enter("note one", until: scene.shown.contains("noted    one"))
        await scene.enter("help", until: scene.shown.suffix(2).first?.contains("presents") == true)
        await scene.expect(
          "> help",
          "  built in: back, stack, trace, panel, help, quit; `help all` explains them",
          "  note TEXT   notes",
          "  sheet       presents a sheet"
        )
        await scene.enter(
          "help all",
          until: scene.terminal.screen.linesAbove.contains("> help all")
        )
        await until(scene.shown.last == ">" && scene.shown.count == 7)
        #expect(scene.terminal.screen.linesAbove.contains("noted    one"))
        scene.app.output.write("begun, ")
        await until(scene.terminal.screen.linesAbove.last == "begun,")
        await scene.end()
      }

      @Test(arguments: [(TerminalStyle.colored, "\u{1B}[31m"), (.monochrome, "")])
      func `errors are red, and only if there are colours`(
        style: TerminalStyle,
        begin: String
      ) async {
        let output = StringSink()
        let input = ArrayLineSource(["nothing"])
        let console = TerminalConsole(input: input, output: output, style: style)
        await TerminalApp(root: Place.home, on: console) { _, _ in BaseLifecycleViewModel() }.run()
        #expect(output.lines.contains { $0.hasPrefix("\(begin)error    unknown command") })
      }

      private static let stopped = "stopped  a key has ended the typing"

      // A letter, an arrow, and the key that ends the input.
      @Test(arguments: ["x", "\u{1B}[A", "\u{04}"])
      func `an app types by itself, and a key of the user only stops it`(key: String) async throws {
        let scene = try Scene()
        await until(scene.shown.last == ">")
        scene.app.session.live?.play(["note one"], pauses: 0)
        await until(scene.shown.contains("noted    one") && scene.shown.last == ">")
        // The first key would be typed in an hour.
        scene.app.session.live?.play(["note two"], pauses: 4000)
        scene.terminal.type(key)
        await until(scene.shown.contains(Self.stopped))
        await scene.enter("note three", until: scene.shown.contains("noted    three"))
        #expect(!scene.everything.contains { $0.contains("two") })
        await scene.end()
      }

      // In a separate process, because the signal reaches all sessions.
      @Test func `Ctrl-C stops an app that types by itself, and does not end it`() async {
        await #expect(processExitsWith: .success) { try await LivePanelTests.interruptPlay() }
      }

      private static func interruptPlay() async throws {
        let scene = try Scene()
        await until(scene.shown.last == ">")
        scene.app.session.live?.play(["note two"], pauses: 4000)
        kill(getpid(), SIGINT)
        await until(scene.shown.contains(stopped))
        await scene.enter("note three", until: scene.shown.contains("noted    three"))
        await scene.end()
      }

      // cniska/acolyte#399: the end of a paste is lost, and no key has an effect any more.
      @Test func `after a paste without an end, Ctrl-C lets keys work again`() async {
        // In a separate process, because the signal reaches all sessions.
        await #expect(processExitsWith: .success) { try await LivePanelTests.interruptPaste() }
      }

      private static func interruptPaste() async throws {
        let scene = try Scene()
        await until(scene.shown.last == ">")
        // In one piece, so that the paste has begun when the letter is shown.
        scene.terminal.type("x\u{1B}[200~note one\r")
        await until(scene.shown.last == "> x")
        kill(getpid(), SIGINT)
        await until(scene.shown.last == ">")
        await scene.enter("note three", until: scene.shown.contains("noted    three"))
        #expect(!scene.everything.contains { $0.contains("one") })
        await scene.end()
      }

      @Test func `what an app prints is wrapped at words`() async throws {
        let scene = try Scene(columns: 36, rows: 30)
        await scene.enter(
          "sheet",
          until: scene.terminal.screen.linesAbove.last?.hasSuffix("[sheet]") == true
        )
        await scene.enter(
          "fly",
          until: scene.terminal.screen.linesAbove.last?.hasSuffix("`help`") == true
        )
        #expect(
          scene.terminal.screen.linesAbove.suffix(6) == [
            "> sheet", "present  home → sheet   [home] ▸", "         [sheet]",
            "> fly", "error    unknown command \"fly\"; type", "         `help`",
          ]
        )
        await scene.end()
      }

      @Test func `the panel lists a command once, and its link leads to what is shown`() async {
        let links = DeepLinks<Place>(
          scheme: "tea",
          host: "app",
          routes: [
            DeepLinkRoute("home", screens: [.home]), DeepLinkRoute("sheet", screens: [.sheet]),
          ]
        )
        let app = TerminalApp(
          root: Place.home,
          on: .script(["look"], output: StringSink()),
          links: links
        ) { _, _ in BaseLifecycleViewModel() }
        app.share(BaseLifecycleViewModel.self) { _ in .sheet }
        var panel: Panel?
        for _ in 0..<2 {
          app.commands { app in
            TerminalCommand("look", "looks at the panel") { panel = PanelSource(app) {}.panel([]) }
          }
        }
        await app.run()
        #expect(panel?.remarks == ["link tea://app/sheet"])
        #expect(panel?.commands == ["look", "help"])
        #expect(!app.canRedraw)
      }
    }
  }
#endif
