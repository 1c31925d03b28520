#if os(Linux)
  import Foundation
  import KalugaArchitecture
  import KalugaArchitectureTestUtils
  import Testing

  @testable import KalugaTerminal

  extension PseudoTerminalTests {
    /// Tests a list and its detail on a real pseudo-terminal.
    @MainActor
    @Suite(.timeLimit(.minutes(5)))
    struct LivePanesTests {
      @Test func `a window that gets wide or narrow is drawn with the panes that fit, at once`()
        async throws
      {
        let terminal = try PseudoTerminal(columns: 99, rows: 24)
        let descriptor = terminal.program.fileDescriptor
        let console = TerminalConsole(
          input: StandardInput(descriptor: descriptor),
          output: StandardOutput(descriptor: descriptor),
          isInteractive: true,
          style: .coloured
        )
        let app = PanesTests.makeApp(on: console)
        let run = Task { await app.run() }
        var rows: [String] { terminal.screen.rowsBelow.filter { !$0.isEmpty } }
        func resize(_ columns: Int) {
          terminal.resize(columns: columns, rows: 24)
          kill(getpid(), SIGWINCH)
        }
        await until(rows.first?.hasPrefix("┌ inbox ─") == true, "\(rows)")
        terminal.type("read mail\r")
        await until(rows.first?.hasPrefix("┌ mail ─") == true, "\(rows)")
        #expect(!app.driver.isWide)
        terminal.type("lo")

        for _ in 0..<2 {
          resize(100)
          await until(rows.contains { $0.hasPrefix("inbox") && $0.hasSuffix("│ mail") }, "\(rows)")
          #expect(app.driver.isWide)
          #expect(!rows.contains { $0.hasPrefix("┌") })
          // What is being typed stays.
          await until(rows.contains("> lo"), "\(rows)")
          resize(99)
          await until(rows.first?.hasPrefix("┌ mail ─") == true, "\(rows)")
          #expect(!app.driver.isWide)
        }
        resize(120)
        await until(rows.contains { $0.hasSuffix("│ mail") }, "\(rows)")
        terminal.type("ok\r")
        await until(terminal.screen.linesAbove.contains("at mail"), "\(rows)")
        // The panel is back when the list is alone.
        terminal.type("close\r")
        await until(rows.contains { $0.hasPrefix("┌ inbox ─") }, "\(rows)")
        terminal.type("quit\r")
        _ = await run.value
        #expect(terminal.screen.unknown == [])
      }
    }
  }
#endif
