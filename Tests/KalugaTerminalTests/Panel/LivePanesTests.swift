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
      /// A window of an app that can travel in time.
      @MainActor
      private final class Scene {
        let terminal: PseudoTerminal
        private(set) weak var app: TerminalApp<PanesTests.Post>?
        private var run: Task<Void, any Error>?

        init(columns: Int) throws {
          terminal = try PseudoTerminal(columns: columns, rows: 24)
          let descriptor = terminal.program.fileDescriptor
          let console = TerminalConsole(
            input: StandardInput(descriptor: descriptor),
            output: StandardOutput(descriptor: descriptor),
            isInteractive: true,
            style: .colored
          )
          run = Task {
            try await TerminalApp.run(on: console) { console in
              let app = PanesTests.makeApp(on: console)
              self.app = app
              return app
            }
          }
        }

        var rows: [String] { terminal.screen.rowsBelow.filter { !$0.isEmpty } }

        /// Waits until the screen is shown in the frame of the panel.
        func expectPanel(_ title: String) async {
          await until(rows.contains { $0.hasPrefix("┌ \(title) ─") }, "\(rows)")
        }

        /// Waits until the screen is shown beside the list.
        func expectPanes(_ detail: String) async {
          await until(
            rows.contains { $0.hasPrefix("inbox") && $0.hasSuffix("│ \(detail)") },
            "\(rows)"
          )
        }

        func resize(_ columns: Int) {
          terminal.resize(columns: columns, rows: 24)
          kill(getpid(), SIGWINCH)
        }

        func end() async throws {
          terminal.type("quit\r")
          try await run?.value
          #expect(terminal.screen.unknown == [])
        }
      }

      @Test func `a window that gets wide or narrow is drawn with the panes that fit, at once`()
        async throws
      {
        let scene = try Scene(columns: 99)
        await scene.expectPanel("inbox")
        scene.terminal.type("read mail\r")
        await scene.expectPanel("mail")
        #expect(scene.app?.driver.isWide == false)
        scene.terminal.type("lo")
        for _ in 0..<2 {
          scene.resize(100)
          await scene.expectPanes("mail")
          #expect(scene.app?.driver.isWide == true)
          #expect(!scene.rows.contains { $0.hasPrefix("┌") })
          // What is being typed stays.
          await until(scene.rows.contains("> lo"), "\(scene.rows)")
          scene.resize(99)
          await scene.expectPanel("mail")
          #expect(scene.app?.driver.isWide == false)
        }
        scene.resize(120)
        await scene.expectPanes("mail")
        scene.terminal.type("ok\r")
        await until(scene.terminal.screen.linesAbove.contains("at mail"), "\(scene.rows)")
        scene.terminal.type("panel on\r")
        let absence = "panel    on, while no list is beside its detail"
        await until(scene.terminal.screen.linesAbove.contains(absence), "\(scene.rows)")
        // The panel is back when the list is alone.
        scene.terminal.type("close\r")
        await scene.expectPanel("inbox")
        try await scene.end()
      }

      @Test func `a journey carries out each move in the width that the window had`() async throws {
        let scene = try Scene(columns: 120)
        await scene.expectPanel("inbox")
        scene.terminal.type("read mail\r")
        await scene.expectPanes("mail")
        // Only a wide window has this command of the list now.
        scene.terminal.type("read other\r")
        await scene.expectPanes("other")
        scene.terminal.type("close\r")
        await scene.expectPanel("inbox")
        scene.resize(99)
        scene.terminal.type(":back\r")
        await scene.expectPanel("other")
        #expect(scene.app?.driver.isWide == false)
        scene.resize(120)
        await scene.expectPanes("other")
        try await scene.end()
      }
    }
  }
#endif
