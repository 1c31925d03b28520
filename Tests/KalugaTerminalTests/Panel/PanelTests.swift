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

  private func rows(
    _ panel: Panel,
    columns: Int = 80,
    style: TerminalStyle = .plain
  ) -> [String] {
    panel.rows(columns: columns, limit: 20, style: style).map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  @Test func `a wider window has a wider frame, and borders at the same cells`() {
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

  @Test func `a title that is cut is repeated, words stay together, and help is always listed`() {
    var panel = Panel(screen: ["the home of the wanderers of the far north", "name: \"Ada\""])
    panel.commands = ["name", "number", "details", "sheet", "tabs", "demo", "help"]
    #expect(
      rows(panel).map { $0.prefix(41) } == [
        "┌ the home of the wanderers of the far… ┐",
        "│ the home of the wanderers of the far  │",
        "│ north                                 │",
        "│ name: \"Ada\"                           │",
        "│                                       │",
        "└ name · number · details · … · help ───┘",
      ]
    )
    let empty = Panel(screen: [" owner: "])
    #expect(rows(empty)[0] == "┌ owner: ───────────────────────────────┐  stack    work")
    for style in [TerminalStyle.monochrome, .colored] {
      #expect(rows(empty, style: style)[0].hasPrefix("┌ \u{1B}[1mowner:\u{1B}[0m ──"))
    }
  }

  @Test func `a window that is too small for a panel is described by what it lacks`() {
    let needed = "in windows of 80 columns and 16 rows; this one has"
    #expect(Panel.lack(of: WindowSize(columns: 80, rows: 16)) == nil)
    #expect(Panel.lack(of: WindowSize(columns: 80, rows: 12)) == "\(needed) 12 rows")
    #expect(Panel.lack(of: WindowSize(columns: 79, rows: 40)) == "\(needed) 79 columns")
    #expect(Panel.lack(of: WindowSize(columns: 20, rows: 5)) == "\(needed) 20 columns and 5 rows")
  }

  // MARK: Rows

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one twothree", 7, ["one", "twothre", "e"]),
    ("東東東 東", 4, ["東東", "東", "東"]), ("東", 1, ["東", ""]), ("", 7, [""]),
  ])
  func `text is wrapped between words, or inside words that are too long`(
    text: String,
    cells: Int,
    rows: [String]
  ) {
    #expect(TextWidth.wrap(text, to: cells) == rows)
  }

  @Test func `looks take no cells and end with each row, and other sequences have no known width`()
  {
    let line = "one \u{1B}[1m\u{1B}[31mtwo three\u{1B}[0m four"
    #expect(
      TextWidth.wrapStyled(line, to: 7) == [
        "one \u{1B}[1m\u{1B}[31mtwo\u{1B}[0m", "\u{1B}[1m\u{1B}[31mthree\u{1B}[0m", "four",
      ]
    )
    #expect(TextWidth.wrapStyled("\u{1B}[1;36mpush\u{1B}[0m home", to: 9)?.count == 1)
    for unknown in ["\u{1B}[2J", "\u{1B}[1", "\u{1B}", "a\tb", "a\rb", "\u{1B}[?1m"] {
      #expect(TextWidth.wrapStyled(unknown, to: 9) == nil)
    }
  }

  @Test @MainActor func `an empty line stays when the lines around it are wrapped`() {
    let sink = StringSink()
    let output = AppOutput(sink)
    output.columns = { 9 }
    output.write("one two three\n\nfour\n")
    #expect(sink.text == "one two\nthree\n\nfour\n")
  }

  @Test(arguments: [
    (
      40, "push     home → details {name: \"Ada\"}   [home, details]",
      ["push     home → details {name: \"Ada\"}  ", "         [home, details]"]
    ),
    (
      30, "push     home → details {name: \"Ada\"}   [home, details]",
      ["push     home → details {name:", "\"Ada\"}   [home, details]"]
    ),
    (
      40, "selectTab home → about   {[home] | *[about]}",
      ["selectTab home → about   {[home] |", "          *[about]}"]
    ),
    (
      40, "· task     seconds launched in HomeViewModel.resumed",
      ["· task     seconds launched in", "           HomeViewModel.resumed"]
    ),
    (
      40, "this is a sentence that is wider than the window",
      ["this is a sentence that is wider than", "the window"]
    ),
    (
      40, "link     tea://app/a-link-that-is-wider-than-the-window more",
      ["link    ", "tea://app/a-link-that-is-wider-than-the-window", "         more"]
    ),
    (
      40, "  open LINK   opens the screens of a link, for example `open x`",
      ["  open LINK   opens the screens of a", "              link, for example `open x`"]
    ),
    (
      40, "  built in: back, open, share, stack, trace, help, quit",
      ["  built in: back, open, share, stack,", "  trace, help, quit"]
    ),
  ])
  func `a line of a log is wrapped below its second column, and no word is broken`(
    cells: Int,
    line: String,
    rows: [String]
  ) {
    #expect(TextWidth.wrapLog(line, to: cells) == rows)
  }
}
