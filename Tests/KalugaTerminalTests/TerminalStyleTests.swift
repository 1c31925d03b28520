import Testing

@testable import KalugaTerminal

struct TerminalStyleTests {
  @Test func `a terminal has colours, and anything else has none`() {
    #expect(TerminalStyle.automatic(isTerminal: true, noColor: nil) == .coloured)
    #expect(TerminalStyle.automatic(isTerminal: false, noColor: nil) == .plain)
  }

  @Test func `NO_COLOR counts whatever it says`() {
    for value in ["1", "0", "false", " ", ""] {
      #expect(TerminalStyle.automatic(isTerminal: true, noColor: value) == .plain)
    }
  }

  @Test func `what is no terminal is plain whatever the environment says`() {
    #expect(TerminalStyle.automatic(isTerminal: false) == .plain)
  }

  @Test(arguments: [TerminalStyle.Role.keyword, .data, .faint])
  func `plain text stays as it is`(_ role: TerminalStyle.Role) {
    #expect(TerminalStyle.plain.apply(role, to: "text") == "text")
    #expect(TerminalStyle.plain.apply(role, to: "") == "")
  }

  @Test(arguments: [TerminalStyle.Role.keyword, .data, .faint])
  func `coloured text ends with the look of before`(_ role: TerminalStyle.Role) {
    let text = TerminalStyle.coloured.apply(role, to: "text")
    #expect(text.hasPrefix("\u{1B}["))
    #expect(text.hasSuffix("mtext\u{1B}[0m"))
    #expect(TerminalStyle.coloured.apply(role, to: "") == "")
  }

  @Test func `every role has a look of its own`() {
    let looks = [TerminalStyle.Role.keyword, .data, .faint].map {
      TerminalStyle.coloured.apply($0, to: "x")
    }
    #expect(Set(looks).count == 3)
  }
}
