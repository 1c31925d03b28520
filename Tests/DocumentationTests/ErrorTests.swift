import Foundation
import KalugaArchitecture
import Testing

/// The article "Errors" shows every public error, with the text that it really has.
@Suite(.timeLimit(.minutes(5)))
struct ErrorTests {
  private static let navigation: [(name: String, error: any Error)] = [
    ("noHost", NavigationError.noHost(action: "save")),
    ("nothingToGoBackTo", NavigationError.nothingToGoBackTo(screen: "home")),
    ("nothingPresented", NavigationError.nothingPresented(screen: "home")),
    ("notOnStack", NavigationError.notOnStack(screen: "details", stack: ["home"])),
    ("noSuchTab", NavigationError.noSuchTab(index: 2, count: 2)),
    ("duplicate", NavigationError.duplicate(screen: "details")),
    ("tooManyWaiting", NavigationError.tooManyWaiting(action: "save", limit: 8)),
    ("endlessRedirect", NavigationError.endlessRedirect(action: "save")),
    (
      "unexpectedResult",
      NavigationError.unexpectedResult(screen: "details", expected: "Int", found: "String")
    ),
    ("refused", NavigationError.refused(action: "save", reason: "nobody is logged in")),
  ]

  private static let links: [(name: String, error: any Error)] = [
    ("tooLong", DeepLinkError.tooLong(limit: 4096, found: 5000)),
    ("malformed", DeepLinkError.malformed(link: "nothing")),
    ("wrongScheme", DeepLinkError.wrongScheme(expected: "shop", found: "http")),
    ("wrongHost", DeepLinkError.wrongHost(expected: "open", found: "other")),
    ("unknownPath", DeepLinkError.unknownPath(found: "x", known: ["orders", "help"])),
    ("unexpectedPart", DeepLinkError.unexpectedPart(name: "port", found: "80")),
    ("repeatedKey", DeepLinkError.repeatedKey("number")),
    ("badContent", DeepLinkError.badContent(path: "orders", bundle(#"{"note": 5, "card": "1"}"#))),
    ("noLink", DeepLinkError.noLink(screens: ["home", "details"])),
  ]

  private static let saved: [(name: String, error: any Error)] = [
    ("wrongVersion", SavedStateError.wrongVersion(expected: 2, found: 1)),
    ("damaged", SavedStateError.damaged("its checksum does not fit")),
    ("notWritable", SavedStateError.notWritable("no JSON for speed")),
  ]

  /// The error of a bundle that does not fit the spec.
  private static func bundle(_ json: String) -> NavigationBundleError {
    do throws(NavigationBundleError) {
      _ = try readOrder(Data(json.utf8))
    } catch {
      return error
    }
    fatalError("the bundle fits the spec: \(json)")  // A mistake in this test's text.
  }

  private func table(_ errors: [(name: String, error: any Error)]) -> String {
    errors.map { "| `\($0.name)` | \($0.error) |" }.joined(separator: "\n")
  }

  private func expectShown(
    _ text: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let isShown = try Documentation.article("errors").contains(text)
    #expect(isShown, "it should show:\n\(text)", sourceLocation: location)
  }

  @Test func `the tables show the texts of all cases`() throws {
    try expectShown(table(Self.navigation))
    try expectShown(table(Self.links))
    try expectShown(table(Self.saved))
  }

  @Test(arguments: [
    ("Navigation/NavigationError.swift", navigation.map(\.name)),
    ("Navigation/Links/DeepLinkError.swift", links.map(\.name)),
    ("ViewModels/SavedStateError.swift", saved.map(\.name)),
  ])
  func `no case is missing`(file: String, names: [String]) throws {
    let source = try Documentation.text("Sources/KalugaArchitecture/\(file)")
    let cases = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .map { String($0.dropFirst("  case ".count).prefix { $0.isLetter }) }
    #expect(cases == names)
  }

  @Test(arguments: [
    (
      "Sources/KalugaArchitecture",
      "Sources/KalugaArchitecture/KalugaArchitecture.docc/Articles/errors.md"
    ),
    (
      "Sources/KalugaTerminal",
      "Sources/KalugaTerminal/KalugaTerminal.docc/KalugaTerminal.md"
    ),
    (
      "TestUtils",
      "TestUtils/KalugaArchitectureTestUtils/KalugaArchitectureTestUtils.docc/Articles/failures.md"
    ),
  ])
  func `no type of errors is missing`(sources: String, article: String) throws {
    let article = try Documentation.text(article)
    let declaration = /^public (?:enum|struct|final class) (\w+): (?:.*, )?Error\b/
    for file in try Documentation.files(below: sources, ending: ".swift") {
      for line in try Documentation.text(file).split(separator: "\n") {
        guard let name = line.firstMatch(of: declaration)?.1 else { continue }
        let isThere = article.contains("`\(name)`")
        #expect(isThere, "\(name) is missing")
      }
    }
  }

  @Test func `each text has the values, and says what to do`() {
    // Of these the reason, or what was expected, says it.
    let selfEvident = [
      "refused", "tooLong", "wrongScheme", "wrongHost", "unknownPath", "unexpectedPart",
      "repeatedKey", "badContent", "malformed", "wrongVersion",
    ]
    for (name, error) in Self.navigation + Self.links + Self.saved {
      let sentences = "\(error)".components(separatedBy: ". ")
      #expect(sentences.count == 2 || selfEvident.contains(name), "\(name): \(error)")
    }
  }

  @Test func `a bundle shows all problems, and nothing private`() throws {
    let error = Self.bundle(#"{"number": "seven", "note": 5, "card": 1234}"#)
    let lines = error.problems.map { "\($0)\n" }.joined()
    try expectShown("```text\n\(lines)```")
    #expect(!"\(error)".contains("1234"))
  }

  @Test func `callbacks name the line of the call`() async throws {
    func text(_ answer: @Sendable (CallbackReply<Int>) -> Void) async throws -> String {
      let error = try await #require(throws: CallbackError.self) {
        _ = try await withCallback(fileID: "App/News.swift", line: 12, answer)
      }
      return "\(error)"
    }
    let never = try await text { _ in }
    let empty = try await text { $0.resume(nil, nil) }
    try expectShown("| `neverAnswered` | \(never) |\n| `emptyAnswer` | \(empty) |")
  }

  /// What only a mistake in the toolkit itself could cause.
  private static let ownMistakes = [
    "JSON cannot", "the slot", "there is no observer", " must override this",
  ]

  /// Finds a text that has been added, and that no table above is about.
  @Test func `no sentence of the sources is missing`() throws {
    let lines = try Documentation.article("errors").split(separator: "\n").map(String.init)
    let own = Self.ownMistakes
    let sentences = try Documentation.files(below: "Sources/KalugaArchitecture", ending: ".swift")
      .flatMap { StringLiteral.all(in: try Documentation.text($0)) }
      .filter { sentence in sentence.isSentence && !own.contains { sentence.text.contains($0) } }
    #expect(sentences.count >= 60)
    for sentence in sentences {
      let isShown = lines.contains(where: sentence.isShown)
      #expect(isShown, "missing: \(sentence.text)")
    }
  }

  // MARK: What stops the program

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `a private row in a path stops the program, and the text says what to do`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = DeepLinkPath<Order>.Part.row(Order.Rows.card)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        "The row 'card' is private: it cannot be in a path. Leave it to the query."
      )
    )
  }

  @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build stops without a text"))
  func `two rows with one key stop the program, and the text says what to do`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = NavigationBundleSpec(
        { number, _ in Order(number: number, note: nil, card: "") },
        Order.Rows.number,
        Order.Rows.number
      )
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains("The spec of Order has two rows with the key 'number'. Rename one of them.")
    )
  }

  /// Of those that a user can meet.
  @Test func `no precondition is missing`() throws {
    let shown = Documentation.tableRows(of: try Documentation.article("errors")).map { $0[0] }
    let own = Self.ownMistakes
    let messages = try Documentation.files(below: "Sources", ending: ".swift")
      .flatMap { StringLiteral.messagesOfStops(in: try Documentation.text($0)) }
      .filter { message in !own.contains { message.text.contains($0) } }
    #expect(messages.count == 9)
    for message in messages {
      let isShown = shown.contains(where: message.isShown)
      #expect(isShown, "missing: \(message.text)")
    }
  }

  @Test func `the table of diagnostics shows the texts of all kinds`() throws {
    let rows = Documentation.tableRows(of: try Documentation.article("errors"))
    let sources = try Documentation.files(below: "Sources", ending: ".swift")
      .map(Documentation.text)
    let texts = sources.flatMap { StringLiteral.messages(of: /ArchitectureDiagnostic\(/, in: $0) }
    let kinds = sources.flatMap { $0.matches(of: /ArchitectureDiagnostic\(\s*\.(\w+)/) }
      .map { String($0.1) }
    #expect(Set(kinds).count == 4)
    #expect(texts.count == kinds.count)
    for (kind, text) in zip(kinds, texts) {
      let isShown = rows.contains { $0[0] == "`\(kind)`" && text.isShown(in: $0[1]) }
      #expect(isShown, "missing: \(kind): \(text.text)")
    }
  }
}
