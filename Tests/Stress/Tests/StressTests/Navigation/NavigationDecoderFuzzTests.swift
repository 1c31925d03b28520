import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests mutations of valid inputs, the same in each run.
///
/// `KALUGA_FUZZ` sets their number.
struct NavigationDecoderFuzzTests {
  private static let count =
    effort("KALUGA_FUZZ", default: 300)

  /// The valid inputs; their private values contain `sesame`.
  private static let contents: [Everything] = {
    var special = Everything.full
    special.single = -.infinity
    special.double = .nan
    special.character = "&"
    special.text = "x.y[0]~"
    special.date = Date(milliseconds: 300_000_000_000_000)
    special.deep = 3
    special.people.append(special.people[0])
    return [Everything(secretToken: "sesame"), .full, special]
  }()

  private typealias Counts = (scanned: Int, accepted: Int, refused: Int)

  // MARK: Inputs

  private static let parcels = [Parcel(code: "sesame"), .full]

  /// What a parcel does not have.
  private struct Order: NavigationBundleContent, Codable {
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var isUrgent = true
    var distance = 1e21
    var small = [0.5, -0.0]
    static let bundleSpec = NavigationBundleSpec<Self>.codable()
  }

  private static func jsonInput(
    _ contents: [some NavigationBundleContent],
    seed: Int
  ) throws -> FuzzInput {
    var number = 0
    return FuzzInput(
      inputs: try contents.map { content in
        try content.rows.map { row in
          let text = try UntypedNavigationBundle(rows: [row]).text
          return ("\"\(row.key)\"", String(text.dropFirst(row.key.utf8.count + 4).dropLast()))
        }
      },
      keys: [#""""#, #""x""#, #""tags""#, #""t\u0065xt""#, #""Text""#, #""small""#, "1"],
      values: [
        "null", "0", "-0", "300", "1e400", "1.5", #""nan""#, "true", #""""#, #""\ud800""#, "[]",
        "[null]", #"[1,"a"]"#, "{}", #"{"a":{"b":[1]}}"#, #""2020-11-24T08:00:00Z""#,
        #""\ud83d\ude00""#, "01", "tru", "[[[[[[[[[[]]]]]]]]]]", #""99999999999999999999""#,
      ],
      join: { items in
        number += 1
        let object = "{\(items.map { "\($0.key):\($0.value)" }.joined(separator: ","))}"
        return number % 29 == 0 ? "[\(object)]" : object
      },
      random: SeededRandom(seed: seed)
    )
  }

  private static func join(_ items: some Sequence<FuzzInput.Item>) -> String {
    items.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  private static func queryInput(
    _ contents: [some NavigationBundleContent],
    seed: Int,
    join: @escaping ([FuzzInput.Item]) -> String = { join($0) }
  ) throws -> FuzzInput {
    FuzzInput(
      inputs: try contents.map { content in
        try content.bundle.untyped.query().split(separator: "&").map { item in
          let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (String(parts[0]), String(parts[1]))
        }
      },
      keys: [
        "", "x", "tags", "maybe", "matrix[0][]", "flag", "tags[0]", "tags[]", "tags[9]", "tags[a]",
        "people[0].user", "people.~",
        "matrix[0][1]~", "text.x", "maybe~", "small", "t%65xt", "%F0%9F%98%80", "double[0][0]",
        "a\\.b", "~", ".",
      ],
      values: [
        "", "1", "-0.0", "300", "1e400", "nan", "2020-11-24T08:00:00Z", "2020-02-30T08:00:00Z",
        "@1", "a+b", "%C3%A9", "%00", "%", "%FF", "true", "99999999999999999999", "{%22a%22:1}",
      ],
      join: join,
      random: SeededRandom(seed: seed)
    )
  }

  // MARK: Checks

  /// Checks that enough inputs were accepted, and enough refused.
  private func check(_ counts: Counts) {
    let least = min(counts.scanned / 5, counts.accepted, counts.refused)
    #expect(least * 10 >= Self.count, "\(counts)")
  }

  /// Checks that an error names rows, and contains no private value.
  private func check(
    _ error: NavigationBundleError,
    of content: some NavigationBundleContent = Everything(),
    _ input: [UInt8]
  ) {
    let known = Set(content.rows.map(\.key))
    let names = error.problems.map { String($0.path.prefix { $0 != "." && $0 != "[" }) }
    if error.problems.isEmpty || !known.isSuperset(of: names) {
      Issue.record("\(error) names no row: \(String(decoding: input, as: UTF8.self))")
    }
    check("\(error)", input)
  }

  private func check(_ message: String, _ input: [UInt8]) {
    guard message.contains("sesame"), !Self.hasMovedSecret(input) else { return }
    Issue.record("\(message) shows a private value: \(String(decoding: input, as: UTF8.self))")
  }

  /// Returns whether a mutation has moved a private value into a public one.
  ///
  /// The public value is another item of a query, or a JSON string of which it is not the
  /// beginning. A mutation changes too few bytes for other effects.
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

  // MARK: Tests

  @Test(arguments: [Form.json, .query])
  func `mutated data round-trips, or is refused with a good error`(form: Form) throws {
    try fuzz(Self.contents, form)
  }

  @Test(arguments: [Form.json, .query])
  func `mutated data of a codable content round-trips, or is refused`(form: Form) throws {
    try fuzz(Self.parcels, form)
    try fuzz([Order(), Order(isUrgent: false, distance: 1e300)], form)
  }

  private func fuzz<Content: NavigationBundleContent>(_ contents: [Content], _ form: Form) throws {
    var fuzz =
      try form == .json
      ? Self.jsonInput(contents, seed: 2) : Self.queryInput(contents, seed: 3)
    var counts: Counts = (0, 0, 0)
    for _ in 0..<Self.count {
      let input = fuzz.next()
      let text = String(decoding: input, as: UTF8.self)
      let bundle: UntypedNavigationBundle
      let content: Content
      do throws(NavigationBundleError) {
        bundle = try form == .json ? .init(json: Data(input)) : .init(query: text)
      } catch {
        counts.refused += 1
        #expect(!error.problems.isEmpty)
        check("\(error)", input)
        continue
      }
      counts.scanned += 1
      do throws(NavigationBundleError) {
        content = try Content.bundleSpec.content(from: bundle)
      } catch {
        counts.refused += 1
        check(error, of: contents[0], input)
        continue
      }
      counts.accepted += 1
      // Compared as text, because a NaN must round-trip as well, but does not equal itself.
      let query = try content.bundle.untyped.query()
      let back = try Content.bundleSpec.content(from: form.through(content.bundle.untyped))
      if try back.bundle.untyped.query() != query { Issue.record("no round trip: \(text)") }
    }
    check(counts)
  }

  /// A route with a row in its path, one without a row, and one that can only be read.
  private static let links = DeepLinks(
    scheme: "kaluga",
    host: "example",
    routes: [
      DeepLinkRoute("fuzzed", screens: []),
      DeepLinkRoute(["fuzzed", .row(Everything.small)], Everything.bundleSpec) {
        [$0]
      } content: {
        $0.first
      },
      DeepLinkRoute("only", Everything.bundleSpec) { [$0] },
    ]
  )

  @Test func `mutated links round-trip, or are refused with a good error`() throws {
    var counts: Counts = (0, 0, 0)
    var number = 0
    var fuzz = try Self.queryInput(Self.contents, seed: 4) { rows in
      number += 1
      let small = rows.last { $0.key == "small" }?.value ?? "x"
      // Some links have a port, some have a row both in the path and in the query, and some are
      // too long.
      let host = number % 11 == 0 ? "example:80" : "example"
      let query = number % 13 == 0 ? rows : rows.filter { $0.key != "small" }
      let padding = number % 17 == 0 ? String(repeating: "p", count: 100_000) : ""
      // What other programs add.
      let slash = number % 7 == 0 ? "/" : ""
      let (space, fragment) = number % 5 == 0 ? (" ", "#a b%") : ("", "")
      let link = "kaluga://\(host)/fuzzed/\(small)\(slash)?\(Self.join(query))\(padding)"
      return "\(space)\(link)\(fragment)\(space)"
    }
    for _ in 0..<Self.count {
      let input = fuzz.next()
      do throws(DeepLinkError) {
        let screens = try Self.links.screens(for: String(decoding: input, as: UTF8.self))
        counts.scanned += 1
        counts.accepted += 1
        // A NaN does not equal itself, and no link can lead to it.
        guard screens.first?.double.isNaN != true else { continue }
        let link =
          screens.isEmpty
          ? try Self.links.link(to: screens)
          : try Self.links.link(to: BackStack(root: screens[0]))
        let back = try Self.links.screens(for: link)
        if back != screens { Issue.record("\(link) leads to \(back)") }
      } catch {
        counts.refused += 1
        check("\(error)", input)
        if case .badContent(_, let reason) = error {
          counts.scanned += 1
          check(reason, input)
        }
      }
    }
    check(counts)
  }
}

/// A destination, which must be Codable; it is encoded as its query.
extension Everything: NavigationDestination {
  init(from decoder: any Decoder) throws {
    let query = UntypedNavigationBundle(query: try String(from: decoder))
    self = try Everything.bundleSpec.content(from: query)
  }

  func encode(to encoder: any Encoder) throws { try bundle.untyped.query().encode(to: encoder) }
}
