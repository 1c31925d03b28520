import Testing

@testable import KalugaTerminal

struct TerminalStyleTests {
  private static let roles: [TerminalStyle.Role] = [.keyword, .data, .faint]

  @Test func `only terminals have colours`() {
    #expect(TerminalStyle.automatic(isTerminal: true, noColor: nil) == .coloured)
    #expect(TerminalStyle.automatic(isTerminal: false, noColor: nil) == .plain)
    #expect(TerminalStyle.automatic(isTerminal: false) == .plain)
  }

  @Test(arguments: ["1", "0", "false", " ", ""])
  func `NO_COLOR with any value turns colours off`(value: String) {
    #expect(TerminalStyle.automatic(isTerminal: true, noColor: value) == .plain)
  }

  @Test(arguments: roles)
  func `plain text is unchanged, and coloured text ends with a reset`(
    role: TerminalStyle.Role
  ) {
    #expect(TerminalStyle.plain.apply(role, to: "text") == "text")
    let text = TerminalStyle.coloured.apply(role, to: "text")
    #expect(text.hasPrefix("\u{1B}[") && text.hasSuffix("mtext\u{1B}[0m"))
    #expect(TerminalStyle.coloured.apply(role, to: "") == "")
  }

  @Test func `each role has its own colour`() {
    let looks = Self.roles.map { TerminalStyle.coloured.apply($0, to: "x") }
    #expect(Set(looks).count == 3)
  }
}
