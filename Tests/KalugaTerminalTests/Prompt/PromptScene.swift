#if os(Linux)
  import Foundation
  import KalugaArchitecture
  import KalugaArchitectureTestUtils
  import Testing

  @testable import KalugaTerminal

  /// A session on a pseudo-terminal, and what its window should show.
  @MainActor
  final class PromptScene {
    let terminal: PseudoTerminal
    let session: TerminalSession
    private let output: StandardOutput
    private let screen = InitializedSubject(wrappedValue: ["Home", "shown for 0 s"])
    private let driver = makeDriver()
    private var run: Task<TerminalSession.End, Never>?

    /// The commands that were carried out.
    private(set) var commands: [String] = []
    /// The lines that should be above the frame.
    private var printed: [String] = []
    private var editor = LineEditor()
    private(set) var isBroken = false
    private var count = 0

    convenience init(
      columns: Int,
      rows: Int,
      resizing: ScreenModel.Resizing = .wraps
    ) throws {
      self.init(try PseudoTerminal(columns: columns, rows: rows, resizing: resizing))
    }

    init(_ terminal: PseudoTerminal, style: TerminalStyle = .colored) {
      self.terminal = terminal
      output = StandardOutput(descriptor: terminal.program.fileDescriptor)
      session = TerminalSession(
        input: StandardInput(descriptor: terminal.program.fileDescriptor),
        output: output,
        isInteractive: true,
        style: style
      )
      session.show(screen)
      session.host(driver)
      TransitionPrinter(output: output).follow(driver)
      let plain = StringSink()
      TransitionPrinter(output: plain).follow(driver)
      _ = driver.onTransition { [weak self] _ in self?.printed.append(plain.lines.last ?? "") }
      driver.start()
      run = Task { @MainActor [session] in
        await session.run { [weak self] line in self?.carryOut(line) ?? .quit }
      }
    }

    private func carryOut(_ line: String) -> TerminalSession.Reply {
      commands.append(line)
      switch line {
      case "sheet": _ = try? driver.perform(.present(.sheet), action: line)
      case "close": _ = try? driver.perform(.dismiss(), action: line)
      default: break
      }
      return .next
    }

    // MARK: Steps

    /// Types text, which the model reads as these keys.
    func type(_ text: String, _ keys: [EditingKey] = []) {
      terminal.type(text)
      for key in keys { expect(key) }
    }

    func expect(_ key: EditingKey) { _ = editor.apply(key) }

    /// Enters the typed line, which has these commands.
    func enter(_ lines: String...) {
      terminal.type("\r")
      #expect(editor.apply(.enter) == .entered(lines))
      printed += lines.map { "> \($0)" }
    }

    func perform(_ random: inout SeededRandom, _ sizes: [(Int, Int)]) async -> String {
      count += 1
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        let isOpen = driver.stack.current.layers.count > 1
        let command = isOpen ? "close" : "sheet"
        type("\u{1B}[F\u{15}\(command)", [.end, .cutToStart, .text(command)])
        enter(command)
        return command
      case 2, 3:
        // Short enough for each window, so that no terminal breaks the prompt's row.
        let text = ["a", "東", "👩‍👩‍👧‍👦", "e\u{301}", "😀"].randomElement(using: &random) ?? "b"
        if editor.text.count < 5 {
          type(text, [.text(text)])
        } else {
          type("\u{17}", [.cutWordLeft])
        }
        return "type"
      case 4:
        type("\u{1B}[D", [.left])
        return "move"
      case 5:
        let length = Int.random(in: 1..<50, using: &random)
        let line = "noted \(count) " + String(repeating: "x", count: length)
        printed.append(line)
        output.writeLine(line)
        return "write"
      case 6, 7:
        screen.current[screen.current.count - 1] = "shown for \(count) s"
        return "tick"
      case 8:
        let lines = 1...Int.random(in: 1..<9, using: &random)
        screen.current =
          ["Home"]
          + lines.map { "\($0) 東京 \(count) " + String(repeating: "-", count: $0 * 6) }
        return "screen"
      default:
        var (columns, rows) = sizes.randomElement(using: &random) ?? (80, 24)
        if Bool.random(using: &random) {
          columns = Int.random(in: 16...90, using: &random)
          rows = Int.random(in: 3...30, using: &random)
        }
        let before = terminal.screen.erasures
        terminal.resize(columns: columns, rows: rows)
        kill(getpid(), SIGWINCH)
        await until(terminal.screen.erasures > before)
        return "resize to \(columns)×\(rows)"
      }
    }

    // MARK: Expectations

    /// Waits until the window shows the frame, below the lines that were printed.
    func expectFrame(
      _ step: String,
      _ location: SourceLocation = #_sourceLocation
    ) async {
      let deadline = ContinuousClock.now + .seconds(120)
      while !isShown, ContinuousClock.now < deadline { await Task { @MainActor in }.value }
      if isShown { return }
      isBroken = true
      let shown = terminal.screen
      Issue.record(
        """
        after \(step), \(shown.columns)×\(shown.rows.count)
        expected \(expectedRows(shown)) and above \(printed)
        found \(shown.rowsBelow) and above \(shown.linesAbove), cursor \(shown.row), \(shown.column)
        """,
        sourceLocation: location
      )
    }

    private var isShown: Bool {
      let screen = terminal.screen
      return screen.rowsBelow.prefix { !$0.isEmpty } == expectedRows(screen).prefix { !$0.isEmpty }
        && screen.rowsBelow.count { !$0.isEmpty } == expectedRows(screen).count { !$0.isEmpty }
        && screen.column == TextWidth.of(frame(screen).beforeCursor)
        && isPrinted(screen)
    }

    private func frame(_ screen: ScreenModel) -> PromptFrame {
      let size = WindowSize(columns: screen.columns, rows: screen.rows.count)
      return PromptFrame(editor, screen: self.screen.current, size: size)
    }

    private func expectedRows(_ screen: ScreenModel) -> [String] {
      frame(screen).rows.map { row in
        var row = row
        while row.last == " " { row.removeLast() }
        return row
      }
    }

    /// A terminal that cuts rows may have cut a line, but not its beginning.
    private func isPrinted(_ screen: ScreenModel) -> Bool {
      let lines = screen.linesAbove
      return lines.count == printed.count
        && zip(lines, printed).allSatisfy { found, line in
          screen.resizing == .wraps ? found == line : found.prefix(12) == line.prefix(12)
        }
    }

    /// Ends the session by Ctrl-D on an empty line.
    ///
    /// Waits for a prompt, because the terminal itself drops a Ctrl-D that is typed earlier.
    func end() async {
      await until(terminal.screen.rows.contains { $0.text.hasPrefix(">") })
      terminal.type("\u{05}\u{15}\u{04}")
      _ = await run?.value
    }
  }
#endif
