/// Something that the model knows can be typed.
struct ModelCommand {
  let name: String
  let argument: String?
  let help: String

  init(_ name: String, _ argument: String, _ help: String) {
    self.name = name
    self.argument = argument
    self.help = help
  }

  init(_ name: String, _ help: String) {
    self.name = name
    argument = nil
    self.help = help
  }

  var usage: String { argument.map { "\(name) \($0)" } ?? name }

  static let everywhere = [
    ModelCommand("back", "goes back, as a system's back button does"),
    ModelCommand("tabs", "shows Home and About as tabs"),
    ModelCommand("tab", "NUMBER", "shows another tab"),
    ModelCommand(
      "link",
      "URL",
      "opens a deep link, as kaluga://example/details?name=Ada&number=42"
    ),
    ModelCommand("share", "prints the link that leads to what is shown"),
    ModelCommand("save", "FILE", "keeps the stack and its screens in a file"),
    ModelCommand("restore", "FILE", "goes on where `save` was typed"),
    ModelCommand("tick", "[SECONDS]", "lets seconds pass, where the clock does not run by itself"),
    ModelCommand("stack", "draws the stack of screens"),
    ModelCommand("help", "shows what can be typed here"),
    ModelCommand("quit", "ends the app"),
  ]

  static func all(on screen: ModelScreen.Kind) -> [ModelCommand] {
    ofScreen(screen) + everywhere
  }

  private static func ofScreen(_ screen: ModelScreen.Kind) -> [ModelCommand] {
    switch screen {
    case .home:
      [
        ModelCommand("name", "TEXT", "sets the name"),
        ModelCommand("number", "NUMBER", "sets the number"),
        ModelCommand("details", "shows the details"),
        ModelCommand("sheet", "opens the bottom sheet"),
      ]
    case .details:
      [
        ModelCommand("inverse", "reverses name and number"),
        ModelCommand("finish", "goes back with what is shown"),
      ]
    case .discardQuestion:
      [ModelCommand("yes", "answers yes"), ModelCommand("no", "answers no")]
    case .about: []
    case .sheet:
      [
        ModelCommand("sub", "opens the page in the sheet"),
        ModelCommand("close", "closes the sheet"),
      ]
    case .subPage:
      [
        ModelCommand("back", "goes back to the sheet"),
        ModelCommand("close", "closes the whole sheet"),
      ]
    }
  }

  /// The advice for a word that is none of these.
  static func hint(for word: String, _ known: [ModelCommand]) -> String {
    if let begun = known.first(where: { $0.name.starts(with: word) }) {
      return "did you mean '\(begun.name)'?"
    }
    var best: (name: String, steps: Int)?
    for command in known {
      let steps = stepsBetween(Array(word), Array(command.name))
      if steps * 2 <= word.count, steps < best?.steps ?? .max { best = (command.name, steps) }
    }
    return best.map { "did you mean '\($0.name)'?" } ?? "type `help`"
  }

  /// The whole table, as textbooks have it.
  private static func stepsBetween(_ one: [Character], _ other: [Character]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        if row == 0 || column == 0 {
          table[row][column] = row + column
        } else {
          let replaced = table[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1)
          table[row][column] = min(replaced, table[row - 1][column] + 1, table[row][column - 1] + 1)
        }
      }
    }
    return table[one.count][other.count]
  }
}
