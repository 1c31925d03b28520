/// Chooses random commands, most of which exist on the shown screen.
struct CommandDice {
  private static let names = ["Ada", "Grace H.", "Renée", "otto", "x y  z", "", "A"]
  private static let numbers = [
    "42", "-10", "7", "11", "forty", "", "8999999999999999999", "9223372036854775807", "-120",
  ]
  private static let strange = [
    "detals", "hlep", "xyzzy", "q", "quit now", "finish", "details", "sub",
  ]

  private var dice: SeededRandom
  private let file: String

  init(seed: UInt64, file: String) {
    dice = SeededRandom(seed: seed)
    self.file = file
  }

  mutating func command(on screen: ModelScreen.Kind) -> String {
    switch Int.random(in: 0..<100, using: &dice) {
    case 0..<55: return ofScreen(screen)
    case 55..<70: return "back"
    case 70..<76: return "tick" + pick(["", " 2", " 3600", " 0", " never"])
    case 76..<80: return link()
    case 80..<84: return pick(["tabs", "tab 1", "tab 2", "tab 2", "tab", "tab 9"])
    case 84..<87: return "stack"
    case 87..<91: return "share"
    case 91: return "save \(file)"
    case 92: return "restore \(file)"
    default: return pick(Self.strange)
    }
  }

  private mutating func ofScreen(_ screen: ModelScreen.Kind) -> String {
    switch screen {
    case .home:
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: typed("name", pick(Self.names))
      case 1, 2: typed("number", pick(Self.numbers))
      case 3, 4: "details"
      default: "sheet"
      }
    case .details: pick(["inverse", "finish"])
    case .discardQuestion: pick(["yes", "no"])
    case .about: pick(["tab 1", "tabs", "tick"])
    case .sheet: pick(["sub", "sub", "close"])
    case .subPage: pick(["back", "close"])
    }
  }

  private mutating func pick(_ values: [String]) -> String {
    values.randomElement(using: &dice) ?? ""
  }

  private func typed(_ command: String, _ argument: String) -> String {
    argument.isEmpty ? command : "\(command) \(argument)"
  }

  private mutating func link() -> String {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: "open kaluga://example/home"
    case 1: typed("open", pick(ExampleModel.wrongLinks.keys.sorted()))
    default:
      "open " + ExampleModel.link(pick(Self.names), Int.random(in: -20...20, using: &dice))
    }
  }
}
