import KalugaArchitecture
import KalugaTerminal
import Testing

/// Tests that everything that prints text escapes control characters.
@MainActor
struct HostileTextTests {
  /// Escape sequences in both encodings, line breaks, NUL, deletion, changes of text direction, and
  /// characters that cannot be seen: tcell#1061, mdk#993.
  nonisolated private static let hostile =
    "a\u{1B}[2Jb\u{1B}]0;title\u{7}c\u{9B}31md\u{9D}0;e\u{9C}f\r\nFAKE\u{2028}g\u{2029}h\u{85}i"
    + "\0j\u{8}k\u{7F}l\u{202E}m\u{2066}n\u{2069}o\u{200F}p\u{FEFF}q\u{E000}r\u{90}x\u{E0041}"
    + "\u{200B}s\u{AD}t\u{61C}u\u{180E}v\u{FFF9}w\u{1B}"

  private var hostile: String { Self.hostile }
  private let output = StringSink()

  /// Expects a text of visible characters with this number of lines.
  private func expectPlain(
    _ text: String,
    lines: Int = 1,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let odd = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: scalar != "\n"
      default: false
      }
    }
    let isPlain = odd.isEmpty && text.split(separator: "\n").count == lines
    #expect(isPlain, "\(text.debugDescription)", sourceLocation: location)
  }

  @Test(arguments: [false, true])
  func `a screen's lines stay lines and cannot control the terminal`(isInteractive: Bool) async {
    let text = InitializedSubject(wrappedValue: "first")
    let session = TerminalSession(
      input: ArrayLineSource(["change", "quit"]),
      output: output,
      isInteractive: isInteractive
    )
    session.show(text.map { ["title", $0] })
    _ = await session.run { line in
      text.current = hostile
      return line == "quit" ? .quit : .next
    }
    expectPlain(output.text, lines: isInteractive ? 5 : 6)
  }

  @Test func `the echo of a command is one line`() async {
    let input = ArrayLineSource([hostile])
    let session = TerminalSession(input: input, output: output, isInteractive: false)
    _ = await session.run { _ in .next }
    expectPlain(output.text)
    TerminalHost(output: output).print(hostile)
    expectPlain(output.text, lines: 2)
  }

  @Test func `joined emoji are printed as they are, and other joiners are visible`() {
    let host = TerminalHost(output: output)
    for text in ["👩‍👩‍👧‍👦", "👩🏽‍🚀", "❤️‍🔥", "a\u{200D}b", "\u{200D}👩", "👩\u{200D}"] { host.print(text) }
    #expect(
      output.lines == [
        "👩‍👩‍👧‍👦", "👩🏽‍🚀", "❤️‍🔥", "a\\u{200d}b", "\\u{200d}👩", "👩\\u{200d}",
      ]
    )
  }

  @Test func `rows of all types are printed in one line`() throws {
    let account = Account(user: hostile, token: "")
    let rows = [
      NavigationBundleRow(key: hostile, value: .string(hostile)),
      NavigationBundleRow(key: "character", value: .character("\u{9B}")),
      NavigationBundleRow(key: "text", value: .text(hostile)),
      NavigationBundleRow(key: "json", value: .serialized(hostile)),
      NavigationBundleRow(key: "invalid", value: .invalid(hostile)),
      NavigationBundleRow(key: "bundle", value: .bundle(account.rows)),
      NavigationBundleRow(key: "array", value: .array([.string(hostile)])),
      NavigationBundleRow(key: hostile, value: .null, isPrivate: true),
    ]
    let driver = makeDriver()
    let printer = TransitionPrinter(output: output)
    printer.follow(driver)
    driver.start()
    try driver.perform(.push(.login(account)), action: hostile, rows: rows)
    expectPlain(output.text, lines: 2)
    expectPlain(rows.bundleDescription)
    expectPlain("\(account.bundle)")
    expectPlain(String(reflecting: account))
    expectPlain("\(NavigationSpec<Place>.push(.login(account)))")
    expectPlain("\(NavigationResult(account))")
  }

  /// A screen with a custom description.
  private enum Named: NavigationDestination, CustomStringConvertible {
    case one
    var description: String { HostileTextTests.hostile }
  }

  @Test func `names of screens are printed in one line`() throws {
    let stack = BackStack(root: Named.one, [.one])
    expectPlain("\(stack)")
    expectPlain("\(StackPicture(stack))", lines: 2)
    let driver = NavigationDriver(root: Named.one) { _, _ in BaseLifecycleViewModel() }
    TransitionPrinter(output: output).follow(driver)
    driver.start()
    expectPlain(output.text)
    let refused = #expect(throws: NavigationError.self) {
      try driver.perform(.dismiss(), action: hostile)
    }
    expectPlain(refused.map { "\($0)" } ?? "")
  }

  @Test func `errors about data are printed in one line`() throws {
    var errors: [any Error] = []
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { errors.append(error) }
    }
    let spec = SingleValueNavigationSpec<Int>(.integer, key: "number").spec
    let rows = [
      NavigationBundleRow(key: "number", value: .string(hostile)),
      NavigationBundleRow(key: hostile, value: .null),
    ]
    let escaped = "%1B%5B2J%0D%0A%00%C2%9B%E2%80%AE%E2%80%A8"
    let json = try UntypedNavigationBundle(rows: rows).json()
    for bundle in [
      try UntypedNavigationBundle(rows: rows), try UntypedNavigationBundle(json: json),
      UntypedNavigationBundle(query: "number=\(escaped)&\(escaped)=1"),
    ] {
      attempt { _ = try spec.content(from: bundle) }
    }
    attempt {
      let untyped = UntypedNavigationBundle(
        query: "\(escaped)[0]=1&\(escaped)=2&number=%1B%5B2J%zz"
      )
      _ = try spec.content(from: untyped)
    }
    attempt { _ = try UntypedNavigationBundle(rows: [rows[1], rows[1]]) }
    let links = DeepLinks<Named>(
      scheme: "app",
      host: "host",
      routes: [
        DeepLinkRoute(["n", .row(SingleValueNavigationSpec<Int>(.integer).row)], spec) { _ in [.one]
        }
      ]
    )
    for link in [
      hostile, "app://host/\(hostile)", "app://host/\(escaped)", "app://host/n/\(escaped)",
      "app://\(escaped)/n", "\(escaped)://host/n", "app://host/n/1?\(escaped)=1&\(escaped)=2",
      "app://host/n/1?number=\(escaped)", "app://\(escaped)@host/n", "app://host:1/n#\(escaped)",
      "app://host/n/1?value=\(escaped)",
    ] {
      attempt { _ = try links.screens(for: link) }
    }
    #expect(errors.count == 16)
    for error in errors { expectPlain("\(error)") }
  }

  @Test func `each difference and diagnostic is printed in one line`() throws {
    let difference = try #require(
      LineDifference(expected: "a", found: hostile.replacing("\r\n", with: ""))
    )
    expectPlain("\(difference)", lines: 3)
    expectPlain("\(ArchitectureDiagnostic(.uncaughtError, hostile))")
  }
}
