import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Checks that the tables of the articles are complete, and show what the code prints.
struct TablesTests {
  // MARK: Errors

  /// The beginnings of messages that only a mistake in the toolkit itself could cause.
  private static let internalMessages = ["JSON cannot", "the slot", "there is no observer"]

  @Test func `the articles have each fatal message and each diagnostic`() throws {
    let articles = try Documentation.inCatalogues(".md").joined()
    // Captures the text up to the first interpolation.
    let message =
      /(?:precondition\([^"]*|preconditionFailure\(|fatalError\(|Diagnostic\([^"]*)"([^"\\]+)/
    let messages = try sources("precondition", "fatalError(", "Diagnostic(")
      .flatMap { $0.matches(of: message).map { String($0.1) } }
      .filter { message in !Self.internalMessages.contains(where: message.hasPrefix) }
    #expect(messages.count >= 15)
    #expect(messages.filter { !articles.contains($0) } == [])
  }

  @Test func `the articles have each public error, and a row for each of its cases`() throws {
    let articles = try Documentation.inCatalogues(".md").joined()
    let sources = try sources("Error: Error", "public enum Kind")
    let types = sources.flatMap { $0.matches(of: /\npublic (?:enum|struct) (\w+): Error\b/) }
    let cases = sources.flatMap {
      $0.matches(of: /public enum (?:\w+Error|Kind|Reason)\b(?s:.*?)\n *\}/)
    }
    .flatMap { $0.output.matches(of: /\n +(?:indirect )?case (\w+)/) }
    #expect(types.count >= 5 && cases.count >= 25)
    #expect(types.map(\.1).filter { !articles.contains("`\($0)`") } == [])
    #expect(cases.map(\.1).filter { !articles.contains("\n| `\($0)` | ") } == [])
  }

  private static let errors: [any Error] = [
    NavigationError.noHost(action: "save"),
    NavigationError.nothingToGoBackTo(screen: "home"),
    NavigationError.nothingPresented(screen: "home"),
    NavigationError.notOnStack(screen: "details", stack: ["home"]),
    NavigationError.noSuchTab(index: 2, count: 2),
    NavigationError.noSuchTab(index: 0, count: 0),
    NavigationError.noTab(of: "help", tabs: ["books", "wishes"]),
    NavigationError.noQuestion(screen: "home"),
    NavigationError.noSuchChoice(name: "yes", choices: ["discard", "keep"]),
    NavigationError.noSteps(action: "save"),
    NavigationError.inStep(
      2,
      kind: "popTo",
      error: .notOnStack(screen: "details", stack: ["home"])
    ),
    NavigationError.duplicate(screen: "details"),
    NavigationError.screenHasLeft(screen: "details", action: "save"),
    NavigationError.screenIsCovered(screen: "home", action: "save"),
    NavigationError.noOrigin(action: "save"),
    NavigationError.tooManyWaiting(action: "save", limit: 8),
    NavigationError.endlessRedirect(action: "save"),
    NavigationError.unexpectedResult(screen: "details", expected: "Int", found: "String"),
    NavigationError.noHandler(effect: "browser"),
    NavigationError.unavailable(effect: "phone"),
    NavigationError.invalidEffect(
      effect: "mail",
      field: "to 2",
      expected: "an address such as ada@example.org",
      found: "no @"
    ),
    NavigationError.refused(action: "save", reason: "no user is logged in"),
    DeepLinkError.tooLong(limit: 4096, found: 5000),
    DeepLinkError.malformed(link: "nothing"),
    DeepLinkError.invalidCharacter(link: "shop://open/😀", position: 13),
    DeepLinkError.wrongScheme(expected: ["shop"], found: "http"),
    DeepLinkError.wrongHost(expected: ["open"], found: "other"),
    DeepLinkError.unknownPath(found: "x", known: ["orders", "help"]),
    DeepLinkError.unexpectedPart(name: "port", found: "80"),
    DeepLinkError.repeatedKey("number"),
    DeepLinkError.noLink(screens: ["home", "details"]),
    DeepLinkError.samePath(paths: ["{id}", "{name}"], modules: ["ShopScreen", "ParcelScreen"]),
    DeepLinkError.joinedTwice(module: "ParcelScreen"),
    DeepLinkError.misread(path: "details", expected: ["home", "details"], found: ["details"]),
    SavedStateError.wrongVersion(expected: 2, found: 1),
    SavedStateError.damaged("its checksum does not match"),
    SavedStateError.notWritable("speed cannot be written as JSON"),
    TimeoutError(limit: .seconds(5)),
    SavedStateError.fileNotReadable("permission denied"),
    SavedStateError.fileNotWritable("the disk is full"),
  ]

  @Test func `the article on errors shows the text of each error`() async throws {
    let article = try Documentation.article("errors")
    let bundle = try #require(throws: NavigationBundleError.self) {
      try readOrder(Data(#"{"note": 5, "card": "1"}"#.utf8))
    }
    for error in Self.errors + [DeepLinkError.badContent(path: "orders", bundle)] {
      let isShown = article.contains("` | \(error) |\n")
      #expect(isShown, "the article should show: \(error)")
    }
    for answer: @Sendable (CallbackReply<Int>) -> Void in [{ _ in }, { $0.resume(nil, nil) }] {
      let error = try await #require(throws: CallbackError.self) {
        _ = try await withCallback(fileID: "App/News.swift", line: 12, answer)
      }
      let isShown = article.contains("\n| `\(error.reason)` | \(error) |\n")
      #expect(isShown, "the article should show: \(error)")
    }
  }

  @Test func `the article on errors shows the text of the error of a list`() throws {
    let error = try #require(throws: DuplicateIDError.self) {
      try ListDifference(from: [], to: [1, 2, 3, 2], id: { $0 })
    }
    #expect(try Documentation.article("errors").contains("\n| `DuplicateIDError` | \(error) |\n"))
  }

  @Test func `the article on bundles shows all problems of a bundle in one error`() throws {
    let json = Data(#"{"number": "seven", "note": 5}"#.utf8)
    let error = try #require(throws: NavigationBundleError.self) { try readOrder(json) }
    let problems = error.problems.map { "\($0)\n" }.joined()
    let article = try Documentation.article("navigating-with-bundles")
    let isShown = Documentation.blocks("text", of: article).contains(problems)
    #expect(isShown, "the article should show:\n\(problems)")
  }

  @Test func `the article on errors quotes the compiler's messages for rejected code`() throws {
    func withoutNames(_ text: Substring) -> Substring {
      text.replacing(/'[^']*'/, with: "''").replacing("… ", with: "")
    }
    let planted = try Documentation.files(below: "Tests/Rejected", ending: ".swift").values
      .flatMap { $0.matches(of: /expected-error\S* (?:\d )?\{\{(.+)\}\}/) }
      .map { withoutNames($0.1) }
    let article = try Documentation.article("errors")
    let section = try #require(article.components(separatedBy: "### Messages of the compiler").last)
    let messages = section.matches(of: /\n\| (?!message)(.+?) \| .+ \|/).map { withoutNames($0.1) }
    #expect(messages.count >= 10)
    #expect(messages.filter { !planted.contains($0) } == [])
  }

  @MainActor
  @Test func `the article on errors shows what an observable in a text prints`() throws {
    let greeting = GreetingViewModel().greeting
    #expect(try Documentation.article("errors").contains("`\(greeting)`"))
  }

  @Test func `a private row in a path of a link stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let card = NavigationBundleSpecRow("card", \Order.card, .string)
      _ = DeepLinkRoute(["order", .row(card)], Order.bundleSpec) { [OrderScreen.order($0)] }
    }
  }

  // MARK: Failures of the test utilities

  @Test func `the article on failures shows each text that the test utilities report`() throws {
    let folder = "TestUtils/KalugaArchitectureTestUtils/KalugaArchitectureTestUtils.docc/Articles"
    let article = try Documentation.text("\(folder)/failures.md")
    // A golden file contains these texts, each after its name and followed by an empty line.
    let golden = try Documentation.files(below: "Tests", ending: "Golden/failures.out").values
      .joined()
    let failures = golden.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(failures.count >= 50)
    let rows = article.matches(of: /\n\| (.+?) \| (.+) \|/).map { "\($0.1): \($0.2)" }
    let blocks = try [article, Documentation.text("\(folder)/testing-view-models.md")]
      .flatMap { Documentation.blocks("text", of: $0) }.map { $0.dropLast() }
    for failure in failures {
      // A row shows the first line; the other lines contain the compared values.
      let line = failure.replacing(":\n", with: ": ", maxReplacements: 1)
      let isShown =
        rows.contains(where: line.hasPrefix) || blocks.contains(where: failure.hasSuffix)
      #expect(isShown, "the article should show: \(line)")
    }
    let unknown = blocks.filter { block in !failures.contains { $0.hasSuffix(block) } }
    #expect(unknown == [])
  }

  // MARK: Names

  /// DocC checks only the names that are links.
  @Test func `each Swift name in the article on coming from Kaluga exists`() throws {
    let article = try Documentation.article("coming-from-kaluga")
    let tables = try #require(article.components(separatedBy: "### What differs").first)
    let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "func", "var", "let"]
    let declared = try linesOfSources("public ").compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber }
      return words.firstIndex(where: kinds.contains).flatMap { words.dropFirst($0 + 1).first }
    }
    let names = tables.matches(of: /\n\| .* \| (.*) \|/).flatMap { row in
      row.1.replacing(/``[^`]*``/, with: "").matches(of: /`\W*(\w+)[^`]*`/).map { String($0.1) }
    }
    #expect(names.count >= 30)
    #expect(Set(names).subtracting(declared.map(String.init)) == [])
  }

  @Test func `each name of Kaluga in a comment has a row in the article`() throws {
    let article = try Documentation.article("coming-from-kaluga")
    let rows = article.matches(of: /\n\|([^|]+)\|/).flatMap {
      $0.1.matches(of: /\w+/).map(\.output)
    }
    let names = try (linesOfSources("/// Kaluga: ") + linesOfSources("/// AndroidX: ")).flatMap {
      line in
      // The text after "which" or a bracket explains the name.
      line.replacing(/(?: \(|, wh).*/, with: "").matches(of: /`(\w+)/).map { String($0.1) }
    }
    #expect(names.count >= 30)
    #expect(Set(names).subtracting(rows.map(String.init)) == [])
  }

  private func linesOfSources(_ part: String) throws -> [Substring] {
    try sources(part).flatMap { $0.split(separator: "\n") }.filter { $0.contains(part) }
  }

  /// Returns the Swift files that contain one of these texts.
  ///
  /// This is faster than matching a pattern against all files.
  private func sources(_ parts: String...) throws -> [String] {
    try Documentation.inCatalogues(".swift").filter { parts.contains(where: $0.contains) }
  }
}
