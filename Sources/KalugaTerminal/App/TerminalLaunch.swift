import KalugaArchitecture

/// Launches a terminal app as a program: reads its options, runs it and ends the process.
///
///     await TerminalLaunch("Hello", "greets you by name", version: "1.0").run { launch in
///       makeApp(on: launch.console)
///     }
///
/// Each program has the options `--help`, `--version`, `--trace`, which prints what the
/// architecture does from the start, and `--columns`, the width that a script has (see
/// ``TerminalApp/columns``).
@MainActor
public struct TerminalLaunch {
  /// An option with a value, such as `--endpoint URL`.
  public struct Option: Hashable, Sendable {
    let name: String
    let value: String
    let summary: String?

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - name: What is typed, such as `--endpoint`.
    ///   - value: What `--help` calls the value, such as `URL`.
    ///   - summary: What the option does, for `--help`; nil for an option that the program itself
    ///     passes to a new process, and that `--help` leaves out.
    public init(_ name: String, _ value: String, _ summary: String?) {
      self.name = name
      self.value = value
      self.summary = summary
    }
  }

  /// The standard input and output of the program.
  public private(set) var console = TerminalConsole.standard()

  let request: Request

  enum Request: Hashable {
    case run(values: [String: String], isTracing: Bool, columns: Int? = nil)
    case print(String)
    case refuse(String)
  }

  /// Reads the arguments of the process, with options beside those of every program.
  public init(_ name: String, _ summary: String, version: String, options: [Option] = []) {
    self.init(name, summary, version, options, Array(CommandLine.arguments.dropFirst()))
  }

  init(
    _ name: String,
    _ summary: String,
    _ version: String,
    _ options: [Option],
    _ arguments: [String]
  ) {
    var values: [String: String] = [:]
    var isTracing = false
    var columns: Int?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        request = .print("\(name): \(summary)\n\n\(Self.help(options))")
        return
      case "--version":
        request = .print("\(name) \(version)")
        return
      case "--trace": isTracing = true
      case "--columns":
        let number = rest.popFirst()
        guard let cells = number.flatMap({ Int($0) }), cells > 0 else {
          let found = number.map(\.quoted) ?? "nothing"
          request = .refuse("--columns: expected a number above 0, found \(found)")
          return
        }
        columns = cells
      default:
        guard let option = options.first(where: { $0.name == argument }) else {
          request = .refuse("unknown option \(argument.quoted); try --help")
          return
        }
        guard let value = rest.popFirst() else {
          request = .refuse("\(option.name): expected \(option.value), found nothing")
          return
        }
        values[option.name] = value
      }
    }
    request = .run(values: values, isTracing: isTracing, columns: columns)
  }

  /// The value of an option; nil if it was not given.
  public subscript(option: String) -> String? {
    if case .run(let values, _, _) = request { values[option] } else { nil }
  }

  /// Runs the app and ends the process.
  ///
  /// The exit code is 0 after `quit` and at the end of the input, and 130 after Ctrl-C, by the
  /// convention of shells. It is 1 if output was lost, for example because the disk is full. A
  /// reader that closed the pipe is not an error. The exit code is 2 if the arguments are wrong.
  ///
  /// - Parameter makeApp: Creates the app on the console of the launch that it gets, with services of
  ///   its own: it is called again each time the user travels in time. If it throws, the error is
  ///   printed as that of a wrong argument.
  public func run<Destination>(
    _ makeApp: @escaping @MainActor (TerminalLaunch) throws -> TerminalApp<Destination>
  ) async -> Never {
    switch request {
    case .print(let text):
      console.output.writeLine(text)
      leave(after: .quit)
    case .refuse(let problem): end(2, "error    \(problem)")
    case .run(_, let isTracing, let columns):
      let end: TerminalSession.End
      do {
        end = try await TerminalApp.run(on: console) { console in
          var launch = self
          launch.console = console
          let app = try makeApp(launch)
          app.isTracing = isTracing
          if let columns { app.columns = columns }
          return app
        }
      } catch {
        self.end(2, "error    \(error)")
      }
      leave(after: end)
    }
  }

  private func leave(after end: TerminalSession.End) -> Never {
    if let failure = (console.sink as? StandardOutput)?.failure {
      self.end(1, "cannot write the output: \(failure)")
    }
    Platform.endProcess(end == .interrupted ? 130 : 0)
  }

  private func end(_ code: CInt, _ problem: String) -> Never {
    var standardError = StandardError()
    print(problem, to: &standardError)
    Platform.endProcess(code)
  }

  private static func help(_ options: [Option]) -> String {
    let rows =
      options.compactMap { option in
        option.summary.map { ("\(option.name) \(option.value)", $0) }
      } + [
        ("--trace", "prints what the architecture does"),
        ("--columns N", "the width of a script's window; 100 shows a list beside its detail"),
        ("--version", "prints the version"),
        ("--help", "prints this text"),
      ]
    return TextWidth.table(rows) + "\n\nType `help` in the program for its commands."
  }
}
