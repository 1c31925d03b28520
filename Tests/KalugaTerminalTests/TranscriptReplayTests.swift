import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

@MainActor
struct TranscriptReplayTests {
  private let account = Account(user: "ada", token: "sesame")

  static let routes: [TranscriptRoute<Place>] = [
    TranscriptRoute(.home),
    TranscriptRoute(.sheet),
    TranscriptRoute("login", Account.bundleSpec) { .login($0) },
    .result(of: "login", NavigationBundleSpec({ $0 }, numberRow)) {
      NavigationResult($0, .integer, key: "number")
    },
  ]

  private static let numberRow = NavigationBundleSpecRow("number", \Int.self, .integer)

  /// A replay that knows the token.
  private let replay = TranscriptReplay(routes: routes) { redaction in
    redaction.screen == "login" && redaction.row == "token" ? .string("sesame") : nil
  }

  private func record(
    _ body: (NavigationDriver<Place>) throws -> Void
  ) throws -> (TransitionTranscript, BackStack<Place>) {
    let driver = makeDriver()
    let recorder = TranscriptRecorder(driver)
    driver.start()
    try body(driver)
    return (recorder.transcript, driver.stack.current)
  }

  /// Replays on a new driver, through the text.
  private func replayed(
    _ transcript: TransitionTranscript,
    _ replay: TranscriptReplay<Place>
  ) async throws -> (TransitionTranscript, BackStack<Place>) {
    let driver = makeDriver()
    let recorder = TranscriptRecorder(driver)
    driver.start()
    try await replay.run(TransitionTranscript(parsing: transcript.description), on: driver)
    return (recorder.transcript, driver.stack.current)
  }

  private func reason(
    _ text: String,
    _ replay: TranscriptReplay<Place>? = nil,
    on stack: BackStack<Place> = BackStack(root: .home)
  ) throws -> String {
    let transcript = try TransitionTranscript(parsing: text)
    do throws(TranscriptReplayError) {
      _ = try (replay ?? self.replay).specs(for: transcript, from: stack)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  // MARK: Operations

  @Test func `every kind of operation replays`() async throws {
    let login = Place.login(account)
    let specs: [NavigationSpec<Place>] = [
      .push(login), .push(.sheet), .push(.home), .popTo(.sheet), .push(.home),
      .popTo(.sheet, inclusive: true), .replace(.sheet), .replace(login),
      .pop(result: NavigationResult(42, .integer, key: "number")), .push(.sheet), .push(.sheet),
      .popToRoot, .present(.sheet), .push(login), .replacePresented(.home), .dismiss(),
      .open(root: .home, [.sheet, login]), .open(root: .home, [.sheet, login, .sheet]), .pop(),
      .present(.home), .popTo(.home, inclusive: true), .tabs([.home, .sheet]), .push(.sheet),
      .selectTab(1), .push(.home), .selectTab(0), .pop(), .present(.sheet),
      .push(.home), .close(.home), .push(login), .present(.home),
      .tabs([.sheet, login], selected: 1),
      .push(.home), .close(login, result: NavigationResult(42, .integer, key: "number")),
      .push(.sheet), .push(.sheet), .replaceAbove(.sheet, with: login), .pop(),
      .tabs([.sheet, .home], selected: 1), .setRoot(.home),
    ]
    let (transcript, stack) = try record { driver in
      for spec in specs {
        try driver.perform(spec, action: "test", rows: rows(of: spec))
      }
    }
    #expect(transcript.entries.count == specs.count + 1)
    let (again, sameStack) = try await replayed(transcript, replay)
    #expect(again.difference(from: transcript) == nil)
    #expect(
      sameStack.levels.map { $0.tabs.map { $0.map(\.destination) } }
        == stack.levels.map { $0.tabs.map { $0.map(\.destination) } }
    )
  }

  @Test func `an entry that was closed by its identity replays`() async throws {
    let (transcript, stack) = try record { driver in
      try driver.perform(.push(.sheet), action: "test")
      try driver.perform(.push(.home), action: "test")
      try driver.perform(.closeEntry(driver.stack.current.entries[1].id), action: "test")
    }
    let (again, sameStack) = try await replayed(transcript, replay)
    #expect(again.difference(from: transcript) == nil)
    #expect("\(sameStack)" == "\(stack)")
  }

  /// The rows that a navigator gives along: those of the screen that opens.
  private func rows(of spec: NavigationSpec<Place>) -> [NavigationBundleRow] {
    switch spec {
    case .push(.login(let account)), .replace(.login(let account)),
      .replaceAbove(_, with: .login(let account)):
      account.rows
    case .tabs(let roots, let selected):
      if case .login(let account) = roots[selected] { account.rows } else { [] }
    case .open(_, let rest):
      if case .login(let account)? = rest.last { account.rows } else { [] }
    default: []
    }
  }

  @Test func `a result comes with its type`() throws {
    let specs = try replay.specs(
      for: TransitionTranscript(parsing: "pop      login → home {number: 42}   [home]"),
      from: BackStack(root: .home, [.login(account)])
    )
    #expect(specs.first?.result?.description == "{number: 42}")
  }

  @Test func `the result of a presented stack is that of its first screen, wherever it was left`()
    async throws
  {
    let result = NavigationResult(42, .integer, key: "number")
    let (transcript, _) = try record { driver in
      try driver.perform(
        .present(.login(account)),
        action: "login",
        rows: account.rows,
        for: Int.self
      )
      try driver.perform(.push(.sheet), action: "sheet", for: String.self)
      try driver.perform(.dismiss(result: result), action: "done")
    }
    let specs = try replay.specs(for: transcript, from: BackStack(root: .home))
    #expect(specs.last?.result?.description == "{number: 42}")
  }

  @Test func `rows of an action that were no result are left out if the route says so`() throws {
    let route = TranscriptRoute<Place>.result(
      of: "sheet",
      NavigationBundleSpec({ $0 }, Self.numberRow)
    ) { _ in nil }
    let specs = try TranscriptReplay(routes: [route]).specs(
      for: TransitionTranscript(parsing: "pop      sheet → home {number: 42}   [home]"),
      from: BackStack(root: .home, [.sheet])
    )
    #expect(specs.count == 1)
    #expect(specs.first?.result == nil)
  }

  @Test func `a screen whose payload has no rows is the one that its route gives`() throws {
    let specs = try TranscriptReplay(routes: [TranscriptRoute(Place.login(account))]).specs(
      for: TransitionTranscript(parsing: "push     home → login   [home, login]"),
      from: BackStack(root: .home)
    )
    guard case .push(let screen)? = specs.first else { Issue.record("no push"); return }
    #expect(screen == .login(account))
  }

  @Test func `JSON that looks like other values is read as JSON where nothing else fits`() throws {
    struct Content: Hashable, Sendable {
      var name: String?
      var number: [Int]
      var names: [[String]]
    }
    let spec = NavigationBundleSpec(
      Content.init,
      NavigationBundleSpecRow("name", \.name, .codable()),
      NavigationBundleSpecRow("number", \.number, .codable()),
      NavigationBundleSpecRow("names", \.names, .array(.codable()))
    )
    let contents = [
      Content(name: "Ada \"L\"\n/\\", number: [], names: []),
      Content(name: nil, number: [1], names: [["a"], [], ["a/b", "\u{202E}c"]]),
      Content(name: "", number: [1, 2], names: [["\u{1}"]]),
    ]
    for content in contents {
      let text = "push     home → sheet \(spec.bundle(content))   [home, sheet]"
      let route = TranscriptRoute<Place>("sheet", spec) { read in
        #expect(read == content)
        return .sheet
      }
      let specs = try TranscriptReplay(routes: [route]).specs(
        for: TransitionTranscript(parsing: text),
        from: BackStack(root: .home)
      )
      #expect(specs.count == 1)
    }
  }

  // MARK: Private rows

  @Test func `a private row is refused by its name unless a value is supplied`() throws {
    let text = #"push     home → login {user: "ada", token: <private>}   [home, login]"#
    #expect(
      try reason(text, TranscriptReplay(routes: Self.routes))
        == "transition 1 (push): token of 'login' is private: supply it with 'value' of TranscriptReplay"
    )
    let specs = try replay.specs(
      for: TransitionTranscript(parsing: text),
      from: BackStack(root: .home)
    )
    guard case .push(let screen)? = specs.first else { Issue.record("no push"); return }
    #expect(screen == .login(account))
  }

  @Test func `all private rows are named, with the path to them`() throws {
    let text = "push     home → login {user: [{a: <private>}, 1], token: <private>}   [home, login]"
    #expect(
      try reason(text, TranscriptReplay(routes: Self.routes))
        == "transition 1 (push): user[0].a, token of 'login' are private: supply it with 'value' of TranscriptReplay"
    )
  }

  @Test func `a supplied value of the wrong type is refused without showing it`() throws {
    let replay = TranscriptReplay(routes: Self.routes) { _ in .integer(271828) }
    let text = #"push     home → login {user: "ada", token: <private>}   [home, login]"#
    let reason = try reason(text, replay)
    #expect(reason.contains("rows of 'login': token: expected String, found <private>"))
    #expect(!reason.contains("271828"))
  }

  @Test func `the replayed transitions print private rows redacted again`() async throws {
    let (transcript, _) = try record { driver in
      try driver.perform(.push(.login(account)), action: "x", rows: account.rows)
    }
    let (again, stack) = try await replayed(transcript, replay)
    #expect(again == transcript)
    #expect(stack.top.destination == .login(account))
  }

  // MARK: Refusing

  @Test(arguments: [
    (
      "push     home → what   [home, what]", "no route for 'what'; there are routes for home, sheet"
    ),
    ("fly      home → sheet   [home, sheet]", "transition 1 (fly): there is no operation 'fly'"),
    ("push     home → login {user: 1}   [home, login]", "user: expected String, found 1; token"),
    (
      "push     home → sheet   [sheet]",
      "recorded was the stack [sheet], and here it is [home, sheet]"
    ),
    ("pop      home → home   [sheet]", "cannot go back from 'home': it is the first screen"),
    ("popTo    a → b   [b]", "recorded was the stack [b]"),
    ("selectTab a → b   [b]", "recorded was the stack [b]"),
    ("pop      sheet → home {a: 1}   [home]", "no route for the result of 'sheet'"),
    ("close    sheet → home {a: 1}   [home]", "no route for the result of"),
    ("start    sheet   [sheet]", "recorded was the stack [sheet], and here it is [home]"),
    ("open     home → sheet   [home, login, sheet]", "the data of 'login' does not show here"),
    ("open     home → sheet   [home, what, sheet]", "no route for 'what'"),
    ("open     home → sheet   []", "no route for ''"),
    ("tabs     home → sheet   {*[sheet] | [login]}", "the data of 'login' does not show here"),
    ("tabs     home → sheet   {}", "no route for ''"),
  ])
  func `what cannot be replayed is named`(line: String, message: String) throws {
    let reason = try reason(line)
    #expect(reason.contains(message), "\(reason)")
    #expect(
      try self.reason("push     home → sheet   [home, sheet]\n" + line).contains("transition 2")
    )
  }

  @Test func `the routes that an error names are those to screens`() throws {
    #expect(
      try reason("push     home → what   [home, what]")
        == "transition 1 (push): no route for 'what'; there are routes for home, sheet, login. Add one."
    )
  }

  @Test func `nothing is carried out unless all of it can be read`() async throws {
    let driver = makeDriver()
    driver.start()
    let transcript = try TransitionTranscript(
      parsing:
        "push     home → sheet   [home, sheet]\npush     sheet → what   [home, sheet, what]\n"
    )
    await #expect(throws: TranscriptReplayError.self) {
      try await replay.run(transcript, on: driver)
    }
    #expect("\(driver.stack.current)" == "[home]")
  }

  @Test func `what the driver refuses ends the replay with its place`() async throws {
    let driver = makeDriver()
    let transcript = try TransitionTranscript(parsing: "push     home → sheet   [home, sheet]")
    let early = await #expect(throws: TranscriptReplayError.self) {
      try await replay.run(transcript, on: driver)
    }
    #expect(early?.entry == 1)
    #expect(early?.reason == .refused(.noHost(action: "replay")))

    driver.start()
    let token = driver.addGuard { _, _ in .refuse(reason: "no") }
    let late = await #expect(throws: TranscriptReplayError.self) {
      try await replay.run(transcript, on: driver)
    }
    #expect(late?.entry == 1)
    #expect(late?.reason == .refused(.refused(action: "replay", reason: "no")))
    token.dispose()
  }

  @Test func `an app that goes elsewhere by itself ends the replay`() async throws {
    let driver = makeDriver()
    driver.start()
    let token = driver.onTransition { [weak driver] transition in
      if transition.kind == "push" { _ = try? driver?.perform(.pop(), action: "x") }
    }
    defer { token.dispose() }
    let transcript = try TransitionTranscript(parsing: "push     home → sheet   [home, sheet]")
    let error = await #expect(throws: TranscriptReplayError.self) {
      try await replay.run(transcript, on: driver)
    }
    #expect(error?.reason == .differentStack(expected: "[home, sheet]", found: "[home]"))
  }

  // MARK: Properties

  @Test(arguments: UInt64(0)..<10)
  func `random walks replay to the same transcript and stack`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let (transcript, stack) = try record { driver in
      for step in 0..<60 {
        let user = String(String.UnicodeScalarView([Unicode.Scalar(UInt8(step)), "\"", "é"]))
        let login = Place.login(Account(user: user, token: "sesame"))
        let screens: [Place] = [.home, .sheet, login]
        let screen = screens[Int.random(in: 0..<3, using: &random)]
        let specs: [NavigationSpec<Place>] = [
          .push(screen), .push(screen), .replace(screen), .pop(), .popToRoot, .present(screen),
          .dismiss(), .popTo(screen, inclusive: .random(using: &random)), .replacePresented(screen),
          .replaceAbove(.sheet, with: screen), .close(screen), .selectTab(1),
          .tabs(
            [.home, .sheet].shuffled(using: &random),
            selected: .random(in: 0...1, using: &random)
          ),
        ]
        let spec = specs[Int.random(in: 0..<specs.count, using: &random)]
        let opens = ["push", "replace", "present", "replacePresented", "replaceAbove"]
          .contains(spec.kind)
        let rows =
          if opens, case .login(let account) = screen { account.rows } else {
            [NavigationBundleRow]()
          }
        _ = try? driver.perform(spec, action: "walk", rows: rows)
      }
    }
    #expect(transcript.entries.count > 20)
    let (again, sameStack) = try await replayed(transcript, replay)
    #expect(again.difference(from: transcript) == nil)
    #expect(
      sameStack.layers.map { $0.map(\.destination) } == stack.layers.map { $0.map(\.destination) }
    )
  }
}
