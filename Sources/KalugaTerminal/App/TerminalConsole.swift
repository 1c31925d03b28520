/// The input and output of a terminal app.
@MainActor
public struct TerminalConsole {
  /// The source of the commands.
  public let input: any LineSource

  /// The destination of everything that the app prints; it writes to the output that the console was
  /// created with.
  public var output: any TextSink { appOutput }

  /// Tells the app whether something was printed in reply to a command.
  private(set) var appOutput: AppOutput

  /// The output that the console was created with.
  let sink: any TextSink

  /// Whether a person types the commands and sees the output.
  public let isInteractive: Bool

  /// Whether transitions are printed with colours.
  public let style: TerminalStyle

  /// The time machine that makes an app on this console; nil if the app is made only once.
  private(set) var timeMachine: AnyObject?

  /// How long a script waits for the work that a command begins.
  ///
  /// Two seconds are more than most requests to a server take, and short enough for a script of
  /// many commands.
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

  /// Returns the standard input and output; they are interactive if both are terminals.
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
