import KalugaArchitecture

/// The commands that can be typed now; of commands with the same name, the first one counts.
@MainActor
struct CommandList {
  private let commands: [TerminalCommand]

  init(_ commands: [TerminalCommand]) {
    var names: Set<String> = []
    self.commands = commands.filter { names.insert($0.name).inserted }
  }

  subscript(name: some StringProtocol) -> TerminalCommand? {
    commands.first { $0.name == name }
  }

  /// What the user can type first, with a space if an argument follows.
  var completions: [String] {
    commands.map { $0.usage == $0.name ? $0.name : "\($0.name) " }
  }

  /// A table of the commands, their descriptions and examples.
  var help: String {
    let width = commands.map(\.usage.count).max() ?? 0
    return commands.map { command in
      let gap = String(repeating: " ", count: width - command.usage.count)
      let example = command.example.map { ", for example `\($0)`" } ?? ""
      return "  \(command.usage)\(gap)   \(command.summary)\(example)"
    }
    .joined(separator: "\n")
  }

  /// Returns the message for an unknown command, with the command that was probably meant.
  func unknown(_ name: some StringProtocol) -> String {
    let begun = commands.first { $0.name.hasPrefix(name) }
    // A command with a larger distance was probably not meant.
    let beginning = String(name.prefix(40))
    let nearest = commands.filter { $0.name.editDistance(to: beginning) * 2 <= beginning.count }
      .min { $0.name.editDistance(to: beginning) < $1.name.editDistance(to: beginning) }
    let hint = (begun ?? nearest).map { "did you mean '\($0.name)'?" } ?? "type `help`"
    return "unknown command \(beginning.quoted); \(hint)"
  }
}
