import KalugaTerminal

/// A command that the user can type.
@MainActor
struct Command {
  let name: String
  let usage: String
  let help: String
  let run: @MainActor (String) throws -> TerminalSession.Reply

  /// Creates a command whose argument is the text after its name.
  init(
    _ name: String,
    _ argument: String,
    _ help: String,
    run: @escaping @MainActor (String) throws -> Void
  ) {
    self.name = name
    usage = "\(name) \(argument)"
    self.help = help
    self.run = { argument in
      try run(argument)
      return .next
    }
  }

  /// Creates a command without an argument.
  init(_ name: String, help: String, run: @escaping @MainActor () throws -> Void) {
    self.init(name: name, help: help) {
      try run()
      return .next
    }
  }

  private init(
    name: String,
    help: String,
    run: @escaping @MainActor () throws -> TerminalSession.Reply
  ) {
    self.name = name
    usage = name
    self.help = help
    self.run = { argument in
      guard argument.isEmpty else {
        throw CommandError("\(name): takes no argument, found \(argument.quoted)")
      }
      return try run()
    }
  }

  static let quit = Command(name: "quit", help: "ends the app") { .quit }
}

extension Command {
  /// Returns a table of commands and their descriptions.
  static func help(for commands: [Command]) -> String {
    let width = commands.map(\.usage.count).max() ?? 0
    return commands.map { command in
      let gap = String(repeating: " ", count: width - command.usage.count)
      return "  \(command.usage)\(gap)   \(command.help)"
    }
    .joined(separator: "\n")
  }

  /// Returns the message for an unknown command, with the command that was probably meant.
  static func unknown(_ name: String, known: [Command]) -> String {
    let begun = known.first { $0.name.hasPrefix(name) }
    // A command with a larger distance was probably not meant.
    let nearest = known.filter { $0.name.editDistance(to: name) * 2 <= name.count }
      .min { $0.name.editDistance(to: name) < $1.name.editDistance(to: name) }
    let hint = (begun ?? nearest).map { "did you mean '\($0.name)'?" } ?? "type `help`"
    return "error    unknown command \(String(name.prefix(40)).quoted); \(hint)"
  }
}

/// The reason why a command failed, such as a wrong argument.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
