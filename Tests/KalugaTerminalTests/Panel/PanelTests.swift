import Testing

@testable import KalugaTerminal

struct PanelTests {
  private var details: Panel {
    Panel(
      screen: ["Details", "name: \"adA\"", "number: 24"],
      commands: ["inverse", "finish", "back", "help"],
      stack: [
        Panel.Floor(name: "details", isShown: true),
        Panel.Floor(
          name: "home",
          work: ["result: waits for details", "seconds: cancelled 2 s ago"]
        ),
      ],
      remarks: ["state 212 bytes", "link kaluga://example/details?name=Ada&number=42"]
    )
  }

  private func rows(_ panel: Panel, columns: Int = 80, limit: Int = 20) -> [String] {
    panel.rows(columns: columns, limit: limit, style: .plain).map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  @Test func `a window of 80 columns has the screen in a frame, and the stack beside it`() {
    #expect(
      rows(details) == [
        "┌ Details ──────────────────────────────┐  stack      work",
        "│ name: \"adA\"                           │  ● details",
        "│ number: 24                            │  ○ home     result: waits for details",
        "│                                       │             seconds: cancelled 2 s ago",
        "│                                       │",
        "└ inverse · finish · back · help ───────┘",
        "state 212 bytes   link kaluga://example/details?name=Ada&number=42",
      ]
    )
  }

  @Test func `a window of 120 columns has a wider frame, and borders at the same cells`() {
    var panel = details
    panel.screen += ["東京 😀 한", "e\u{301}"]
    #expect(
      rows(panel, columns: 120) == [
        "┌ Details ───────────────────────────────────────────────────┐  stack      work",
        "│ name: \"adA\"                                                │  ● details",
        "│ number: 24                                                 │  ○ home     result: waits for details",
        "│ 東京 😀 한                                                 │             seconds: cancelled 2 s ago",
        "│ e\u{301}                                                          │",
        "└ inverse · finish · back · help ────────────────────────────┘",
        "state 212 bytes   link kaluga://example/details?name=Ada&number=42",
      ]
    )
  }

  @Test(arguments: [80, 81, 99, 120, 300])
  func `no row is wider than the window, and the panel is not higher than it may be`(
    columns: Int
  ) {
    var panel = details
    let wide = String(repeating: "東", count: 100)
    panel.screen = (0..<30).map { "\($0) \(wide)" }
    panel.commands = (0..<100).map { "command\($0)" }
    panel.stack = (0..<40).map { Panel.Floor(name: "\(wide)\($0)", work: [wide]) }
    panel.remarks += [wide]
    for limit in [8, 9, 20, 30] {
      let rows = panel.rows(columns: columns, limit: limit, style: .plain)
      #expect(rows.count == limit)
      #expect(rows.allSatisfy { TextWidth.of($0) <= columns })
      #expect(rows.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("│ ") })
      #expect(rows[limit - 3].hasPrefix("│ … "))
    }
  }

  @Test func `words of long lines stay together`() {
    let panel = Panel(screen: ["Home", "number: \"forty\" (the number is not a whole number)"])
    #expect(
      rows(panel).prefix(3).map { $0.prefix(41) } == [
        "┌ Home ─────────────────────────────────┐",
        "│ number: \"forty\" (the number is not a  │",
        "│ whole number)                         │",
      ]
    )
  }

  @Test func `a title that is cut is repeated in the frame, and blanks around it are not shown`() {
    let long = Panel(screen: ["the home of the wanderers of the far north", "name: \"Ada\""])
    #expect(
      rows(long).prefix(4).map { $0.prefix(41) } == [
        "┌ the home of the wanderers of the far… ┐",
        "│ the home of the wanderers of the far  │",
        "│ north                                 │",
        "│ name: \"Ada\"                           │",
      ]
    )
    let empty = Panel(screen: [" owner: "])
    #expect(rows(empty)[0] == "┌ owner: ───────────────────────────────┐  stack    work")
    #expect(rows(empty)[1] == "│                                       │")
  }

  @Test func `a window that is too small for a panel is described by what it lacks`() {
    let needed = "in windows of 80 columns and 16 rows; this one has"
    #expect(Panel.lack(of: WindowSize(columns: 80, rows: 16)) == nil)
    #expect(Panel.lack(of: WindowSize(columns: 80, rows: 12)) == "\(needed) 12 rows")
    #expect(Panel.lack(of: WindowSize(columns: 79, rows: 40)) == "\(needed) 79 columns")
    #expect(Panel.lack(of: WindowSize(columns: 20, rows: 5)) == "\(needed) 20 columns and 5 rows")
  }

  @Test func `commands without room are left out, but not help`() {
    let commands = ["name", "number", "details", "sheet", "tabs", "demo", "help"]
    let panel = Panel(screen: ["Home"], commands: commands)
    #expect(rows(panel)[5] == "└ name · number · details · … · help ───┘")
  }

  @Test func `the title is bold also without colours`() {
    let panel = Panel(screen: ["Home"])
    for style in [TerminalStyle.monochrome, .coloured] {
      let rows = panel.rows(columns: 80, limit: 20, style: style)
      #expect(rows[0].hasPrefix("┌ \u{1B}[1mHome\u{1B}[0m ──"))
    }
  }

  @Test func `text is wrapped between words, or inside words that are too long`() {
    #expect(TextWidth.wrap("one two three", to: 7) == ["one two", "three"])
    #expect(TextWidth.wrap("one twothree", to: 7) == ["one", "twothre", "e"])
    #expect(TextWidth.wrap("東東東 東", to: 4) == ["東東", "東", "東"])
    #expect(TextWidth.wrap("東", to: 1) == ["東", ""])
    #expect(TextWidth.wrap("", to: 7) == [""])
  }

  @Test func `a look that continues in the next row ends with each row`() {
    let line = "one \u{1B}[1m\u{1B}[31mtwo three\u{1B}[0m four"
    #expect(
      TextWidth.wrapStyled(line, to: 7) == [
        "one \u{1B}[1m\u{1B}[31mtwo\u{1B}[0m", "\u{1B}[1m\u{1B}[31mthree\u{1B}[0m", "four",
      ]
    )
  }

  @Test func `a line of a log is wrapped below its second column, and no word is broken`() {
    let lines = [
      "push     home → details {name: \"Ada\"}   [home, details]",
      "selectTab home → about   {[home] | *[about]}",
      "· task     seconds launched in HomeViewModel.resumed",
      "this is a sentence that is wider than the window",
      "link     tea://app/a-link-that-is-wider-than-the-window more",
    ]
    #expect(
      lines.compactMap { TextWidth.wrapLog($0, to: 40) } == [
        ["push     home → details {name: \"Ada\"}  ", "         [home, details]"],
        ["selectTab home → about   {[home] |", "          *[about]}"],
        ["· task     seconds launched in", "           HomeViewModel.resumed"],
        ["this is a sentence that is wider than", "the window"],
        ["link    ", "tea://app/a-link-that-is-wider-than-the-window", "         more"],
      ]
    )
    #expect(
      TextWidth.wrapLog(lines[0], to: 30)
        == ["push     home → details {name:", "\"Ada\"}   [home, details]"]
    )
  }

  @Test func `looks take no cells, and text that moves the cursor has no known width`() {
    let line = "\u{1B}[1;36mpush\u{1B}[0m home"
    #expect(TextWidth.wrapStyled(line, to: 9) == [line])
    #expect(TextWidth.wrapStyled(line, to: 8) == ["\u{1B}[1;36mpush\u{1B}[0m", "home"])
    for unknown in ["\u{1B}[2J", "\u{1B}[1", "\u{1B}", "a\tb", "a\rb", "\u{1B}[?1m"] {
      #expect(TextWidth.wrapStyled(unknown, to: 9) == nil)
    }
  }
}
