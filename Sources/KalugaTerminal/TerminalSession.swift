public import KalugaArchitecture

/// Reads commands line by line, and shows a screen between them.
///
/// - On a terminal, an interactive session shows a prompt with the screen under it. It redraws both
///   whenever the lines of the screen or the size of the window change. What is written to the
///   output appears above the prompt. See <doc:using-the-prompt>.
/// - If the terminal is for plain text (``TerminalStyle/automatic(isTerminal:)``), or if input
///   or output is not the standard one, an interactive session prints the screen and a prompt before
///   each command, and nothing moves the cursor.
/// - A session that reads from a pipe echoes each command after `>`, and prints the screen after
///   each command that changed it. The same input therefore always gives the same output.
///
/// All calls are on the main actor. The lines of a screen are treated as data: control characters
/// in them are escaped, so that a line stays one line. What commands write to the output themselves
/// is not escaped; use ``TerminalHost/print(_:)`` for text from untrusted sources.
@MainActor
public final class TerminalSession {
  /// Why a session ended.
  public enum End: Hashable, Sendable {
    /// A command replied ``Reply/quit``.
    case quit
    /// There is no more input.
    case endOfInput
    /// The user pressed Ctrl-C, and no typed line was there to be cleared.
    case interrupted
    /// The output no longer accepts text, for example because its reader has ended.
    case outputClosed
  }

  /// Decides what the session does after a command.
  public enum Reply: Hashable, Sendable {
    /// Read the next command.
    case next
    /// End the session.
    case quit
  }

  private let input: any LineSource
  private let output: any TextSink
  private let isInteractive: Bool
  /// The prompt, if it can be redrawn.
  let live: LivePrompt?

  private var screen = InitializedObservable<[String]>(wrappedValue: [])
  private var observation: (any Disposable)?
  private var drawn: [String] = []
  private var isPrompting = false
  /// The read that the prompt waits for, or one that Ctrl-C left pending.
  private var read: Task<String?, Never>?
  private var drivers: [HostedDriver] = []
  /// Whether blank lines are only echoed.
  var ignoresBlankLines = false

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - input: Where commands come from.
  ///   - output: Where screens, the prompt and echoed commands are printed.
  ///   - isInteractive: Whether a person types the commands and sees the output.
  public convenience init(input: any LineSource, output: any TextSink, isInteractive: Bool) {
    let style = TerminalStyle.automatic(isTerminal: isInteractive)
    self.init(input: input, output: output, isInteractive: isInteractive, style: style)
  }

  /// Creates a session whose prompt is redrawn on a terminal unless the style is plain.
  init(input: any LineSource, output: any TextSink, isInteractive: Bool, style: TerminalStyle) {
    if isInteractive, style != .plain,
      let input = input as? StandardInput, input.isTerminal,
      let output = output as? StandardOutput, output.isTerminal
    {
      let live = LivePrompt(input, output, style: style)
      self.live = live
      self.input = live
    } else {
      live = nil
      self.input = input
    }
    self.output = output
    self.isInteractive = isInteractive
    MainActorResumptions.track()
  }

  /// Creates a session on the standard input and output.
  ///
  /// It is interactive if both are terminals.
  public convenience init() {
    let console = TerminalConsole.standard()
    self.init(input: console.input, output: console.sink, isInteractive: console.isInteractive)
  }

  deinit {
    observation?.dispose()
  }

  /// Shows a screen whose lines follow an observable, in place of the one before.
  ///
  ///     session.show(combine(model.$name, model.isValid) { name, isValid in
  ///       ["name: \(name)", isValid ? "ready" : "name is missing"]
  ///     })
  ///
  /// An interactive session that is at its prompt shows it at once.
  public func show(_ screen: InitializedObservable<[String]>) {
    show(screen) { _ in nil }
  }

  /// Shows a screen with a panel, which is made again after changes of the screen.
  func show(
    _ screen: InitializedObservable<[String]>,
    panel: @escaping @MainActor ([String]) -> Panel?
  ) {
    live?.makePanel = panel
    observation?.dispose()
    self.screen = screen
    observation = nil
    guard isInteractive else { return }
    if let live {
      observation = screen.observe { [weak live] in live?.screen = Self.escaped($0) }
    } else if isPrompting {
      output.write("\n")
      draw()
    }
  }

  /// Offers completions for the Tab key: whole lines, such as `name ` or `link app://host/home`, for the
  /// text in front of the cursor.
  ///
  /// Lines that do not begin with this text, or equal it, are ignored. Tab extends the line as far as
  /// all others agree, and lists them if that adds nothing. It has no effect in a session whose prompt
  /// cannot be redrawn.
  public func setCompletions(_ completions: @escaping @MainActor (String) -> [String]) {
    live?.completions = completions
  }

  /// Makes this session the host of a driver, which it does not keep.
  ///
  /// The driver's `hostState` is active while ``run(_:)`` reads and carries out commands. Before
  /// the first run and between two runs, it is background.
  public func host<Destination>(_ driver: NavigationDriver<Destination>) {
    drivers.removeAll { $0.driver == nil }
    let hosted = HostedDriver(driver: driver) { [weak driver] in driver?.hostState = $0 }
    drivers.append(hosted)
    hosted.move(hostState)
  }

  private struct HostedDriver {
    weak var driver: AnyObject?
    let move: @MainActor (HostState) -> Void
  }

  private var hostState: HostState { runs > 0 ? .active : .background }

  /// The number of runs, one inside the other.
  private var runs = 0 {
    didSet { for hosted in drivers { hosted.move(hostState) } }
  }

  /// Runs commands until one of them quits, the input ends, Ctrl-C is pressed or the output closes.
  ///
  /// At a prompt that can be redrawn, Ctrl-C clears the typed line, and ends the session only if the
  /// line is empty. While a command is being carried out, it cancels the command's task; the session
  /// ends when the command has returned.
  ///
  /// The session can run again afterwards, and a command can run it to ask for more input. A line
  /// that is typed after Ctrl-C is the first line of the next run. What `handle` prints appears before
  /// the next prompt.
  ///
  /// - Returns: Why the session ended.
  public func run(_ handle: @escaping @MainActor (String) async -> Reply) async -> End {
    let interrupts = InterruptSignal()
    defer { interrupts.stop() }
    await interrupts.listening()
    if runs == 0 { await live?.begin() }
    runs += 1
    defer {
      runs -= 1
      if runs == 0 { live?.end() }
    }
    let continuation = listenForContinuation()
    defer { continuation?.stop() }
    await settle()
    while true {
      draw()
      if output.isClosed { return .outputClosed }
      switch await nextLine(or: interrupts) {
      case .interrupt: return .interrupted
      case .end: return output.isClosed ? .outputClosed : .endOfInput
      case .line(let first):
        echo(first)
        var reply = Reply.next
        if let line = firstCommand(from: first, until: interrupts) {
          reply = await carryOut(line, or: interrupts, handle)
        }
        await settle()
        if output.isClosed { return .outputClosed }
        if reply == .quit { return .quit }
      }
    }
  }

  /// Returns the first line that is not blank, this one or one that has arrived after it; nil if none
  /// has.
  ///
  /// Blank lines are only echoed: a turn of the main actor for each would take minutes if there are a
  /// million.
  private func firstCommand(from first: String, until interrupts: InterruptSignal) -> String? {
    var line = first
    while ignoresBlankLines, line.isBlank {
      guard !interrupts.hasArrived, !output.isClosed,
        let next = (input as? StandardInput)?.arrivedLine()
      else { return nil }
      echo(next)
      line = next
    }
    return line
  }

  /// Carries out a command in a task that Ctrl-C cancels.
  private func carryOut(
    _ line: String,
    or interrupts: InterruptSignal,
    _ handle: @escaping @MainActor (String) async -> Reply
  ) async -> Reply {
    let work = Task { await handle(line) }
    interrupts.onInterrupt { work.cancel() }
    return await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// Whether the end of the input leaves the cursor behind the prompt.
  var hasPlainPrompt: Bool { isInteractive && live == nil }

  // MARK: Input

  private enum Arrival: Sendable {
    case line(String)
    case end
    case interrupt
  }

  private func nextLine(or interrupts: InterruptSignal) async -> Arrival {
    let arrival = OneShot<Arrival>()
    endOrClearLine(after: interrupts, arrival)
    let read = pendingRead()
    Task { @MainActor in
      arrival.settle(await read.value.map { .line($0) } ?? .end)
    }
    let result = await arrival.wait()
    switch result {
    case .line, .end: self.read = nil
    case .interrupt: break
    }
    isPrompting = false
    return result
  }

  /// Lets Ctrl-C clear the line that is being typed, or end the session if the line is empty.
  private func endOrClearLine(after interrupts: InterruptSignal, _ arrival: OneShot<Arrival>) {
    guard let live else { return interrupts.onInterrupt { arrival.settle(.interrupt) } }
    interrupts.onInterrupt { [weak self] in
      Task { @MainActor in
        guard let self, live.clearLine() else {
          arrival.settle(.interrupt)
          return
        }
        interrupts.forgetOne()
        self.endOrClearLine(after: interrupts, arrival)
      }
    }
  }

  /// Returns the read that an interrupt left pending, or starts a new one.
  ///
  /// A read cannot be cancelled, and a pending one would take the next line from a new one.
  private func pendingRead() -> Task<String?, Never> {
    if let read { return read }
    let input = input
    let new = Task { @MainActor in await input.next() }
    read = new
    return new
  }

  /// Runs the work that is queued on the main actor, then what this work has posted, and then the
  /// tasks that the posts have resumed.
  func settle() async {
    for _ in 0..<4 { await MainActorResumptions.turn() }
  }

  /// Prints the prompt again when the user returns to it with `fg`.
  private func listenForContinuation() -> SignalListener? {
    guard isInteractive, live == nil else { return nil }
    return SignalListener(.continued) { [weak self] in
      Task { @MainActor in
        if let self, self.isPrompting { self.output.write(PromptFrame.mark) }
      }
    }
  }

  // MARK: Output

  /// Prints the screen and a prompt, or, if not interactive, the screen if it changed.
  private func draw() {
    let lines = Self.escaped(screen.current)
    if let live {
      live.screen = lines
    } else if isInteractive {
      output.write(lines.map { $0 + "\n" }.joined() + PromptFrame.mark)
      isPrompting = true
    } else if lines != drawn {
      output.write(lines.map { "  \($0)\n" }.joined())
      drawn = lines
    }
  }

  /// Prints a command, unless the user has seen it on a line that stays.
  private func echo(_ line: String) {
    guard live != nil || !isInteractive else { return }
    output.writeLine(PromptFrame.mark + line.escapingControlCharacters())
  }

  private static func escaped(_ lines: [String]) -> [String] {
    lines.map { $0.escapingControlCharacters() }
  }
}
