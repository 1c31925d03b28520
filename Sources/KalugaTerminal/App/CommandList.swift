import KalugaArchitecture

/// The commands that can be typed now; of commands with the same name, the first one counts.
@MainActor
struct CommandList {
  let commands: [TerminalCommand]

  init(_ commands: [TerminalCommand]) {
    var names: Set<String> = []
    self.commands = commands.filter { names.insert($0.name).inserted }
  }

  subscript(name: some StringProtocol) -> TerminalCommand? {
    commands.first { $0.name == name }
  }

  /// Returns the commands whose names are not in another list.
  func without(_ other: CommandList) -> [TerminalCommand] {
    commands.filter { other[$0.name] == nil }
  }

  /// What the user can type first, with a space if an argument follows.
  var completions: [String] {
    commands.map { $0.usage == $0.name ? $0.name : "\($0.name) " }
  }

  /// A table of the commands, their descriptions and examples.
  var help: String {
    TextWidth.table(
      commands.map { command in
        let example = command.example.map { ", for example `\($0)`" } ?? ""
        return (command.usage, command.summary + example)
      }
    )
  }

  /// Returns the message for an unknown command, with the command that was probably meant.
  func unknown(_ name: some StringProtocol) -> String {
    let beginning = String(name.prefix(40))
    let typed = beginning.lowercased()
    let names = commands.map { (name: $0.name, text: $0.name.lowercased()) }
    let begun = names.first { $0.text.hasPrefix(typed) }?.name
    // A command with more differences was probably not meant.
    let near = names.map { (name: $0.name, distance: $0.text.difference(from: typed).count) }
      .filter { $0.distance * 2 <= typed.count }
    let nearest = near.min { $0.distance < $1.distance }?.name
    // Such as the name of a screen; shorter texts are parts of many words.
    let related = names.first { _, text in
      min(text.count, typed.count) > 2 && (typed.contains(text) || text.contains(typed))
    }?.name
    let hint = (begun ?? nearest ?? related).map { "did you mean `\($0)`?" } ?? "type `help`"
    return "unknown command \(beginning.quoted); \(hint)"
  }
}
