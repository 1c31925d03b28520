/// The input and output of a terminal app.
@MainActor
public struct TerminalConsole {
  /// The source of the commands.
  public let input: any LineSource

  /// The destination of everything that the app prints.
  public var output: any TextSink { appOutput }

  private(set) var appOutput: AppOutput

  /// The output that the console was created with.
  let sink: any TextSink

  /// Whether a person types the commands and sees the output.
  public let isInteractive: Bool

  /// Whether transitions are printed with colours.
  public let style: TerminalStyle

  /// The time machine that makes an app on this console; nil if the app is made only once.
  private(set) var timeMachine: AnyObject?

  /// How long a script waits for the work that a command begins: longer than most requests to a server
  /// take.
  var workLimit = Duration.seconds(2)

  /// Creates a console.
  public init(
    input: any LineSource,
    output: any TextSink,
    isInteractive: Bool = false,
    style: TerminalStyle = .plain
  ) {
    self.input = input
    sink = output
    appOutput = AppOutput(output)
    self.isInteractive = isInteractive
    self.style = style
  }

  /// Returns this console with an output of its own, for an app that a time machine makes.
  func used(by timeMachine: AnyObject) -> TerminalConsole {
    var console = self
    console.appOutput = AppOutput(sink)
    console.timeMachine = timeMachine
    return console
  }

  /// Returns the standard input and output, which are interactive if both are terminals.
  ///
  /// The input is not read ahead. Call this before the first `await` of the program: otherwise, if the
  /// standard input is closed, the system may have opened another file in its place. Writes are not
  /// buffered; the process ignores `SIGPIPE` and `SIGXFSZ`, so that a write can fail.
  public static func standard() -> TerminalConsole {
    let input = StandardInput()
    let output = StandardOutput()
    let isInteractive = input.isTerminal && output.isTerminal
    return TerminalConsole(
      input: input,
      output: output,
      isInteractive: isInteractive,
      style: .automatic(isTerminal: isInteractive)
    )
  }

  /// Returns a console that reads these lines, for tests.
  public static func script(
    _ lines: [String],
    output: any TextSink,
    isInteractive: Bool = false
  ) -> TerminalConsole {
    TerminalConsole(
      input: ArrayLineSource(lines),
      output: output,
      isInteractive: isInteractive
    )
  }
}
