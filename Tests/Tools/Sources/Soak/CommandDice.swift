@testable import SoakedExample

/// Chooses random commands, most of which exist on the shown screen.
struct CommandDice {
  private static let names = ["Ada", "Grace H.", "Renée", "otto", "x y  z", "", "A"]
  private static let numbers = [
    "42", "-10", "7", "11", "forty", "", "8999999999999999999", "9223372036854775807", "-120",
  ]
  private static let links = [
    "kaluga://example/home", "kaluga://example/details?name=Ada&number=42",
    "kaluga://example/details?name=Ada", "kaluga://example/nowhere", "nonsense", "",
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

  mutating func command(on screen: Destination) -> String {
    switch Int.random(in: 0..<100, using: &dice) {
    case 0..<55: return ofScreen(screen)
    case 55..<70: return "back"
    case 70..<76: return "tick" + pick(["", " 2", " 3600", " 0", " never"])
    case 76..<80: return "open \(pick(Self.links))"
    case 80..<84: return pick(["tabs", "tab 1", "tab 2", "tab 2", "tab", "tab 9"])
    case 84..<87: return "stack"
    case 87..<91: return "share"
    case 91: return "save \(file)"
    case 92: return "restore \(file)"
    default: return pick(Self.strange)
    }
  }

  private mutating func ofScreen(_ screen: Destination) -> String {
    switch screen {
    case .home:
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: "name \(pick(Self.names))"
      case 1, 2: "number \(pick(Self.numbers))"
      case 3, 4: "details"
      default: "sheet"
      }
    case .details: pick(["inverse", "finish", "answer discard", "answer keep"])
    case .about: pick(["tab 1", "tabs", "tick"])
    case .sheet: pick(["sub", "sub", "close"])
    case .subPage: pick(["back", "close"])
    }
  }

  private mutating func pick(_ values: [String]) -> String {
    values.randomElement(using: &dice) ?? ""
  }
}
