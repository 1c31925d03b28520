import Testing

@testable import KalugaTerminal

struct TerminalStyleTests {
  private static let roles: [TerminalStyle.Role] = [
    .title, .keyword, .data, .faint, .error,
  ]

  private func style(isTerminal: Bool = true, _ environment: [String: String]) -> TerminalStyle {
    .automatic(isTerminal: isTerminal) { environment[$0] }
  }

  @Test func `only terminals have colours`() {
    #expect(style(["TERM": "xterm"]) == .colored)
    #expect(style(isTerminal: false, ["TERM": "xterm"]) == .plain)
    #expect(TerminalStyle.automatic(isTerminal: false) == .plain)
  }

  @Test(arguments: ["1", "0", "false", " "])
  func `NO_COLOR takes away only the colours, if it is not empty`(value: String) {
    #expect(style(["TERM": "xterm", "NO_COLOR": value]) == .monochrome)
    #expect(style(["TERM": "dumb", "NO_COLOR": value]) == .plain)
    #expect(style(["TERM": "xterm", "NO_COLOR": ""]) == .colored)
  }

  @Test(arguments: [["TERM": "dumb"], ["TERM": ""], [:]])
  func `a dumb terminal gets plain text`(environment: [String: String]) {
    #expect(style(environment) == .plain)
  }

  @Test(arguments: roles)
  func `text without colours is bold, faint or as it was`(role: TerminalStyle.Role) {
    let text = TerminalStyle.monochrome.apply(role, to: "x")
    #expect(["\u{1B}[1mx\u{1B}[0m", "\u{1B}[2mx\u{1B}[0m", "x"].contains(text))
  }

  @Test func `each role has its own colour, and ends with a reset`() {
    #expect(Self.roles.allSatisfy { TerminalStyle.plain.apply($0, to: "x") == "x" })
    #expect(Self.roles.allSatisfy { TerminalStyle.colored.apply($0, to: "") == "" })
    let looks = Self.roles.map { TerminalStyle.colored.apply($0, to: "x") }
    #expect(looks.allSatisfy { $0.hasPrefix("\u{1B}[") && $0.hasSuffix("mx\u{1B}[0m") })
    #expect(Set(looks).count == Self.roles.count)
  }
}
