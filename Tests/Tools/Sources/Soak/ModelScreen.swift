/// A screen of the model.
final class ModelScreen {
  enum Kind: String {
    case home, details, sheet, subPage, discardQuestion, about
  }

  let kind: Kind
  var name = ""
  var number = ""
  var message = ""
  var seconds = 0
  var visits = 0
  /// The arguments of Details.
  private(set) var original: (name: String, number: Int) = ("", 0)
  /// The Home screen that waits for the result of Details.
  var opener: ModelScreen?

  init(_ kind: Kind) {
    self.kind = kind
  }

  init(details name: String, _ number: Int) {
    kind = .details
    original = (name, number)
    self.name = name
    self.number = "\(number)"
  }

  /// Returns a copy of the screen for a later process.
  func restored() -> ModelScreen {
    let screen =
      kind == .details ? ModelScreen(details: original.name, original.number) : ModelScreen(kind)
    screen.name = name
    screen.number = number
    return screen
  }

  func isSame(as other: ModelScreen) -> Bool {
    kind == other.kind && original == other.original
  }

  var hasChanges: Bool { name != original.name || number != "\(original.number)" }

  var viewModel: String {
    let name = kind == .discardQuestion ? "question" : kind.rawValue
    return "\(name.prefix(1).uppercased())\(name.dropFirst())ViewModel"
  }

  var nameProblem: String? { name.isEmpty ? "the name is missing" : nil }

  var numberProblem: String? {
    if number.isEmpty { return "the number is missing" }
    return Int(number) == nil ? "the number is not a whole number" : nil
  }

  /// The commands of the screen, and whether each takes an argument.
  var commands: [String: Bool] {
    let ofKind: [String: Bool] =
      switch kind {
      case .home: ["name": true, "number": true, "details": false, "sheet": false]
      case .details: ["inverse": false, "finish": false]
      case .discardQuestion: ["yes": false, "no": false]
      case .about: [:]
      case .sheet: ["sub": false, "close": false]
      case .subPage: ["back": false, "close": false]
      }
    return ofKind.merging(Self.commandsEverywhere) { ofKind, _ in ofKind }
  }

  private static let commandsEverywhere = [
    "back": false, "tabs": false, "tab": true, "open": true, "share": false, "save": true,
    "restore": true, "tick": true, "stack": false, "quit": false,
  ]

  /// The lines that the terminal shows.
  var lines: [String] {
    func field(_ label: String, _ value: String, _ problem: String?) -> String {
      "\(label): \"\(value)\"" + (problem.map { " (\($0))" } ?? "")
    }
    let all: [String]
    switch kind {
    case .home:
      let fields = [field("name", name, nameProblem), field("number", number, numberProblem)]
      all = ["Home"] + fields + ["shown for \(seconds) s", message]
    case .details: all = ["Details", "name: \"\(name)\"", "number: \(number)", message]
    case .sheet: all = ["Sheet", "A sheet with a page of its own."]
    case .subPage: all = ["Sheet › page", "A page in the sheet."]
    case .discardQuestion: all = ["Discard changes?"]
    case .about: all = ["About", "an example of KalugaArchitecture", "visits: \(visits)"]
    }
    return all.filter { !$0.isEmpty }
  }
}
