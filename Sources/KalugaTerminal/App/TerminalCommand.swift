import KalugaArchitecture

/// A command that the user can type.
///
///     TerminalCommand("sheet", "opens the sheet") { try home.sheetTapped() }
///     TerminalCommand("name", "TEXT", "sets the name", example: "name Ada") { home.name = $0 }
///     TerminalCommand("tab", 1...3, "shows another tab") { try app.show(tab: $0) }
///
/// The closure runs on the main actor, and the next command is read when it has returned. If it
/// throws, the app prints the error and continues. Throw a ``TerminalCommandError`` for a message
/// of your own.
@MainActor
public struct TerminalCommand {
  /// What the user types first.
  public let name: String

  let usage: String
  let summary: String
  let example: String?
  let run: @MainActor (String) async throws -> TerminalSession.Reply
  /// Whether the command can change the app, so that a replay repeats it.
  private(set) var isMove = true

  /// Creates a command without an argument.
  ///
  /// `help` shows the name, which is a single word, the summary, and the example, if the usage alone
  /// does not say what to type.
  public init(
    _ name: String,
    _ summary: String,
    example: String? = nil,
    run: @escaping @MainActor () async throws -> Void
  ) {
    self.init(name, usage: name, summary, example) { argument in
      try Self.expectNoArgument(argument, of: name)
      try await run()
      return .next
    }
  }

  /// Creates a command with an argument: the text after the name, without the blanks around it.
  ///
  /// It is empty if the user types only the name. `help` calls it `argument`, such as `FILE`.
  public init(
    _ name: String,
    _ argument: String,
    _ summary: String,
    example: String? = nil,
    run: @escaping @MainActor (String) async throws -> Void
  ) {
    self.init(name, usage: "\(name) \(argument)", summary, example) { argument in
      try await run(argument)
      return .next
    }
  }

  /// Creates a command whose argument is a whole number from a range.
  ///
  /// Without a default, the user must type one. `help` shows the range, such as `tab 1...3`.
  public init(
    _ name: String,
    _ range: ClosedRange<Int>,
    default fallback: Int? = nil,
    _ summary: String,
    example: String? = nil,
    run: @escaping @MainActor (Int) async throws -> Void
  ) {
    let argument = fallback == nil ? "\(range)" : "[\(range)]"
    self.init(name, argument, summary, example: example) { text in
      let number = text.isEmpty ? fallback : Int(text)
      guard let number, range.contains(number) else {
        let numbers = "a number from \(range.lowerBound) to \(range.upperBound)"
        throw TerminalCommandError("\(name): expected \(numbers), found \(text.quoted)")
      }
      try await run(number)
    }
  }

  private init(
    _ name: String,
    usage: String,
    _ summary: String,
    _ example: String? = nil,
    run: @escaping @MainActor (String) async throws -> TerminalSession.Reply
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.example = example
    self.run = run
  }

  static let quit = TerminalCommand("quit", usage: "quit", "ends the app") { argument in
    try TerminalCommand.expectNoArgument(argument, of: "quit")
    return .quit
  }.notAMove

  /// The same command, declared as one that changes nothing.
  ///
  ///     TerminalCommand("list", "lists the orders") { app.printOrders() }.notAMove
  ///
  /// A replay leaves it out, and `:back` does not count it. See <doc:travelling-in-time>.
  public var notAMove: TerminalCommand {
    var command = self
    command.isMove = false
    return command
  }

  private static func expectNoArgument(_ argument: String, of name: String) throws {
    guard argument.isEmpty else {
      throw TerminalCommandError("\(name): takes no argument, found \(argument.quoted)")
    }
  }
}
