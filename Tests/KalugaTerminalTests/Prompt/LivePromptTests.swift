#if os(Linux)
  import Foundation
  import KalugaArchitecture
  import KalugaArchitectureTestUtils
  import Testing

  @testable import KalugaTerminal

  extension PseudoTerminalTests {
    /// Tests interactive sessions on a real pseudo-terminal.
    @MainActor
    @Suite(.timeLimit(.minutes(5)))
    struct LivePromptTests {
      nonisolated private static let sizes = [(80, 24), (40, 10), (20, 5)]

      // MARK: Random sessions

      @Test(arguments: 0..<3, ScreenModel.Resizing.allCases)
      func `the window always shows the frame, and the text above it holds each line once`(
        seed: Int,
        resizing: ScreenModel.Resizing
      ) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        let (columns, rows) = Self.sizes[seed % Self.sizes.count]
        let scene = try PromptScene(columns: columns, rows: rows, resizing: resizing)
        await scene.expectFrame("start")
        for step in 0..<20 {
          let action = await scene.perform(&random, Self.sizes)
          await scene.expectFrame("\(action) (step \(step))")
          if scene.isBroken { break }
        }
        await scene.end()
      }

      // MARK: Keys

      @Test func `a line is edited, and the commands of pasted lines run in order`() async throws {
        let scene = try PromptScene(columns: 40, rows: 10)
        await scene.expectFrame("start")
        scene.type("naem\u{1B}[D\u{7F}", [.text("naem"), .left, .deleteLeft])
        scene.type("\u{05}e", [.end, .text("e")])
        await scene.expectFrame("edited")
        #expect(scene.terminal.screen.rowsBelow.first == "> name")
        scene.enter("name")
        scene.type("\u{1B}[200~one\rtwo\r\u{1B}[201~", [.paste("one\ntwo\n")])
        await scene.expectFrame("pasted")
        scene.enter("one", "two")
        await scene.expectFrame("entered")
        #expect(scene.commands == ["name", "one", "two"])
        scene.type("\u{1B}[A\u{1B}[A", [.previousLine, .previousLine])
        await scene.expectFrame("history")
        #expect(scene.terminal.screen.rowsBelow.first == "> one")
        scene.enter("one")
        await scene.end()
      }

      @Test func `Tab completes the commands that the session offers`() async throws {
        let scene = try PromptScene(columns: 40, rows: 10)
        scene.session.setCompletions { _ in ["name ", "number ", "quit"] }
        await scene.expectFrame("start")
        scene.type("q\t", [.text("quit")])
        await scene.expectFrame("one completion")
        scene.enter("quit")
        scene.type("n\t")
        await until(scene.terminal.screen.rowsBelow.prefix(2) == ["> n", "name  number"])
        scene.type("\u{7F}")
        await scene.expectFrame("none")
        await scene.end()
      }

      /// The list of completions shows when the pause after Escape is over.
      @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}O"])
      func `Escape closes the list of completions, and swallows no key after it`(
        escape: String
      ) async throws {
        let scene = try PromptScene(columns: 40, rows: 10)
        scene.session.setCompletions { _ in ["name ", "number "] }
        await scene.expectFrame("start")
        scene.type("n\t", [.text("n")])
        await until(scene.terminal.screen.rowsBelow.prefix(2) == ["> n", "name  number"])
        scene.type(escape, [.escape])
        await scene.expectFrame("escape")
        scene.type("ote", [.text("ote")])
        await scene.expectFrame("typed")
        #expect(scene.terminal.screen.rowsBelow.first == "> note")
        await scene.end()
      }

      // MARK: The terminal

      @Test func `the terminal has its settings again after the session`() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let before = terminal.settings
        let scene = PromptScene(terminal)
        await scene.expectFrame("start")
        #expect(terminal.settings != before)
        await scene.end()
        #expect(terminal.settings == before)
        #expect(terminal.screen.unknown == [])
      }

      // malt#631, codegraff#547: after a crash, the shell has a terminal without echo.
      @Test func `the terminal has its settings again after a crash`() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let before = terminal.settings
        await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
          let program = open(path, O_RDWR | O_NOCTTY)
          Platform.startReadingKeys(program, output: program)
          fatalError("a mistake of the app")
        }
        #expect(terminal.settings == before)
      }

      @Test func `a released session stops observing its screen`() async throws {
        let text = InitializedSubject(wrappedValue: ["old"])
        do {
          let scene = try PromptScene(columns: 80, rows: 24)
          scene.session.show(text)
          #expect(text.observerCount > 0)
          await scene.end()
        }
        await until(text.observerCount == 0)
      }

      @Test func `a plain style reads whole lines and moves no cursor`() async throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let before = terminal.settings
        let scene = PromptScene(terminal, style: .plain)
        await until(terminal.screen.rows.map(\.text).contains(">"))
        #expect(terminal.settings == before)
        await scene.end()
        #expect(terminal.screen.sequences == 0)
      }
    }
  }
#endif
