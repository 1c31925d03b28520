import KalugaArchitecture
import KalugaTerminal
import Testing

@MainActor
struct TransitionTranscriptTests {
  private func transcript(
    _ body: (TerminalNavigator<PlaceNavigation, Place>, NavigationDriver<Place>) throws -> Void
  ) throws -> (TransitionTranscript, String) {
    let output = StringSink()
    let driver = makeDriver()
    let recorder = TranscriptRecorder(driver)
    let navigator = makeNavigator(driver, printer: TransitionPrinter(output: output))
    driver.start()
    try body(navigator, driver)
    return (recorder.transcript, output.text)
  }

  private let account = Account(user: "ada", token: "sesame")

  // MARK: Recording

  @Test func `a transcript is what the printer prints`() throws {
    let (transcript, printed) = try transcript { navigator, driver in
      try navigator.navigate(.login(account))
      try navigator.navigate(.finish(42))
      try navigator.navigate(.sheet)
      try driver.perform(.replacePresented(.home), action: "x")
      try driver.perform(.tabs([.home, .sheet]), action: "x")
    }
    #expect(transcript.description == printed)
    #expect(
      printed == """
        start    home   [home]
        push     home → login {user: "ada", token: <private>}   [home, login]
        pop      login → home {number: 42}   [home]
        present  home → sheet   [home] ▸ [sheet]
        replacePresented sheet → home   [home] ▸ [home]
        tabs     home → home   [home] ▸ {*[home] | [sheet]}

        """
    )
  }

  @Test func `a transcript does not hold what is private`() throws {
    let secret = NavigationBundleRow(key: "token", value: .string("sesame"), isPrivate: true)
    let rows = [
      secret, NavigationBundleRow(key: "deep", value: .array([.bundle([secret])])),
    ]
    let (transcript, _) = try transcript { _, driver in
      try driver.perform(.push(.sheet), action: "x", rows: rows)
    }
    var dumped = ""
    dump(transcript, to: &dumped)
    #expect(!dumped.contains("sesame"))
    #expect(
      transcript.entries.last?.description
        == "push     home → sheet {token: <private>, deep: [{token: <private>}]}   [home, sheet]"
    )
  }

  @Test func `a recorder that stops, or is released, records no more`() throws {
    let driver = makeDriver()
    var recorder: TranscriptRecorder? = TranscriptRecorder(driver)
    let other = TranscriptRecorder(driver)
    weak let weakRecorder = recorder
    driver.start()
    other.stop()
    try driver.perform(.push(.sheet), action: "x")
    #expect(recorder?.transcript.entries.count == 2)
    #expect(other.transcript.entries.count == 1)
    recorder = nil
    #expect(weakRecorder == nil)
    try driver.perform(.pop(), action: "x")
  }

  // MARK: Reading

  @Test func `a transcript reads back from its text`() throws {
    let (recorded, printed) = try transcript { navigator, driver in
      try navigator.navigate(.login(account))
      try navigator.navigate(.finish(42))
      try driver.open([.home, .sheet])
    }
    let read = try TransitionTranscript(parsing: printed)
    #expect(read == recorded)
    #expect(read.hashValue == recorded.hashValue)
    #expect(read.description == printed)
    #expect(read.entries.map(\.kind) == ["start", "push", "pop", "open"])
    #expect(read.entries.map(\.from) == [nil, "home", "login", "home"])
    #expect(read.entries.map(\.to) == ["home", "login", "home", "sheet"])
    #expect(read.entries[1].rows.map(\.key) == ["user", "token"])
    #expect(read.entries[1].rows.map(\.isPrivate) == [false, true])
    #expect(read.entries[2].rows == [NavigationBundleRow(key: "number", value: .integer(42))])
    #expect(read.entries[3].stack == "[home, sheet]")
  }

  @Test func `empty lines and the returns of Windows make no difference`() throws {
    let text = "\r\nstart    home   [home]\r\n\r\npush     home → a   [home, a]\r\n"
    let read = try TransitionTranscript(parsing: text)
    #expect(read.description == "start    home   [home]\npush     home → a   [home, a]\n")
    #expect(try TransitionTranscript(parsing: "").entries.isEmpty)
  }

  /// What names of cases in backquotes can be, and descriptions of payload-free cases.
  @Test(arguments: [
    "a b", "a → b", "a {x: 1}", "a   [b]", " a", "a ", "`a`", "a`", "→ b", "a →", "a {", "",
    "\\", "`\\`", "a\u{301} → \u{301}", "Box<Int, String>", "   ", "{x: 1}",
  ])
  func `a name never pretends to be more than a name`(_ name: String) throws {
    let driver = NavigationDriver(root: OddPlace.home) { _, _ in BaseLifecycleViewModel() }
    let recorder = TranscriptRecorder(driver)
    driver.start()
    OddPlace.$name.withValue(name) {
      _ = try? driver.perform(.push(.odd), action: "x")
      _ = try? driver.perform(.push(.home), action: "x")
    }
    let read = try TransitionTranscript(parsing: recorder.transcript.description)
    #expect(read == recorder.transcript)
    #expect(read.entries.map(\.from) == recorder.transcript.entries.map(\.from))
    #expect(read.entries.map(\.to) == ["home", name, "home"])
    #expect(read.entries.allSatisfy { $0.rows.isEmpty })
  }

  @Test(arguments: [
    ("start", #"line 1, column 6 (kind): expected the kind of a transition, found the end"#),
    (" start", #"line 1, column 1 (kind): expected the kind"#),
    ("start    ", #"line 1, column 10 (screens): expected the name of a screen, found the end"#),
    ("push     a → ", #"line 1, column 14 (screens)"#),
    ("push     `a   [a]", #"column 18 (screens): expected ` at the end of the text"#),
    ("push     a → b", #"column 15 (stack): expected three blanks and the stack, found the end"#),
    ("push     a → b   home", #"column 18 (stack): expected the stack, found "home""#),
    ("push     a → b {x: 1   [a]", #"column 21 (rows): expected a comma and a blank, or }"#),
    ("push     a → b {x 1}   [a]", #"column 17 (rows): expected a key, a colon and a blank"#),
    ("push     a → b {x: 1, y: what}   [a]", #"column 26 (rows): expected a value, found "what"#),
    (#"push     a → b {x: "a\q"}   [a]"#, #"column 22 (rows): expected an escape"#),
    (#"push     a → b {x: "a}   [a]"#, #"(rows): expected " at the end of the text"#),
    ("push     a → b {x: 'ab'}   [a]", #"column 20 (rows): expected one character"#),
    ("push     a → b {x: <private}   [a]", #"column 20 (rows): expected a value"#),
    ("push     a → b {x: [<private>]}   [a]", #"column 21 (rows): expected a value"#),
    ("push     a → b {x: <invalid: y}   [a]", #"column 20 (rows): expected > at the end"#),
    (
      "push a → b   [a]",
      #"column 6 (screens): expected "    a → b   [a]", as transcripts print it, found "a → b"#
    ),
    ("push     a → b {}   [a]", #"column 16 (rows): expected "  [a]""#),
    (#"push     a → b {x: "\u{41}"}   [a]"#, #"column 21 (rows): expected "A\""#),
  ])
  func `what is wrong is named with its place`(line: String, message: String) {
    let error = #expect(throws: TranscriptError.self) { try TransitionTranscript(parsing: line) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(error.map { "\($0)" } ?? "")")
    let third = #expect(throws: TranscriptError.self) {
      try TransitionTranscript(parsing: "start    home   [home]\n\n" + line)
    }
    #expect(third?.line == 3)
    #expect(third?.column == error?.column)
  }

  @Test func `columns count characters`() {
    let error = #expect(throws: TranscriptError.self) {
      try TransitionTranscript(parsing: "push     a → b {x: \"e\u{301}👩‍👩‍👧\", y: ?}   [a]")
    }
    #expect(error?.column == 29)
    #expect(error?.found == "?}   [a]")
  }

  // MARK: Comparing

  @Test func `a difference has the lines that changed and no others`() throws {
    let expected = try TransitionTranscript(
      parsing: """
        start    home   [home]
        push     home → a {x: 1}   [home, a]
        pop      a → home   [home]
        push     home → b   [home, b]
        """
    )
    let found = try TransitionTranscript(
      parsing: """
        start    home   [home]
        push     home → a {x: 2}   [home, a]
        pop      a → home   [home]
        push     home → b   [home, b]
        pop      b → home   [home]
        """
    )
    #expect(expected.difference(from: expected) == nil)
    #expect(
      found.difference(from: expected)?.description == """
        line 2
        - push     home → a {x: 1}   [home, a]
        + push     home → a {x: 2}   [home, a]
        line 5
        + pop      b → home   [home]
        """
    )
  }
}

/// A screen whose name says anything.
private enum OddPlace: Codable, Hashable, CustomStringConvertible {
  case home
  case odd

  @TaskLocal static var name = ""

  var description: String { self == .home ? "home" : Self.name }
}
