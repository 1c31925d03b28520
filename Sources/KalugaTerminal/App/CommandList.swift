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

  /// Returns a table of the commands, their descriptions and examples.
  ///
  /// With a number of columns, the descriptions are wrapped at words. In a narrow window, they begin
  /// below the usage. A word that is wider than their column, such as a link, gets a row of its own and
  /// is never broken.
  func help(columns: Int? = nil) -> String {
    let width = commands.map { TextWidth.of($0.usage) }.max() ?? 0
    return commands.map { command in
      let gap = String(repeating: " ", count: width - TextWidth.of(command.usage))
      let example = command.example.map { ", for example `\($0)`" } ?? ""
      let usage = "  \(command.usage)"
      let text = command.summary + example
      guard let columns else { return "\(usage)\(gap)   \(text)" }
      if columns - width >= 25 {
        return Self.wrapped(text, after: "\(usage)\(gap)   ", columns: columns)
      }
      return "\(usage)\n\(Self.wrapped(text, after: "    ", columns: columns))"
    }
    .joined(separator: "\n")
  }

  /// Returns the names of the commands in one paragraph, without their descriptions.
  func names(columns: Int? = nil) -> String {
    let names = commands.map(\.name).joined(separator: ", ")
    let text = "\(names); `help all` explains them"
    guard let columns else { return "  built in: \(text)" }
    return Self.wrapped("built in: \(text)", after: "  ", columns: columns)
  }

  private static func wrapped(_ text: String, after start: String, columns: Int) -> String {
    let indent = TextWidth.of(start)
    let words = text.split(separator: " ").joined(separator: " ")
    var rows = TextWidth.wrap(words, to: max(1, columns - indent), breaksWords: false)
    let first = words.isEmpty || indent + TextWidth.of(rows[0]) <= columns ? rows.removeFirst() : ""
    let others = rows.map { row in
      // A word that is wider begins further left.
      let blanks = max(0, min(indent, columns - TextWidth.of(row)))
      return "\n" + String(repeating: " ", count: blanks) + row
    }
    return start + first + others.joined()
  }

  /// Returns the message for an unknown command, with the command that was probably meant.
  func unknown(_ name: some StringProtocol) -> String {
    let beginning = String(name.prefix(40))
    let typed = beginning.lowercased()
    let names = commands.map { (name: $0.name, text: $0.name.lowercased()) }
    let begun = names.first { $0.text.hasPrefix(typed) }
    // A command with a larger distance was probably not meant.
    let nearest = names.filter { $0.text.editDistance(to: typed) * 2 <= typed.count }
      .min { $0.text.editDistance(to: typed) < $1.text.editDistance(to: typed) }
    // Such as the name of a screen; shorter texts are parts of many words.
    let related = names.first { _, text in
      min(text.count, typed.count) > 2 && (typed.contains(text) || text.contains(typed))
    }
    let hint = (begun ?? nearest ?? related).map { "did you mean `\($0.name)`?" } ?? "type `help`"
    return "unknown command \(beginning.quoted); \(hint)"
  }
}
