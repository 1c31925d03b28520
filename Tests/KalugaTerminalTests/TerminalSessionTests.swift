import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

@MainActor
struct TerminalSessionTests {
  private let output = StringSink()
  private let text = InitializedSubject(wrappedValue: "old")

  /// Returns a session that shows the text.
  private func session(_ lines: String..., isInteractive: Bool = false) -> TerminalSession {
    session(ArrayLineSource(lines), isInteractive: isInteractive)
  }

  private func session(_ input: any LineSource, isInteractive: Bool) -> TerminalSession {
    let session = TerminalSession(input: input, output: output, isInteractive: isInteractive)
    session.show(text.map { $0.split(separator: "\n").map(String.init) })
    return session
  }

  // MARK: The host

  @Test func `a session is the host of its drivers, which are active in a run`() async {
    let session = session("command", isInteractive: false)
    let driver = makeDriver()
    session.host(driver)
    driver.start()
    #expect(driver.topViewModel?.stage.current == .created)
    _ = await session.run { _ in
      // A command that asks for something itself.
      _ = await session.run { _ in .quit }
      #expect(driver.topViewModel?.stage.current == .resumed)
      return .quit
    }
    #expect(driver.hostState == .background)
    #expect(driver.topViewModel?.stage.current == .paused)
  }

  // MARK: The end

  @Test func `a session ends when a command quits, and neither reads nor prints more`() async {
    var handled: [String] = []
    let end = await session("a", "quit", "b").run { line in
      handled.append(line)
      guard line == "quit" else { return .next }
      text.current = "new"
      return .quit
    }
    #expect(end == .quit)
    #expect(handled == ["a", "quit"])
    #expect(output.text == "  old\n> a\n> quit\n")
  }

  @Test(arguments: [[], ["a", "b"], ["", " ", "a"]])
  func `a session runs each line as a command, and ends with its input`(lines: [String]) async {
    var handled: [String] = []
    let end = await session(ArrayLineSource(lines), isInteractive: false).run { line in
      handled.append(line)
      return .next
    }
    #expect(end == .endOfInput)
    #expect(handled == lines)
    #expect(output.lines == ["  old"] + lines.map { "> \($0)" })
  }

  @Test(arguments: [0, 2])
  func `a session ends when its output is closed`(writes: Int) async {
    let lines = ["a", "b", "c", "d"]
    let sink = ClosingSink(writes: writes)
    let session = TerminalSession(
      input: ArrayLineSource(lines),
      output: sink,
      isInteractive: false
    )
    var handled: [String] = []
    let end = await session.run { line in
      handled.append(line)
      return .next
    }
    #expect(end == .outputClosed)
    #expect(handled == Array(lines.prefix(writes)))
    #expect(sink.text == handled.map { "> \($0)\n" }.joined())
  }

  /// A source that simulates Ctrl-C during the first read, which continues.
  private final class InterruptedLineSource: LineSource {
    let gate = Gate()
    private var isFirst = true

    func next() async -> String? {
      guard isFirst else { return nil }
      isFirst = false
      kill(getpid(), SIGINT)
      try? await gate.pass()
      return "typed"
    }
  }

  // In a separate process, because the signal reaches all sessions.
  @Test func `a line that is typed after Ctrl-C is the first line of the next run`() async {
    await #expect(processExitsWith: .success) { await TerminalSessionTests.typeAfterInterrupt() }
  }

  private static func typeAfterInterrupt() async {
    let input = InterruptedLineSource()
    let session = TerminalSession(input: input, output: StringSink(), isInteractive: true)
    let first = await session.run { _ in .quit }
    #expect(first == .interrupted)
    input.gate.open()
    var handled: [String] = []
    let second = await session.run { line in
      handled.append(line)
      return .next
    }
    #expect(second == .endOfInput)
    #expect(handled == ["typed"])
  }

  // In a separate process, because the signal reaches all sessions.
  @Test func `Ctrl-C cancels the running command, and ends the session after it`() async {
    await #expect(processExitsWith: .success) { await TerminalSessionTests.interruptCommand() }
  }

  private static func interruptCommand() async {
    let session = TerminalSession(
      input: ArrayLineSource(["wait", "next"]),
      output: StringSink(),
      isInteractive: false
    )
    var handled: [String] = []
    let end = await session.run { line in
      kill(getpid(), SIGINT)
      try? await Gate().pass()
      handled.append(line)
      return .next
    }
    #expect(end == .interrupted)
    #expect(handled == ["wait"])
  }

  @Test func `the cancellation of a session's task cancels the running command`() async throws {
    let began = Gate()
    let ended = Gate()
    let session = session("wait")
    let run = Task {
      await session.run { _ in
        began.open()
        try? await Gate().pass()
        ended.open()
        return .quit
      }
    }
    try await began.pass()
    run.cancel()
    try await ended.pass()
    #expect(await run.value == .quit)
  }

  // MARK: A script

  @Test func `the screen is printed first, and then after each command that changed it`() async {
    text.current = "count: 0\nend"
    var count = 0
    let session = session("stay", "count", "both", "show", "same")
    _ = await session.run { line in
      switch line {
      case "count":
        count += 1
        output.writeLine("counted")
      case "both": text.current = "something else"
      case "show": session.show(InitializedObservable(wrappedValue: ["other"]))
      default: break
      }
      text.current = "count: \(count)\nend"
      return .next
    }
    #expect(
      output.lines == [
        "  count: 0", "  end", "> stay", "> count", "counted", "  count: 1", "  end", "> both",
        "> show", "  other", "> same",
      ]
    )
  }

  @Test func `what a command launches or posts is shown before the next prompt`() async {
    let scope = TaskScope()
    _ = await session("launch", "post").run { [text] line in
      if line == "launch" {
        scope.launch { await text.set("launched") }
      } else {
        await Task.detached { text.post("posted") }.value
      }
      return .next
    }
    #expect(output.lines == ["  old", "> launch", "  launched", "> post", "  posted"])
  }

  /// Resuming the work involves another thread.
  @Test func `work that a command resumes always runs before the screen is printed`() async {
    let scope = TaskScope()
    var promise = NavigationPromise<String>()
    func edit() {
      promise = NavigationPromise()
      scope.launch { [ticket = promise.ticket, text] in
        if let result = try? await ticket.result { text.current = result }
      }
    }
    edit()
    let lines = (0..<100).map { "\($0)" }
    _ = await session(ArrayLineSource(lines), isInteractive: false).run { line in
      promise.settle(.finished(line))
      edit()
      return .next
    }
    let isComplete = output.lines == ["  old"] + lines.flatMap { ["> \($0)", "  \($0)"] }
    #expect(isComplete)
  }

  // MARK: Interactive sessions

  @Test func `an interactive session prints no echo, and nothing after its end`() async {
    let session = session("a", isInteractive: true)
    #expect(await session.run { _ in .next } == .endOfInput)
    text.current = "new"
    #expect(output.text == "old\n> old\n> ")
  }

  @Test func `without a terminal, nothing moves the cursor, and a new screen is shown at once`()
    async throws
  {
    let input = GatedLineSource()
    let session = session(input, isInteractive: true)
    let run = Task { @MainActor in await session.run { _ in .next } }
    try await input.gate.waitForArrivals(1)
    text.current = "new"
    #expect(output.text == "old\n> ")
    session.show(InitializedObservable(wrappedValue: ["other\u{1B}[2J"]))
    input.gate.letPass(1)
    #expect(await run.value == .endOfInput)
    #expect(output.text == "old\n> \nother\\u{1b}[2J\n> ")
  }
}
