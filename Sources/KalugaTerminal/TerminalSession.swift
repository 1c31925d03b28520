public import KalugaArchitecture

/// Reads commands line by line, and shows a screen between them.
///
/// With a person at the terminal there is a prompt, and the screen is drawn again whenever its lines
/// change. From a pipe each command is repeated behind `>`, and the screen is printed after a
/// command that changed it: the same input always gives the same output.
///
/// Lives on the main actor. The lines of screens are data: what would control the terminal is escaped,
/// and a line stays one line. What commands print themselves goes out as it is; ``TerminalHost`` prints
/// what comes from strangers.
@MainActor
public final class TerminalSession {
  /// Why a session ended.
  public enum End: Hashable, Sendable {
    /// A command asked for it.
    case quit
    /// There is no more input.
    case endOfInput
    /// The person pressed Ctrl-C.
    case interrupted
    /// Nobody reads the output any longer.
    case outputClosed
  }

  /// What a command says about the session.
  public enum Reply: Hashable, Sendable {
    /// Read the next command.
    case next
    /// End the session.
    case quit
  }

  private let input: any LineSource
  private let output: any TextSink
  private let isInteractive: Bool
  private let prompt = "> "

  private var screen = TerminalScreen([])
  private var observation: (any Disposable)?
  private var drawn: [String] = []
  private var isPrompting = false
  /// The read that a prompt waits for, or that Ctrl-C has left behind.
  private var read: Task<String?, Never>?
  /// The number of runs, one inside the other.
  private var runs = 0
  private var drivers: [HostedDriver] = []

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - input: Where commands come from.
  ///   - output: Where everything is printed.
  ///   - isInteractive: Whether a person types the commands and sees the output.
  public init(input: any LineSource, output: any TextSink, isInteractive: Bool) {
    self.input = input
    self.output = output
    self.isInteractive = isInteractive
    MainActorResumptions.track()
  }

  deinit {
    observation?.dispose()
  }

  /// Shows another screen from now on.
  public func show(_ screen: TerminalScreen) {
    observation?.dispose()
    self.screen = screen
    observation = nil
    guard isInteractive else { return }
    observation = screen.lines.observe { [weak self] lines in self?.redraw(lines) }
  }

  /// Makes this session the host of a driver, which it does not keep.
  ///
  /// The ``NavigationDriver/hostState`` is active while a run reads and carries out commands, and background
  /// before the first run and between two of them.
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

  private func countRun(_ change: Int) {
    runs += change
    for hosted in drivers { hosted.move(hostState) }
  }

  /// Runs commands until one of them quits, the input ends, Ctrl-C is pressed or the output closes.
  ///
  /// May be called again, also by a command that asks for something itself. A line that is typed after
  /// Ctrl-C is the first one of the next run.
  ///
  /// - Parameter handle: Carries out a command; what it prints appears before the next prompt.
  /// - Returns: What ended the session.
  public func run(_ handle: @MainActor (String) async -> Reply) async -> End {
    let interrupts = InterruptSignal()
    defer { interrupts.stop() }
    await interrupts.listening()
    countRun(1)
    defer { countRun(-1) }
    await settle()
    while true {
      draw()
      if output.isClosed { return .outputClosed }
      switch await nextLine(or: interrupts) {
      case .interrupt: return .interrupted
      case .end: return output.isClosed ? .outputClosed : .endOfInput
      case .line(let line):
        if !isInteractive { output.writeLine(prompt + line.escapingControlCharacters()) }
        let reply = await handle(line)
        await settle()
        if output.isClosed { return .outputClosed }
        if reply == .quit { return .quit }
      }
    }
  }

  // MARK: Input

  private enum Arrival: Sendable {
    case line(String)
    case end
    case interrupt
  }

  private func nextLine(or interrupts: InterruptSignal) async -> Arrival {
    let arrival = OneShot<Arrival>()
    interrupts.onInterrupt { arrival.settle(.interrupt) }
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

  /// The read that an interrupt has left behind, or a new one.
  ///
  /// Reads cannot be cancelled: beside a new one, the one left behind would take the next line. It is not
  /// a child of a scope: without a further prompt, it ends with the process.
  private func pendingRead() -> Task<String?, Never> {
    if let read { return read }
    let input = input
    let new = Task { @MainActor in await input.next() }
    read = new
    return new
  }

  /// Lets everything run that was queued on the main actor, and what follows from it.
  ///
  /// Each turn runs one more generation: the work that a command launched, then what that posted, then what
  /// that resumed.
  private func settle() async {
    for _ in 0..<4 { await MainActorResumptions.turn() }
  }

  // MARK: Output

  /// Prints the screen where it belongs: above the prompt, or after a command that changed it.
  private func draw() {
    let lines = Self.escaped(screen.lines.current)
    if isInteractive {
      output.write(lines.map { $0 + "\n" }.joined() + prompt)
      drawn = lines
      isPrompting = true
    } else if lines != drawn {
      output.write(lines.map { "  \($0)\n" }.joined())
      drawn = lines
    }
  }

  private static func escaped(_ lines: [String]) -> [String] {
    lines.map { $0.escapingControlCharacters() }
  }

  /// Draws the lines over the old ones while the person may be typing below them.
  private func redraw(_ lines: [String]) {
    let lines = Self.escaped(lines)
    guard isPrompting, lines != drawn else { return }
    if lines.count == drawn.count, !lines.isEmpty {
      let rewritten = lines.map { "\u{1B}[2K\($0)" }.joined(separator: "\r\n")
      // Save the cursor, go up to the first line, rewrite, come back to what is being typed.
      output.write("\u{1B}7\u{1B}[\(lines.count)A\r\(rewritten)\u{1B}8")
      drawn = lines
    } else {
      output.write("\r\u{1B}[2K")
      draw()
    }
  }
}
