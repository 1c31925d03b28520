#if os(Linux)
  import Foundation
  import Testing

  /// Tests conditions that only a process can meet: signals, closed pipes, full disks.
  ///
  ///     swift test --package-path Tests/Stress --filter ExampleTests
  ///
  /// builds the examples beside the tests, where the tests find them.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct ProcessTests {
    private static let products = ["NavigatorExample", "Kittens", "CoordinatorExample"]
    private static let sheet = "A sheet with a page of its own.\n"
    private static let cleared = "cleared  SheetViewModel\ncleared  HomeViewModel\nbye\n"

    /// Starts an app, types input, and waits until the app has printed a text.
    private func app(
      _ product: String = "NavigatorExample",
      typing text: String = "sheet\n",
      until printed: String = sheet
    ) throws -> AppProcess {
      let app = try AppProcess(product)
      try app.type(text)
      app.read(until: printed)
      return app
    }

    // MARK: Signals

    @Test func `Ctrl-C clears every view model and sets the exit code`() throws {
      let app = try app()

      app.send(SIGINT)

      #expect(app.end() == (.exit, 130))
      #expect(app.printedText.hasSuffix("\(Self.sheet)\n\(Self.cleared)"))
      #expect(app.errorText.isEmpty)
    }

    // MARK: The terminal

    /// Starts an app on a terminal, and waits for its prompt.
    private func app(
      on terminal: PseudoTerminal,
      environment: [String: String] = ["TERM": "xterm", "NO_COLOR": ""]
    ) async throws -> AppProcess {
      let app = try AppProcess(
        input: terminal.program,
        output: terminal.program,
        environment: environment
      )
      await until(terminal.screen.rows.contains { $0.text == ">" })
      return app
    }

    @Test func `Ctrl-C leaves the terminal in its original state`() async throws {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let before = terminal.settings
      let app = try await app(on: terminal)
      #expect(terminal.settings != before)

      app.send(SIGINT)

      #expect(app.end() == (.exit, 130))
      #expect(terminal.settings == before)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal that ends the app leaves the terminal in its original state`(
      signal: CInt
    ) async throws {
      let terminal = try PseudoTerminal(columns: 60, rows: 24)
      let before = terminal.settings
      let app = try await app(on: terminal)
      terminal.type("na")
      await until(terminal.screen.rowsBelow.first == "> na")
      #expect(terminal.screen.enclosesPastes)

      app.send(signal)

      #expect(app.end() == (.uncaughtSignal, signal))
      #expect(terminal.settings == before)
      await until(!terminal.screen.enclosesPastes)
      await until(terminal.screen.rowsBelow.allSatisfy(\.isEmpty))
    }

    @Test func `a signal that the app was started to ignore does not end it`() throws {
      let app = try AppProcess(shell: "trap '' HUP")
      app.read(until: "shown for 0 s\n")

      app.send(SIGHUP)
      try app.type("sheet\nquit\n")

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.hasSuffix(Self.cleared))
    }

    @Test func `Ctrl-C clears the typed line, and ends the app at an empty one`() async throws {
      let terminal = try PseudoTerminal(columns: 60, rows: 24)
      let app = try await app(on: terminal)
      // Twice text, and between them a paste whose end does not arrive.
      for typed in ["name", "x\u{1B}[200~unfinished", "sheet"] {
        terminal.type(typed)
        await until(terminal.screen.rowsBelow.first == "> \(typed.prefix { $0 != "\u{1B}" })")
        app.send(SIGINT)
        await until(terminal.screen.rowsBelow.first == ">")
      }
      terminal.type("name Ada\r")
      await until(terminal.screen.linesAbove.contains("> name Ada"))
      await until(terminal.screen.rowsBelow.first == ">")

      app.send(SIGINT)

      #expect(app.end() == (.exit, 130))
      #expect(!terminal.screen.linesAbove.contains("> sheet"))
    }

    // SuperLightTUI#263, dua-cli#65, pi#599, opencode#16327: the shell gets a raw terminal, and after a
    // change of the size the app draws for the old one.
    @Test func `the prompt and the screen are shown again after Ctrl-Z and fg`() async throws {
      let terminal = try PseudoTerminal(columns: 40, rows: 10)
      let before = terminal.settings
      let app = try await app(on: terminal)
      terminal.type("na")
      await until(terminal.screen.rowsBelow.prefix(2) == ["> na", "Home"])

      app.send(SIGTSTP)
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(app.processID), &info, WSTOPPED | WNOWAIT) == 0)
      #expect(terminal.settings == before)
      await until(terminal.screen.rowsBelow.allSatisfy(\.isEmpty))

      // The size has changed meanwhile.
      terminal.resize(columns: 20, rows: 5)
      app.send(SIGCONT)
      let rows = ["> na", "Home", "name: \"\" (the name …"]
      await until(terminal.screen.rowsBelow.prefix(3).elementsEqual(rows))
      #expect(terminal.settings != before)

      terminal.type("me Ada\rquit\r")
      #expect(app.end() == (.exit, 0))
      #expect(terminal.settings == before)
      await until(terminal.screen.linesAbove.contains("> name Ada"))
      #expect(terminal.screen.unknown == [])
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": ""]])
    func `a terminal for plain text gets no sequences`(environment: [String: String]) async throws {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let app = try await app(on: terminal, environment: environment)

      terminal.type("sheet\nquit\n")

      #expect(app.end() == (.exit, 0))
      await until(terminal.screen.linesAbove.contains("bye"))
      #expect(terminal.screen.linesAbove.contains("present  home → sheet   [home] ▸ [sheet]"))
      #expect(terminal.screen.sequences == 0)
    }

    @Test func `the demonstration ends its process, and a new process continues it`() async throws {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let before = terminal.settings
      let app = try await app(on: terminal)

      terminal.type("demo\r")
      var shown: [String] { terminal.screen.linesAbove + terminal.screen.rowsBelow }
      await until(
        shown.contains { $0.hasPrefix("map      ") } && shown.last { !$0.isEmpty } == ">"
      )
      terminal.type("quit\r")

      #expect(app.end() == (.exit, 0))
      #expect(terminal.settings == before)
      await until(shown.contains("bye"))
      let lines = shown.filter { line in
        ["start", "push", "saved", "killed", "pop"].contains { line.hasPrefix($0) }
      }
      #expect(
        lines.map { String($0.prefix { $0 != " " }) } == [
          "start", "push", "saved", "killed", "start", "start", "pop",
        ]
      )
      #expect(lines.last == #"pop      details → home {name: "adA", number: 24}   [home]"#)
      #expect(terminal.screen.unknown == [])
      await until(terminal.screen.showsCursor)
    }

    // MARK: Input and output

    @Test(arguments: products, [nil, "exec <&-"])
    func `the end of the input, or a closed one, ends the app`(
      product: String,
      shell: String?
    ) throws {
      let app = try AppProcess(product, shell: shell)
      try app.endInput()

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.hasSuffix("bye\n"))
    }

    @Test(arguments: products)
    func `a reader that closes the pipe is not an error`(product: String) throws {
      let app = try app(product, typing: "help\n", until: "quit")

      try app.output.fileHandleForReading.close()
      try app.type(String(repeating: "help\n", count: 10))

      #expect(app.end() == (.exit, 0))
      #expect(app.errorText.isEmpty)
    }

    @Test(arguments: [
      ("</dev/null >/dev/full", "No space left on device"),
      ("<&- >&-", "Bad file descriptor"),
    ])
    func `lost output is an error`(streams: String, reason: String) throws {
      let app = try AppProcess(shell: "exec \(streams)")

      #expect(app.end() == (.exit, 1))
      #expect(app.errorText == "cannot write the output: \(reason)\n")
    }

    @Test func `a non-blocking output loses nothing`() throws {
      let pipe = Pipe()
      try makeNonblocking(pipe.fileHandleForWriting)
      let app = try AppProcess(output: pipe.fileHandleForWriting)
      try pipe.fileHandleForWriting.close()
      // More than fits into a pipe, so that the app has to wait for space.
      try app.type(String(repeating: "help\n", count: 300))
      try app.endInput()

      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      let text = String(decoding: data, as: UTF8.self)

      #expect(app.end() == (.exit, 0))
      #expect(text.split(separator: "> help\n").count == 301)
      #expect(text.hasSuffix("bye\n"))
    }

    @Test func `the app waits for a non-blocking input`() throws {
      let pipe = Pipe()
      try makeNonblocking(pipe.fileHandleForReading)
      let app = try AppProcess(input: pipe.fileHandleForReading)
      try pipe.fileHandleForReading.close()
      app.read(until: "shown for 0 s\n")

      try pipe.fileHandleForWriting.write(contentsOf: Data("name Ada\nquit\n".utf8))

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.contains("  name: \"Ada\"\n"))
    }

    private func makeNonblocking(_ handle: FileHandle) throws {
      let flags = fcntl(handle.fileDescriptor, F_GETFL)
      try #require(fcntl(handle.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    }

    @Test func `a save over the file size limit fails and keeps the old file`() async throws {
      try await withFile { file in
        let first = try app(typing: "name Ada\nsave \(file)\nquit\n", until: "bye\n")
        #expect(first.end() == (.exit, 0))
        let saved = try Data(contentsOf: URL(filePath: file))

        let app = try AppProcess(shell: "ulimit -f 0")
        try app.type("name Bob\nsave \(file)\nquit\n")

        #expect(app.end() == (.exit, 0))
        #expect(app.printedText.contains("error    \"\(file)\" cannot be written"))
        #expect(try Data(contentsOf: URL(filePath: file)) == saved)
        let url = URL(filePath: file)
        let folder = url.deletingLastPathComponent().path
        let temporary = "\(folder)/.\(url.lastPathComponent).new"
        #expect(!FileManager.default.fileExists(atPath: temporary))
      }
    }
  }
#endif
