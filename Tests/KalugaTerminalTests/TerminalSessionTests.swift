import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct TerminalSessionTests {
  private let output = StringSink()

  private func session(_ lines: String..., isInteractive: Bool = false) -> TerminalSession {
    TerminalSession(
      input: ArrayLineSource(lines),
      output: output,
      isInteractive: isInteractive
    )
  }

  // MARK: The end

  @Test func `a session ends when a command quits, and reads no further`() async {
    var handled: [String] = []
    let end = await session("a", "quit", "b").run { line in
      handled.append(line)
      return line == "quit" ? .quit : .next
    }
    #expect(end == .quit)
    #expect(handled == ["a", "quit"])
    #expect(output.text == "> a\n> quit\n")
  }

  @Test func `a session ends with its input`() async {
    #expect(await session("a", "b").run { _ in .next } == .endOfInput)
    #expect(output.lines == ["> a", "> b"])
  }

  @Test func `a session without input ends at once`() async {
    var handled = 0
    let end = await session().run { _ in
      handled += 1
      return .next
    }
    #expect(end == .endOfInput)
    #expect(handled == 0)
    #expect(output.text.isEmpty)
  }

  @Test func `a session ends when nobody reads its output`() async {
    let sink = ClosingSink(writes: 2)
    let session = TerminalSession(
      input: ArrayLineSource(["a", "b", "c", "d"]),
      output: sink,
      isInteractive: false
    )
    var handled: [String] = []
    let end = await session.run { line in
      handled.append(line)
      return .next
    }
    #expect(end == .outputClosed)
    #expect(handled == ["a", "b"])
    #expect(sink.text == "> a\n> b\n")
  }

  @Test func `an output that is closed from the start lets no command run`() async {
    let session = TerminalSession(
      input: ArrayLineSource(["a"]),
      output: ClosingSink(writes: 0),
      isInteractive: false
    )
    let end = await session.run { _ in
      Issue.record("a command ran")
      return .next
    }
    #expect(end == .outputClosed)
  }

  // MARK: A script

  @Test func `empty lines are commands too`() async {
    var handled: [String] = []
    _ = await session("", " ", "a").run { line in
      handled.append(line)
      return .next
    }
    #expect(handled == ["", " ", "a"])
    #expect(output.lines == ["> ", ">  ", "> a"])
  }

  @Test func `the screen is printed first, and then after each command that changed it`() async {
    let counter = InitializedSubject(wrappedValue: 0)
    let session = session("stay", "count", "stay", "count")
    session.show(TerminalScreen(counter.map { ["count: \($0)", "end"] }))
    _ = await session.run { line in
      if line == "count" { counter.current += 1 }
      return .next
    }
    #expect(
      output.lines == [
        "  count: 0", "  end", "> stay", "> count", "  count: 1", "  end", "> stay", "> count",
        "  count: 2", "  end",
      ]
    )
  }

  @Test func `a screen that changes and changes back is not printed again`() async {
    let counter = InitializedSubject(wrappedValue: 0)
    let session = session("both")
    session.show(TerminalScreen(counter.map { ["\($0)"] }))
    _ = await session.run { _ in
      counter.current = 1
      counter.current = 0
      return .next
    }
    #expect(output.lines == ["  0", "> both"])
  }

  @Test func `what a command launches is done before the screen is printed`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let scope = TaskScope()
    let session = session("launch")
    session.show(TerminalScreen(text.map { [$0] }))
    _ = await session.run { _ in
      scope.launch { await text.set("new") }
      return .next
    }
    #expect(output.lines == ["  old", "> launch", "  new"])
  }

  @Test func `what a command posts from elsewhere is shown before the next prompt`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let session = session("post")
    session.show(TerminalScreen(text.map { [$0] }))
    _ = await session.run { _ in
      await Task.detached { text.post("new") }.value
      return .next
    }
    #expect(output.lines == ["  old", "> post", "  new"])
  }

  /// The work is resumed by the command, and so comes back by way of another thread.
  @Test func `what a command resumes is done before the screen is printed, each time`() async {
    let text = InitializedSubject(wrappedValue: "")
    let scope = TaskScope()
    var ticket = NavigationTicket<String>()
    func edit() {
      ticket = NavigationTicket()
      scope.launch { [ticket] in
        if let result = try? await ticket.result { text.current = result }
      }
    }
    let lines = (0..<5_000).map { "\($0)" }
    let session = TerminalSession(
      input: ArrayLineSource(lines),
      output: output,
      isInteractive: false
    )
    session.show(TerminalScreen(text.map { [$0] }))
    edit()
    _ = await session.run { line in
      ticket.settle(.finished(line))
      edit()
      return .next
    }
    let isComplete = output.lines == ["  "] + lines.flatMap { ["> \($0)", "  \($0)"] }
    #expect(isComplete)
  }

  @Test func `what a command prints stands between its echo and the screen`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let session = session("say")
    session.show(TerminalScreen(text.map { [$0] }))
    _ = await session.run { [output] _ in
      output.writeLine("said")
      text.current = "new"
      return .next
    }
    #expect(output.lines == ["  old", "> say", "said", "  new"])
  }

  @Test func `another screen is printed after the command that shows it`() async {
    let session = session("go", "same")
    session.show(TerminalScreen(["first"]))
    _ = await session.run { line in
      session.show(TerminalScreen([line == "go" ? "second" : "second"]))
      return .next
    }
    #expect(output.lines == ["  first", "> go", "  second", "> same"])
  }

  @Test func `a screen that is not shown any more does not print`() async {
    let old = InitializedSubject(wrappedValue: "old")
    let session = session("go", "change")
    session.show(TerminalScreen(old.map { [$0] }))
    _ = await session.run { line in
      if line == "go" { session.show(TerminalScreen(["new"])) } else { old.current = "changed" }
      return .next
    }
    #expect(output.lines == ["  old", "> go", "  new", "> change"])
  }

  @Test func `the screen is not printed after the command that quits`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let session = session("quit")
    session.show(TerminalScreen(text.map { [$0] }))
    _ = await session.run { _ in
      text.current = "new"
      return .quit
    }
    #expect(output.lines == ["  old", "> quit"])
  }

  @Test func `the same script prints the same each time`() async {
    var transcripts: Set<String> = []
    for _ in 0..<10 {
      let output = StringSink()
      let session = TerminalSession(
        input: ArrayLineSource((0..<20).map { "\($0)" }),
        output: output,
        isInteractive: false
      )
      let scope = TaskScope()
      let text = InitializedSubject(wrappedValue: "")
      session.show(TerminalScreen(text.map { [$0] }))
      _ = await session.run { line in
        scope.launch { text.post(line) }
        return .next
      }
      transcripts.insert(output.text)
    }
    #expect(transcripts.count == 1)
  }

  // MARK: A person at the terminal

  @Test func `a person sees a prompt and no echo`() async {
    let session = session("a", isInteractive: true)
    session.show(TerminalScreen(["line"]))
    #expect(await session.run { _ in .next } == .endOfInput)
    #expect(output.text == "line\n> line\n> ")
  }

  @Test func `a session that has ended does not draw any more`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let session = session(isInteractive: true)
    session.show(TerminalScreen(text.map { [$0] }))
    _ = await session.run { _ in .next }
    let before = output.text
    text.current = "new"
    #expect(output.text == before)
  }

  @Test func `the screen is drawn again while a person types`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let input = GatedLineSource()
    let session = TerminalSession(input: input, output: output, isInteractive: true)
    session.show(TerminalScreen(text.map { [$0] }))
    let run = Task { @MainActor in await session.run { _ in .next } }
    await input.isAsked.wait()
    #expect(output.text == "old\n> ")
    text.current = "new"
    let redrawn = output.text.dropFirst("old\n> ".count)
    #expect(redrawn.contains("new"))
    // The cursor is saved before and comes back after.
    #expect(redrawn.hasPrefix("\u{1B}7") && redrawn.hasSuffix("\u{1B}8"))
    let before = output.text
    text.current = "new"
    #expect(output.text == before)
    input.end.settle()
    #expect(await run.value == .endOfInput)
  }

  @Test func `a session that runs again draws its screen again`() async {
    let text = InitializedSubject(wrappedValue: "old")
    let input = GatedLineSource(earlierEnds: 1)
    let session = TerminalSession(input: input, output: output, isInteractive: true)
    session.show(TerminalScreen(text.map { [$0] }))
    #expect(await session.run { _ in .next } == .endOfInput)
    let run = Task { @MainActor in await session.run { _ in .next } }
    await input.isAsked.wait()
    let before = output.text
    text.current = "new"
    #expect(output.text.dropFirst(before.count).contains("new"))
    input.end.settle()
    #expect(await run.value == .endOfInput)
  }

  @Test func `a session that is released observes its screen no longer`() async {
    let text = InitializedSubject(wrappedValue: "old")
    do {
      let session = session(isInteractive: true)
      session.show(TerminalScreen(text.map { [$0] }))
      _ = await session.run { _ in .next }
      #expect(text.observerCount > 0)
    }
    // The observer of the lines goes first, and then that of the text.
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        SimpleDisposable(onDisposeOnMainActor: { continuation.resume() }).dispose()
      }
    }
    #expect(text.observerCount == 0)
  }
}

/// A source that says when it is asked, and ends when the test wants.
@MainActor
private final class GatedLineSource: LineSource {
  let isAsked = HandOff<Void>()
  let end = HandOff<Void>()
  private var earlierEnds: Int

  init(earlierEnds: Int = 0) {
    self.earlierEnds = earlierEnds
  }

  func next() async -> String? {
    guard earlierEnds == 0 else {
      earlierEnds -= 1
      return nil
    }
    isAsked.settle()
    await end.wait()
    return nil
  }
}
