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

    @Test func `Ctrl-C during many transitions loses no line and clears every view model`() throws {
      let app = try app(
        typing: String(repeating: "sheet\nsub\nclose\n", count: 500),
        until: "sub"
      )

      app.send(SIGINT)

      #expect(app.end() == (.exit, 130))
      let lines = app.printedText.split(separator: "\n")
      let opened = lines.count { $0.hasPrefix("present ") || $0.hasPrefix("push ") }
      let closed = lines.count { $0.hasPrefix("dismiss ") } * 2
      // The screens that were open at the end are cleared, Home last.
      #expect(lines.count { $0.hasPrefix("cleared ") } == opened - closed + 1)
      #expect(lines.suffix(2) == ["cleared  HomeViewModel", "bye"])
    }

    @Test func `a termination signal ends the app at once, and loses no printed text`() throws {
      let app = try app()

      app.send(SIGTERM)

      #expect(app.end() == (.uncaughtSignal, SIGTERM))
      #expect(app.printedText.hasSuffix(Self.sheet))
    }

    @Test func `the signal of a closed pipe is ignored`() throws {
      let app = try app()

      app.send(SIGPIPE)
      try app.type("quit\n")

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.hasSuffix(Self.cleared))
    }

    @Test func `an app continues after it was stopped`() throws {
      let app = try app()

      app.send(SIGTSTP)
      var info = siginfo_t()
      #expect(waitid(P_PID, id_t(app.processID), &info, WSTOPPED | WNOWAIT) == 0)
      try app.type("close\n")
      app.send(SIGCONT)
      try app.type("quit\n")

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.contains("dismiss  sheet → home   [home]\n"))
    }

    @Test func `Ctrl-C leaves the terminal in its original state`() throws {
      let (master, terminal) = try openTerminal()
      func settings() -> [UInt8] {
        var settings = termios()
        tcgetattr(terminal.fileDescriptor, &settings)
        return withUnsafeBytes(of: settings, Array.init)
      }
      func read(until end: String) throws -> String {
        var text = ""
        while !text.contains(end) {
          let data = master.availableData
          try #require(!data.isEmpty)
          text += String(decoding: data, as: UTF8.self)
        }
        return text
      }
      let before = settings()
      let app = try AppProcess(input: terminal, output: terminal)
      let printed = try read(until: "> ")

      app.send(SIGINT)
      let text = try printed + read(until: "bye\r\n")

      #expect(app.end() == (.exit, 130))
      #expect(settings() == before)
      // The cursor is restored as often as it is saved, and colours are reset.
      #expect(text.split(separator: "\u{1B}7").count == text.split(separator: "\u{1B}8").count)
      let colours = text.split(separator: "\u{1B}[").dropFirst().filter { $0.contains("m") }
      #expect(colours.last?.hasPrefix("0m") != false)
    }

    private func openTerminal() throws -> (master: FileHandle, terminal: FileHandle) {
      func handle(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      }
      let master = try handle("/dev/ptmx")
      // TIOCSPTLCK and TIOCGPTN, because Swift cannot import the header's functions for this
      // purpose.
      var number: CInt = 0
      try #require(ioctl(master.fileDescriptor, 0x4004_5431, &number) == 0)
      try #require(ioctl(master.fileDescriptor, 0x8004_5430, &number) == 0)
      return (master, try handle("/dev/pts/\(number)"))
    }

    // MARK: Input and output

    @Test(arguments: products)
    func `the end of the input ends the app`(product: String) throws {
      let app = try AppProcess(product)
      try app.type("next\nnext\nname Ada\nlogin\nitem 1\nsheet\n")
      try app.endInput()

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.hasSuffix(product == "NavigatorExample" ? Self.cleared : "bye\n"))
    }

    @Test(arguments: products)
    func `a reader that closes the pipe is not an error`(product: String) throws {
      let app = try app(product, typing: "help\n", until: "quit")

      try app.output.fileHandleForReading.close()
      try app.type(String(repeating: "help\n", count: 10))

      #expect(app.end() == (.exit, 0))
      #expect(app.errorText.isEmpty)
    }

    @Test(arguments: [true, false])
    func `lost output is an error`(isDiskFull: Bool) async throws {
      try await withFile { file in
        try Data().write(to: URL(filePath: file))
        let output = try FileHandle(forWritingTo: URL(filePath: isDiskFull ? "/dev/full" : file))

        let app = try AppProcess(shell: isDiskFull ? nil : "ulimit -f 0", output: output)

        #expect(app.end() == (.exit, 1))
        let reason = isDiskFull ? "No space left on device" : "File too large"
        #expect(app.errorText == "cannot write the output: \(reason)\n")
      }
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

    @Test func `bytes that are not UTF-8 are replaced, and the app continues`() throws {
      let app = try AppProcess()

      try app.type(Data("name ".utf8) + [0xFF, 0xC3] + Data("Ada\nquit\n".utf8))

      #expect(app.end() == (.exit, 0))
      #expect(app.printedText.contains("  name: \"\u{FFFD}\u{FFFD}Ada\"\n"))
      #expect(app.errorText.isEmpty)
    }

    @Test func `a line of ten megabytes is read like any other line`() throws {
      let app = try AppProcess()
      // Writes from another thread, because the app answers before it has read everything.
      let long = Data(repeating: UInt8(ascii: "a"), count: 10_000_000)
      let input = app.input.fileHandleForWriting
      Thread.detachNewThread { try? input.write(contentsOf: long + Data("\nquit\n".utf8)) }

      #expect(app.end() == (.exit, 0))
      #expect(app.printed.count > 10_000_000)
      #expect(app.printedText.contains("error    unknown command \"aaaa"))
      #expect(app.printedText.hasSuffix("bye\n"))
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
      }
    }
  }
#endif
