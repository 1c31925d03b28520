import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Mutated valid inputs, the same in each run: as many as `KALUGA_FUZZ` says, or 4,000.
struct NavigationDecoderFuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["KALUGA_FUZZ"].flatMap { Int($0) } ?? 4_000

  private static let contents: [Fuzzed] = {
    var random = SeededRandom(seed: 1)
    return (0..<64).map { _ in Fuzzed.random(&random) }
  }()

  private static let rowKeys = Set(contents[0].rows.map(\.key))

  /// What became of the inputs.
  private struct Tally {
    var scanned = 0
    var accepted = 0
    var refused = 0

    /// Checks that the run was worth its time.
    func check() {
      #expect(scanned * 2 >= count, "\(self)")
      #expect(accepted * 10 >= count, "\(self)")
      #expect(refused * 10 >= count, "\(self)")
    }
  }

  private static let queries: [[FuzzInput.Item]] = contents.map { content in
    let query = try? content.bundle.untyped.query()
    return (query ?? "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
  }

  /// A route with a row in its path, one without a row, and one that is only read.
  private static let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("fuzzed", screens: []),
      DeepLinkRoute(["fuzzed", .row(Fuzzed.number)], Fuzzed.bundleSpec) {
        [$0]
      } content: {
        $0.first
      },
      DeepLinkRoute("only", Fuzzed.bundleSpec) { [$0] },
    ]
  )

  private static func queryInput(
    seed: Int,
    join: @escaping ([FuzzInput.Item]) -> String = { items in
      items.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    }
  ) -> FuzzInput {
    FuzzInput(
      seed: seed,
      keys: [
        "", "x", "tags[0]", "tags[]", "tags[1]~", "tags[9]", "tags[a]", "people[0].user",
        "people.~",
        "name.x", "maybe~", "number", "n%61me", "%F0%9F%98%80", "ratio[0][0]", "a\\.b", "~", ".",
      ],
      values: [
        "", "1", "-0.0", "300", "1e400", "nan", "2020-11-24T08:00:00Z", "2020-02-30T08:00:00Z",
        "@1",
        "a+b", "%C3%A9", "%00", "%", "%FF", "true", "99999999999999999999", "{%22a%22:1}",
      ],
      join: join
    )
  }

  /// Says what is wrong with an error: it must name a row or a part, and show nothing private.
  private func check(_ error: NavigationBundleError, parts: Set<String>, _ input: [UInt8]) {
    let known = parts.union(Self.rowKeys)
    // Keys that no row has are named as they stand there.
    let names = error.problems.filter { $0.expected != "no such row" }
      .map { $0.path.prefix { $0 != "." && $0 != "[" } }
    if error.problems.isEmpty || !names.allSatisfy({ known.contains(String($0)) }) {
      Issue.record("\(error) names no row: \(String(decoding: input, as: UTF8.self))")
    }
    check("\(error)", input)
  }

  private func check(_ message: String, _ input: [UInt8]) {
    guard message.contains("sesame"), !Self.hasMovedSecret(input) else { return }
    Issue.record("\(message) shows what is private: \(String(decoding: input, as: UTF8.self))")
  }

  /// Whether a mutation has put what is private into a value that is not.
  ///
  /// Into another item of a query, or behind the beginning of another text of JSON: more than that would
  /// change more bytes than it does.
  private static func hasMovedSecret(_ input: [UInt8]) -> Bool {
    let text = String(decoding: input, as: UTF8.self)
    guard input.first != UInt8(ascii: "{") else {
      return text.ranges(of: "sesame").count != text.ranges(of: #":"sesame"#).count
    }
    return text.split(separator: "&").contains { item in
      let key = item.prefix { $0 != "=" }
      return item.contains("sesame") && key != "secretToken" && !key.hasSuffix(".token")
    }
  }

  /// What was accepted must come back.
  private func check(
    _ content: Fuzzed,
    _ form: Form,
    _ input: [UInt8]
  ) throws {
    let untyped = content.bundle.untyped
    // Not compared by value: what is not a number must come back as well.
    let isBack: Bool
    switch form {
    case .query:
      let query = try untyped.query()
      let back = try UntypedNavigationBundle(query: query)
      isBack = try Fuzzed.bundleSpec.content(from: back).bundle.untyped.query() == query
    case .json, .values:
      let json = try untyped.json()
      let back = try UntypedNavigationBundle(json: json)
      isBack = try Fuzzed.bundleSpec.content(from: back).bundle.untyped.json() == json
    }
    if !isBack {
      Issue.record("\(content) does not come back: \(String(decoding: input, as: UTF8.self))")
    }
  }

  @Test func `JSON`() throws {
    let inputs: [[FuzzInput.Item]] = try Self.contents.map { content in
      try content.rows.map { row in
        let json = try UntypedNavigationBundle(rows: [row]).json()
        let text = String(decoding: json, as: UTF8.self)
        return ("\"\(row.key)\"", String(text.dropFirst(row.key.utf8.count + 4).dropLast()))
      }
    }
    var fuzz = FuzzInput(
      seed: 2,
      keys: [#""""#, #""x""#, #""tags""#, #""n\u0061me""#, #""Name""#, #""number""#, "1"],
      values: [
        "null", "0", "-0", "300", "1e400", "1.5", #""nan""#, "true", #""""#, #""\ud800""#, "[]",
        "[null]", #"[1,"a"]"#, "{}", #"{"a":{"b":[1]}}"#, #""2020-11-24T08:00:00Z""#,
        #""\ud83d\ude00""#, "01", "tru", "[[[[[[[[[[]]]]]]]]]]", #""99999999999999999999""#,
      ]
    ) { items in "{\(items.map { "\($0.key):\($0.value)" }.joined(separator: ","))}" }
    var tally = Tally()
    for index in 0..<Self.count {
      let input = fuzz.next(inputs)
      do {
        let bundle = try UntypedNavigationBundle(json: Data(input))
        tally.scanned += 1
        let unknownKeys: NavigationBundleUnknownKeys = index % 3 == 0 ? .reported : .ignored
        let content = try Fuzzed.bundleSpec.content(from: bundle, unknownKeys: unknownKeys)
        tally.accepted += 1
        try check(content, .json, input)
      } catch let error as NavigationBundleError {
        tally.refused += 1
        check(error, parts: ["JSON"], input)
      }
    }
    tally.check()
  }

  @Test func `query`() throws {
    var fuzz = Self.queryInput(seed: 3)
    var tally = Tally()
    for _ in 0..<Self.count {
      let input = fuzz.next(Self.queries)
      let text = String(decoding: input, as: UTF8.self)
      let bundle: UntypedNavigationBundle
      do {
        bundle = try UntypedNavigationBundle(query: text)
      } catch {
        // A repeated key is named as it stands there.
        tally.refused += 1
        #expect(error.problems.count == 1)
        check("\(error)", input)
        continue
      }
      tally.scanned += 1
      do {
        let content = try Fuzzed.bundleSpec.content(from: bundle)
        tally.accepted += 1
        try check(content, .query, input)
      } catch let error as NavigationBundleError {
        tally.refused += 1
        check(error, parts: [], input)
      }
    }
    tally.check()
  }

  @Test func `links`() throws {
    let links = Self.links
    var fuzz = Self.queryInput(seed: 4) { rows in
      // The number stands in the path.
      let number = rows.last { $0.key == "number" }?.value ?? "x"
      let query = rows.filter { $0.key != "number" }.map { "\($0.key)=\($0.value)" }
      return "kaluga://example/fuzzed/\(number)?\(query.joined(separator: "&"))"
    }
    var tally = Tally()
    for _ in 0..<Self.count {
      let input = fuzz.next(Self.queries)
      do throws(DeepLinkError) {
        let screens = try links.screens(for: String(decoding: input, as: UTF8.self))
        tally.scanned += 1
        tally.accepted += 1
        // What is not a number is not equal to itself, and no link leads to it.
        guard screens.first?.ratio.isNaN != true else { continue }
        let link = try links.link(to: screens)
        let back = try links.screens(for: link)
        if back != screens { Issue.record("\(link) leads to \(back)") }
      } catch {
        tally.refused += 1
        check("\(error)", input)
        if case .badContent(_, let reason) = error {
          tally.scanned += 1
          check(reason, parts: [], input)
        }
      }
    }
    tally.check()
  }
}
